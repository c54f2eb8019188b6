/** Pages that say one thing: that something broke, that one may not, or that there is nothing. */
export const noticePages = {
  FRAME_UNEXPECTED_WORDS: 'Something went wrong that nobody expected. Messages that you were writing are kept.',
  FRAME_FORBIDDEN: 'You don’t have sufficient rights',
  FRAME_FORBIDDEN_WORDS: 'Your role does not have access to this page.',
  FRAME_NOT_FOUND: 'Not found',
  FRAME_NOT_FOUND_WORDS: 'There is no page at this address.',
  FRAME_BACK_HOME: 'Go to the start page',
};
