/** What stands in the place of messages and below them at times: that nothing has been said, who types, and what lies below. */
export const talk = {
  COMMUNICATIONS_NO_MESSAGES: 'Още нищо не е казано',
  COMMUNICATIONS_NO_MESSAGES_WORDS: 'Тук се появяват съобщенията с клиента.',
  COMMUNICATIONS_NO_MESSAGES_INTERNAL: 'Написаното тук четат само колегите в чата.',
  COMMUNICATIONS_NO_NOTES: 'Още няма бележки',
  COMMUNICATIONS_NO_NOTES_WORDS: 'Бележката е само за колегите. Клиентът никога не я вижда.',
  COMMUNICATIONS_TYPING: '{name} пише',
  COMMUNICATIONS_TYPING_ON: '{name} пише в {channel}',
  COMMUNICATIONS_TYPING_MANY: '{names} пишат',
  COMMUNICATIONS_NEW_BELOW_one: '{count} ново по-долу',
  COMMUNICATIONS_NEW_BELOW_other: '{count} нови по-долу',
  COMMUNICATIONS_TO_NEWEST: 'Към най-новите',
};
