import type { starting as en } from '../en/starting.ts';

export const starting: Record<keyof typeof en, string> = {
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION: 'Разговорът не можа да започне.',
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION_NOT_AVAILABLE_CHANNEL_TYPE:
    'Разговорът не можа да започне: този вид канал не е достъпен.',
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_ADDED: 'Каналът не можа да бъде добавен към разговора.',

  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_UNSUBSCRIBED:
    'Клиентът се отписа от този канал. Ще можете да пишете тук, когато той пише или се абонира отново.',
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_CLOSED:
    'Каналът е изключен от наша страна или само изпраща. Изберете друг канал или се обърнете към администратор.',
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NO_REPLIES: 'Подателят е име или кратък номер, а не телефон. Не може да му се отговори.',

  COMMUNICATIONS_ANSWER_OVER: 'Отговор по',
  COMMUNICATIONS_CHANNEL_IN_CONVERSATION: 'В този разговор',
  COMMUNICATIONS_CHANNEL_IN_OTHER: 'В друг Ваш разговор',
  COMMUNICATIONS_CHANNEL_ALWAYS: 'Винаги е възможно',
  COMMUNICATIONS_CHANNEL_NOT_IN_CONVERSATION: 'Сега не е в разговор',
  COMMUNICATIONS_CHANNEL_CUSTOMER_BEGINS: 'Тук може да започне само клиентът',
  COMMUNICATIONS_CHANNEL_CALLS_ONLY: 'Само за обаждания',
  COMMUNICATIONS_CHANNEL_HELD_BY: 'Тук с клиента разговаря {name}',
  COMMUNICATIONS_CHANNEL_HELD_BY_BOT: 'Тук с клиента разговаря чатбот',
  COMMUNICATIONS_CHANNEL_WAITS: 'Чака агент: първо поемете разговора',
  COMMUNICATIONS_CHANNEL_WAITS_WRITABLE: 'Чака агент; можете да пишете тук и без да го поемете',
  COMMUNICATIONS_CHANNEL_CAN_START: 'Можете да започнете разговор',
  COMMUNICATIONS_CHANNEL_CAN_BE_ADDED: 'Можете да го добавите към Вашия разговор',
  COMMUNICATIONS_TAKE_OTHERS_one: 'Чака още {count}',
  COMMUNICATIONS_TAKE_OTHERS_other: 'Чакат още {count}',
  COMMUNICATIONS_CHANNEL_STARTING: 'Започва се…',
  COMMUNICATIONS_START_ON: 'Започнете разговор с {name} по този канал:',
  COMMUNICATIONS_ADD_ON: 'Добавете този канал към Вашия разговор с {name}:',
  COMMUNICATIONS_START: 'Започване',
  COMMUNICATIONS_ADD_CHANNEL: 'Добавяне към моя разговор',
  COMMUNICATIONS_START_AGAIN: 'Нов опит',

  // Where nothing can be written, and what arrived for those who hear the screen.
  COMMUNICATIONS_ARRIVED: '{name}: {text}',
  COMMUNICATIONS_BAR_HELD: '{name} води този разговор.',
  COMMUNICATIONS_BAR_WAITS: 'Още никой не води този разговор.',
  COMMUNICATIONS_BAR_BLOCKED: 'Отбелязано като спам: съобщения от {name} вече не се приемат.',
  COMMUNICATIONS_BAR_RESOLVED: 'Разговорът е приключен. Когато {name} пише отново, започва нов.',
  COMMUNICATIONS_BAR_CLOSED: 'Никой канал на клиента не е достъпен сега.',
  COMMUNICATIONS_WRITE_NOTE: 'Писане на бележка',
};
