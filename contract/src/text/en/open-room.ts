/** An open room: its head, timeline, composer and files (communications, sections 2 to 4 and 8). */
export const openRoom = {
  // The rooms
  COMMUNICATIONS_ROOM_HEADER: 'Room header',
  COMMUNICATIONS_TIMELINE_ROW: 'A message or event',
  COMMUNICATIONS_YOU: 'You',
  COMMUNICATIONS_WRITER: '{name}:',

  // The room
  COMMUNICATIONS_BACK_TO_ROOMS: 'Back to the rooms',
  COMMUNICATIONS_BACK_TO_ROOM: 'Back to the conversation',
  COMMUNICATIONS_ROOM_MENU: 'More',
  COMMUNICATIONS_UNSTAR: 'Unstar',
  COMMUNICATIONS_STAR: 'Star',
  COMMUNICATIONS_HELD_BY_YOU: 'Assigned to you since {time}',
  COMMUNICATIONS_HELD_BY: 'Assigned to {name} since {time}',
  COMMUNICATIONS_WAITING_SINCE: 'Waiting since {time}',
  COMMUNICATIONS_IS_RESOLVED: 'Resolved',
  COMMUNICATIONS_IS_BEING_RESOLVED: 'Being resolved',
  COMMUNICATIONS_TABS: 'Parts of the room',
  COMMUNICATIONS_TAB_CONVERSATION: 'Conversation',
  COMMUNICATIONS_TAB_CUSTOMER: 'Customer',
  COMMUNICATIONS_TAB_MEMBERS: 'Members',
  COMMUNICATIONS_TAB_NOTES: 'Notes',

  // The timeline
  COMMUNICATIONS_TIMELINE: 'Messages',
  COMMUNICATIONS_NEW: 'New',
  COMMUNICATIONS_EARLIER_LOADING: 'Loading earlier messages',
  COMMUNICATIONS_EARLIER_FAILED: 'Earlier messages could not be loaded',
  COMMUNICATIONS_LATER_LOADING: 'Loading the newest messages',
  COMMUNICATIONS_LATER_FAILED: 'Newer messages could not be loaded',
  COMMUNICATIONS_EVENT_LOADING: 'Loading the linked message',
  COMMUNICATIONS_EVENT_FAILED: 'The linked message could not be loaded',
  COMMUNICATIONS_MESSAGE_MENU: 'Message actions',
  COMMUNICATIONS_ONLY_COLLEAGUES: 'Only colleagues see this',

  // Delivery
  COMMUNICATIONS_STATUS_SENDING: 'Sending',
  COMMUNICATIONS_STATUS_SAVED: 'Saved',
  COMMUNICATIONS_STATUS_PENDING: 'Being sent',
  COMMUNICATIONS_STATUS_SENT: 'Sent',
  COMMUNICATIONS_STATUS_DELIVERED: 'Delivered',
  COMMUNICATIONS_STATUS_SEEN: 'Seen',
  COMMUNICATIONS_RETRY: 'Retry',
  COMMUNICATIONS_DISCARD: 'Discard',

  // The composer
  COMMUNICATIONS_COMPOSER_AREA: 'Composer',
  COMMUNICATIONS_COMPOSER: 'Write',
  COMMUNICATIONS_WRITE_ON: 'Write to {name} on {channel}',
  COMMUNICATIONS_WRITE: 'Write a message',
  COMMUNICATIONS_NOTE_FIELD: 'Write a note for your colleagues',
  COMMUNICATIONS_NOTE: 'Note',
  COMMUNICATIONS_PRIVATE_NOTE: 'Private note',
  COMMUNICATIONS_NOTE_SEEN_BY: 'only colleagues see this',
  COMMUNICATIONS_SAVE_NOTE: 'Save note',
  COMMUNICATIONS_SEND: 'Send',
  COMMUNICATIONS_SAVED_AS_DRAFT: 'Saved as draft',
  COMMUNICATIONS_DRAFT_KEPT_HERE: 'Kept on this computer only',
  COMMUNICATIONS_DRAFT_KEPT_HERE_WHY: 'Kept on this computer only: {reason}',
  COMMUNICATIONS_CHOOSE_CHANNEL: 'Choose the channel',
  COMMUNICATIONS_TAKE_ON: 'Take {channel}',
  COMMUNICATIONS_DEED_ON: '{deed}: {channel}',

  // Files
  COMMUNICATIONS_UPLOADING: 'Uploading',
  COMMUNICATIONS_ATTACHMENT_FAILED: 'Remove the files that were not uploaded, or try them again.',

  COMMUNICATIONS_INBOUND_ROUTING: 'Inbound routing rules',
  COMMUNICATIONS_BY_CHATBOT: 'Chatbot',
  COMMUNICATIONS_BY_API: 'Another system',
  COMMUNICATIONS_BY_BROADCAST: 'Broadcast',
};
