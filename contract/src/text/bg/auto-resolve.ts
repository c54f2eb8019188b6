import type { autoResolve as en } from '../en/auto-resolve.ts';

export const autoResolve: Record<keyof typeof en, string> = {
  AUTO_RESOLVE_WARNING:
    'Още ли сте тук? Ако не ни пишете, ще приключим този разговор след {minutes} мин. Винаги можете да ни пишете отново.',
  ADMINISTRATION_AUTO_RESOLVE: 'Замлъкнали разговори',
  ADMINISTRATION_AUTO_RESOLVE_CARD: 'Кога разговор, в който клиентът вече не отговаря, приключва автоматично.',
  ADMINISTRATION_AUTO_RESOLVE_NEVER: 'Не приключват автоматично',
  ADMINISTRATION_AUTO_RESOLVE_AFTER: 'Приключват след {minutes} мин. мълчание',
  ADMINISTRATION_OPEN_AUTO_RESOLVE: 'Към замлъкналите разговори',
  AUTO_RESOLVE_FAILED: 'Не успяхме да заредим кога разговорите приключват автоматично',
  AUTO_RESOLVE_SILENCE: 'Мълчание',
  AUTO_RESOLVE_SILENCE_WHY:
    'Отчита се от последния ни отговор или от последното, което агентът е написал. Разговор, в който клиентът чака нас, отложен разговор и разговор със съобщение за по-късно остават отворени. Всяка опашка може да има свое време.',
  AUTO_RESOLVE_MINUTES: 'Приключване след (в минути)',
  AUTO_RESOLVE_MINUTES_WORDS: 'Празно: никога. От 5 минути до 30 дни (43 200).',
  AUTO_RESOLVE_WARN: 'Предупреждение',
  AUTO_RESOLVE_WARN_WHY:
    'Клиентът първо получава въпрос дали още е тук, по канала на последния ни отговор; разговорът приключва, ако той не отговори.',
  AUTO_RESOLVE_WARN_MINUTES: 'Минути от предупреждението до края',
  AUTO_RESOLVE_WARN_MINUTES_WORDS: 'Празно: без предупреждение.',
  AUTO_RESOLVE_WARN_TEXT: 'Текст на предупреждението',
  AUTO_RESOLVE_WARN_OUTSIDE: 'Предупреждение и по SMS, Viber и имейл',
  AUTO_RESOLVE_WARN_OUTSIDE_WORDS:
    'Ако е изключено, разговорите там приключват без предупреждение: съобщението може да се таксува, а който е прочел имейл, може да не погледне пак навреме.',
  AUTO_RESOLVE_WARN_TEXT_WORDS: 'Празно: обичайният текст, на езика на клиента.',
  QUEUES_SILENCE_MINUTES: 'Приключване на замлъкналите разговори след (в минути)',
  QUEUES_SILENCE_MINUTES_WORDS: 'Празно: както е зададено за акаунта. 0: не приключват автоматично.',
};
