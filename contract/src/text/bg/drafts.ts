import type { drafts as en } from '../en/drafts.ts';

export const drafts: Record<keyof typeof en, string> = {
  COMMUNICATIONS_ATTACH_DROP: 'Пуснете файловете тук',
  COMMUNICATIONS_ATTACH_DROP_ON: 'Ще бъдат прикачени към отговора Ви по канала {channel}.',
  COMMUNICATIONS_ATTACH_DROP_COLLEAGUES: 'Ще бъдат прикачени към съобщението Ви до колегите.',
  COMMUNICATIONS_ATTACH_DROP_NOTE: 'Ще бъдат прикачени към вътрешната бележка.',
  COMMUNICATIONS_ATTACH_DROP_NOT: 'Тук не могат да се прикачват файлове',
  COMMUNICATIONS_ATTACH_DROP_NOT_WORDS: 'В момента тук не може да се пише на клиента. Файлове може да има във вътрешна бележка.',
  COMMUNICATIONS_ATTACH_NO_FOLDERS: 'Папки не могат да се прикачват. Изберете файловете в тях.',
  COMMUNICATIONS_DRAFTS_OTHER: 'Написано другаде',
  COMMUNICATIONS_DRAFT_OF_WINDOW: 'От друг прозорец',
  COMMUNICATIONS_DRAFT_OF_CHANNEL: 'По {channel}',
  COMMUNICATIONS_DRAFT_USE: 'Използване',
  COMMUNICATIONS_DRAFT_USE_HERE: 'Използване тук',
  COMMUNICATIONS_DRAFT_AS_NOTE: 'Използване като бележка',
  COMMUNICATIONS_DRAFT_DROP: 'Изтриване',
  COMMUNICATIONS_DRAFT_DROPPED: 'Изтрито',
  COMMUNICATIONS_DRAFT_TAKE_BACK: 'Отмяна',
};
