import type { letters as en } from '../en/letters.ts';

export const letters: Record<keyof typeof en, string> = {
  LETTER_GREETING: 'Здравейте, {name},',
  LETTER_INVITATION_SUBJECT: 'Вашата покана за Parley',
  LETTER_INVITATION: 'Получавате покана за Parley на адрес {host}. Изберете парола и можете да започнете.',
  LETTER_INVITATION_ACTION: 'Избор на парола',
  LETTER_INVITATION_NOTE: 'Връзката важи веднъж, в рамките на 7 дни. Ако не сте очаквали това писмо, не е нужно да правите нищо.',
  LETTER_RESET_SUBJECT: 'Нова парола за Parley',
  LETTER_RESET: 'Някой, вероятно Вие, поиска нова парола за {host}.',
  LETTER_RESET_ACTION: 'Избор на нова парола',
  LETTER_RESET_NOTE:
    'Връзката важи веднъж, в рамките на един час. Ако не сте били Вие, не е нужно да правите нищо: паролата Ви остава същата.',
  LETTER_PASSWORD_LINK: 'Администратор на Parley на адрес {host} Ви създаде връзка за нова парола.',
  LETTER_PASSWORD_LINK_NOTE:
    'Връзката важи веднъж, в рамките на 24 часа. Ако не сте я искали, съобщете на администратора си: паролата Ви остава същата.',
  LETTER_EMAIL_SUBJECT: 'Потвърдете новия си адрес за Parley',
  LETTER_EMAIL: 'Искате занапред да влизате на {host} с {email}. Моля, потвърдете, че този адрес е Ваш.',
  LETTER_EMAIL_ACTION: 'Потвърждаване на адреса',
  LETTER_EMAIL_NOTE: 'Връзката важи веднъж, в рамките на 24 часа. Ако не сте били Вие, не е нужно да правите нищо.',
  LETTER_EMAIL_CHANGED_SUBJECT: 'Адресът Ви за Parley е променен',
  LETTER_EMAIL_CHANGED: 'Отсега нататък влизате на {host} с {email}, а не с адреса, на който е изпратено това писмо.',
  LETTER_PASSWORD_CHANGED_SUBJECT: 'Паролата Ви за Parley е променена',
  LETTER_PASSWORD_CHANGED: 'Паролата Ви за {host} беше променена, а другите Ви влизания бяха прекратени.',
  LETTER_LOCKED_SUBJECT: 'Входът Ви в Parley е заключен за малко',
  LETTER_LOCKED: 'Някой опита {tries} пъти да влезе от Ваше име на {host}, всеки път безуспешно. Входът Ви е заключен за {minutes} минути.',
  LETTER_LOCKED_NOTE:
    'Който вече е влязъл, може да продължи да работи. Ако не сте били Вие, изберете друга парола и включете втора стъпка в профила си.',
  LETTER_TRANSCRIPT_SUBJECT: 'Вашият разговор с {site}',
  LETTER_TRANSCRIPT: 'Здравейте, това беше казано в разговора Ви с {site}. Часовете са по {zone}.',
  LETTER_TRANSCRIPT_YOU: 'Вие',
  LETTER_TRANSCRIPT_LINE: '{name}, {time}',
  LETTER_TRANSCRIPT_FILE: 'Файл: {file}',
  LETTER_TRANSCRIPT_CUT: 'Казаното по-рано е пропуснато.',
  LETTER_TRANSCRIPT_NOTE:
    'Този адрес беше даден в чата. Ако не сте били Вие, не е нужно да правите нищо. Отговорите на това писмо не се четат.',
  LETTER_NOT_YOU: 'Ако не сте били Вие, веднага съобщете на администратора си.',
};
