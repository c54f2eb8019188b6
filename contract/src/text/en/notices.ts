/** What rings. */
export const notices = {
  NOTICES_LIST: 'Notifications',
  NOTICES_LIST_UNREAD_one: 'Notifications, {count} unread',
  NOTICES_LIST_UNREAD_other: 'Notifications, {count} unread',
  NOTICES_ASSIGNED: 'This conversation is now assigned to you',
  NOTICES_WAITING: 'Waiting for somebody to take it',
  NOTICES_NOTE_BY: 'Note by {name}: {text}',
  NOTICES_SAID_BY: '{name}: {text}',
};
