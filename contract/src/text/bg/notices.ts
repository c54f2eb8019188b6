import type { notices as en } from '../en/notices.ts';

export const notices: Record<keyof typeof en, string> = {
  NOTICES_LIST: 'Известия',
  NOTICES_LIST_UNREAD_one: 'Известия, {count} непрочетено',
  NOTICES_LIST_UNREAD_other: 'Известия, {count} непрочетени',
  NOTICES_ASSIGNED: 'Този разговор вече е Ваш',
  NOTICES_WAITING: 'Чака някой да го поеме',
  NOTICES_NOTE_BY: 'Бележка от {name}: {text}',
  NOTICES_SAID_BY: '{name}: {text}',
};
