/** What stands in the place of messages and below them at times: that nothing has been said, who types, what lies below, and how long a message may be. */
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
  COMMUNICATIONS_LETTERS_LEFT_one: 'остава {count} знак',
  COMMUNICATIONS_LETTERS_LEFT_other: 'остават {count} знака',
  COMMUNICATIONS_LETTERS_OVER_one: '{count} знак в повече',
  COMMUNICATIONS_LETTERS_OVER_other: '{count} знака в повече',
};
