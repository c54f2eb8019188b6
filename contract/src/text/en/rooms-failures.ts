/** The same as `failures`, of what is done on the first screen; of frames, a key for each that is asked for. */
export const roomsFailures = {
  FAILED_FRAME_ASSIGN: 'The conversation could not be taken.',
  FAILED_FRAME_RESOLVE: 'The conversation could not be resolved.',
  FAILED_FRAME_PENDING: 'The message could not be sent again.',
  FAILED_ROOMS_CHANGE: 'The room could not be changed.',
  FAILED_FILES_URLS: 'The file could not be fetched.',
  FAILED_USERS_SET_CHAT_STATUS: 'Your status could not be changed.',
  FAILED_USERS_END_WRAP_UP: 'The wrap-up time could not be ended.',
  FAILED_NOTIFICATIONS_READ: 'The notifications could not be marked as read.',
};
