import type { noticeSettings as en } from '../en/notice-settings.ts';

export const noticeSettings: Record<keyof typeof en, string> = {
  NOTICES_SECTION: 'Известяване',
  NOTICES_SECTION_WORDS:
    'Какво звъни и какво показва системата Ви, докато не се вижда нито един прозорец на Parley. Важи веднага, навсякъде, където влизате.',
  NOTICES_DESKTOP: 'Показване',
  NOTICES_DESKTOP_OF: 'Показване на работния плот: {event}',
  NOTICES_SOUND_OF: 'Звук: {event}',
  NOTICES_PLAY: 'Пускане на звука: {sound}',
  NOTICES_KIND_MESSAGE: 'Клиент пише в мой разговор',
  NOTICES_KIND_ASSIGNED: 'Разговор се възлага на мен',
  NOTICES_KIND_WAITING: 'Разговор започва да чака',
  NOTICES_KIND_COLLEAGUE: 'Колега ми пише или оставя бележка, където участвам',
  NOTICES_KIND_MENTION: 'Колега ме споменава',
  NOTICES_KIND_CHANGE: 'Друго в известията',
  NOTICES_SOUND_NONE: 'Без звук',
  NOTICES_SOUND_CHIME: 'Камбанка',
  NOTICES_SOUND_BELL: 'Звънец',
  NOTICES_SOUND_KNOCK: 'Почукване',
  NOTICES_SOUND_DROP: 'Капка',
  NOTICES_CHECK: 'Какво позволява този браузър',
  NOTICES_CHECK_GRANTED: 'Известията на работния плот са разрешени.',
  NOTICES_CHECK_DEFAULT: 'Още не е решено дали Parley може да показва известия на работния плот.',
  NOTICES_CHECK_DENIED:
    'Известията на работния плот са спрени в този браузър. За да ги разрешите: знакът вляво от адреса, „Настройки за сайта“ или „Разрешения“, после „Известия: разрешаване“.',
  NOTICES_CHECK_MISSING: 'Този браузър не може да показва известия на работния плот.',
  NOTICES_CHECK_INSECURE:
    'Браузърите показват известия само за адреси, които започват с https://. Поискайте такъв от този, който поддържа Parley.',
  NOTICES_CHECK_SOUND: 'Звуците се чуват.',
  NOTICES_CHECK_NO_SOUND: 'Браузърът не пуска звук, докато не щракнете или не пишете в този прозорец.',
  NOTICES_ALLOW: 'Разрешаване на известията',
  NOTICES_TRY: 'Проба след 5 секунди',
  NOTICES_TRYING: 'Сега погледнете друг прозорец или раздел…',
  NOTICES_TRIAL: 'Така изглежда известие от Parley.',
};
