/** What stands in the place of messages and below them at times: that nothing has been said, who types, what lies below, and how long a message may be. */
export const talk = {
  COMMUNICATIONS_NO_MESSAGES: 'No messages yet',
  COMMUNICATIONS_NO_MESSAGES_WORDS: 'Messages with the customer appear here.',
  COMMUNICATIONS_NO_MESSAGES_INTERNAL: 'What you write here is read by the colleagues in this chat alone.',
  COMMUNICATIONS_NO_NOTES: 'No notes yet',
  COMMUNICATIONS_NO_NOTES_WORDS: 'A note is for colleagues only. The customer never sees it.',
  COMMUNICATIONS_TYPING: '{name} is typing',
  COMMUNICATIONS_TYPING_ON: '{name} is typing on {channel}',
  COMMUNICATIONS_TYPING_MANY: '{names} are typing',
  COMMUNICATIONS_NEW_BELOW_one: '{count} new below',
  COMMUNICATIONS_NEW_BELOW_other: '{count} new below',
  COMMUNICATIONS_TO_NEWEST: 'To the newest',
  COMMUNICATIONS_LETTERS_LEFT_one: '{count} character left',
  COMMUNICATIONS_LETTERS_LEFT_other: '{count} characters left',
  COMMUNICATIONS_LETTERS_OVER_one: '{count} character too many',
  COMMUNICATIONS_LETTERS_OVER_other: '{count} characters too many',
};
