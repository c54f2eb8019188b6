/** Starting conversations and adding channels to them: what can be done on each channel, what keeps one from it, what came of it. */
export const starting = {
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION: 'The conversation could not be started.',
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION_NOT_AVAILABLE_CHANNEL_TYPE:
    'The conversation could not be started: this kind of channel is not available.',
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_ADDED: 'The channel could not be added to the conversation.',

  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_UNSUBSCRIBED:
    'The customer has unsubscribed from this channel. You can write here again once they write or subscribe.',
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_CLOSED:
    'Our end of this channel is switched off, or only sends. Choose another channel, or ask an administrator.',
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NO_REPLIES: 'This sender is a name or a short code, not a phone number. It takes no replies.',

  COMMUNICATIONS_ANSWER_OVER: 'Reply on',
  COMMUNICATIONS_CHANNEL_IN_CONVERSATION: 'In this conversation',
  COMMUNICATIONS_CHANNEL_IN_OTHER: 'In another conversation of yours',
  COMMUNICATIONS_CHANNEL_ALWAYS: 'Always possible',
  COMMUNICATIONS_CHANNEL_NOT_IN_CONVERSATION: 'Not in a conversation now',
  COMMUNICATIONS_CHANNEL_CUSTOMER_BEGINS: 'Only the customer can begin here',
  COMMUNICATIONS_CHANNEL_CALLS_ONLY: 'For calls only',
  COMMUNICATIONS_CHANNEL_HELD_BY: '{name} is talking with the customer here',
  COMMUNICATIONS_CHANNEL_HELD_BY_BOT: 'A chatbot is talking with the customer here',
  COMMUNICATIONS_CHANNEL_WAITS: 'Waiting for an agent: take the conversation first',
  COMMUNICATIONS_CHANNEL_WAITS_WRITABLE: 'Waiting for an agent; you can write here without taking it',
  COMMUNICATIONS_CHANNEL_CAN_START: 'You can start a conversation',
  COMMUNICATIONS_CHANNEL_CAN_BE_ADDED: 'You can add it to your conversation',
  COMMUNICATIONS_TAKE_OTHERS_one: '{count} more waiting',
  COMMUNICATIONS_TAKE_OTHERS_other: '{count} more waiting',
  COMMUNICATIONS_CHANNEL_STARTING: 'Starting…',
  COMMUNICATIONS_START_ON: 'Start a conversation with {name} on this channel:',
  COMMUNICATIONS_ADD_ON: 'Add this channel to your conversation with {name}:',
  COMMUNICATIONS_START: 'Start',
  COMMUNICATIONS_ADD_CHANNEL: 'Add to my conversation',
  COMMUNICATIONS_START_AGAIN: 'Try again',

  // Where nothing can be written, and what arrived for those who hear the screen.
  COMMUNICATIONS_ARRIVED: '{name}: {text}',
  COMMUNICATIONS_BAR_HELD: 'This conversation is assigned to {name}.',
  COMMUNICATIONS_BAR_WAITS: 'This conversation is not assigned yet.',
  COMMUNICATIONS_BAR_BLOCKED: 'Marked as spam: messages from {name} are no longer accepted.',
  COMMUNICATIONS_BAR_RESOLVED: 'This conversation is resolved. When {name} writes again, a new one starts.',
  COMMUNICATIONS_BAR_CLOSED: 'None of this customer’s channels can be used now.',
  COMMUNICATIONS_WRITE_NOTE: 'Write a note',
};
