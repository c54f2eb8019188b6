/** Starting conversations and adding channels to them: what can be done on each channel, what keeps one from it, what came of it. */
export const starting = {
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION: 'The conversation could not be started.',
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION_NOT_AVAILABLE_CHANNEL_TYPE:
    'The conversation could not be started: this kind of channel is not available.',
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_ADDED: 'The channel could not be added to the conversation.',

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
};
