import type { notifications as en } from '../en/notifications.ts';

export const notifications: Record<keyof typeof en, string> = {
  NOTICES_READ_ALL: 'Всички са прочетени',
  NOTICES_UNREAD: 'Непрочетено',
  NOTICES_NONE: 'Още няма нищо',
  NOTICES_NONE_WORDS:
    'Тук ще намирате какво са направили други с Вашите разговори, кой Ви е споменал и кои Ваши съобщения не са доставени или не са изпратени в определения час.',
  NOTICES_MORE: 'Показване на по-стари',
  NOTICES_HANDED_OVER: '{name} Ви предаде разговора с {room}',
  NOTICES_TAKEN_AWAY: '{name} пое разговора с {room}',
  NOTICES_GIVEN_TO_OTHER: '{name} предаде разговора с {room} на {to}',
  NOTICES_PUT_INTO_QUEUE: '{name} премести разговора с {room} в опашката „{to}“',
  NOTICES_RESOLVED_BY_OTHER: '{name} приключи разговора с {room}',
  NOTICES_ADDED_TO_GROUP: '{name} Ви добави в групата „{room}“',
  NOTICES_ADDED_TO_UNNAMED_GROUP: '{name} Ви добави в група',
  NOTICES_REMOVED_FROM_GROUP: '{name} Ви премахна от групата „{room}“',
  NOTICES_REMOVED_FROM_UNNAMED_GROUP: '{name} Ви премахна от група',
  NOTICES_NOT_DELIVERED: 'Съобщение до {room} не беше доставено',
  NOTICES_DELIVERY_UNKNOWN: 'Не е известно дали съобщение до {room} е доставено',
  NOTICES_NOT_DELIVERED_OVER: 'Съобщение до {room} ({channel}) не беше доставено: „{words}“',
  NOTICES_DELIVERY_UNKNOWN_OVER: 'Не е известно дали съобщение до {room} ({channel}) е доставено: „{words}“',
  NOTICES_WOKEN: 'Разговорът с {room} вече не е отложен',
  NOTICES_WOKEN_WHILE_AWAY: 'Разговорът с {room} вече не е отложен и отиде в опашката „{to}“, защото не бяхте на разположение',
  NOTICES_MENTIONED: '{name} Ви спомена в „{room}“',
  NOTICES_MENTIONED_UNNAMED: '{name} Ви спомена',
  NOTICES_SCHEDULED_NOT_SENT: 'Съобщението Ви до {room} не можа да се изпрати в определения час',
  NOTICES_SCHEDULED_OF_OTHER_NOT_SENT:
    'Съобщение на {name} до {room} не беше изпратено в определения час, защото авторът вече не работи тук',
  NOTICES_SCHEDULED_OVERTAKEN: 'Съобщението Ви до {room} не е изпратено: клиентът писа пръв',
  NOTICES_SCHEDULED_CANCELLED: '{name} отмени съобщението Ви до {room}',
  NOTICES_SCHEDULED_ANSWERED: 'Съобщението Ви до {room} не е изпратено: междувременно {name} отговори на клиента',
};
