import type { notices as en } from '../en/notices.ts';

export const notices: Record<keyof typeof en, string> = {
  NOTICES_LIST: 'Известия',
  NOTICES_LIST_UNREAD_one: 'Известия, {count} непрочетено',
  NOTICES_LIST_UNREAD_other: 'Известия, {count} непрочетени',
  NOTICES_READ_ALL: 'Отбелязване на всички като прочетени',
  NOTICES_UNREAD: 'Непрочетено',
  NOTICES_NONE: 'Още няма нищо',
  NOTICES_NONE_WORDS: 'Тук ще намирате какво са Ви предали или поели от Вас колегите и кои Ваши съобщения не са доставени.',
  NOTICES_MORE: 'Показване на по-стари',
  NOTICES_HANDED_OVER: '{name} Ви предаде разговора с {room}',
  NOTICES_TAKEN_AWAY: '{name} пое разговора с {room}',
  NOTICES_ADDED_TO_GROUP: '{name} Ви добави в групата {room}',
  NOTICES_ADDED_TO_UNNAMED_GROUP: '{name} Ви добави в група',
  NOTICES_NOT_DELIVERED: 'Съобщение до {room} не беше доставено',
  NOTICES_DELIVERY_UNKNOWN: 'Не е известно дали съобщение до {room} е доставено',
  NOTICES_WOKEN: 'Разговорът с {room} вече не е отложен',
  NOTICES_ASSIGNED: 'Този разговор вече е Ваш',
  NOTICES_WAITING: 'Чака някой да го поеме',
  NOTICES_NOTE_BY: 'Бележка от {name}: {text}',
  NOTICES_SAID_BY: '{name}: {text}',
};
