/** Pages that say one thing: that something broke, that one may not, or that there is nothing. */
export const noticePages = {
  FRAME_UNEXPECTED_WORDS: 'Something went wrong that nobody expected. Messages that you were writing are kept.',
  FRAME_FORBIDDEN: 'You don’t have sufficient rights',
  FRAME_FORBIDDEN_WORDS: 'Your role does not have access to this page.',
  FRAME_NOT_FOUND: 'Not found',
  FRAME_NOT_FOUND_WORDS: 'There is no page at this address.',
  FRAME_BACK_HOME: 'Go to the start page',
  FRAME_INSECURE: 'Parley needs a secure address',
  FRAME_INSECURE_WORDS:
    'This page was opened over plain http from another computer, where the browser offers no safe sign-in. Open Parley by its https address, or on the computer where it runs.',
  FRAME_NO_STORAGE: 'The browser lets Parley keep nothing',
  FRAME_NO_STORAGE_WORDS:
    'To keep you signed in, Parley needs the browser’s storage, and it is blocked for this address. In the browser’s settings for this site, allow cookies and site data (often by the sign left of the address), then reload the page.',
  FRAME_NO_ACCESS: 'You have no access to Parley',
  FRAME_NO_ACCESS_ASK: '{reason} Ask the people who administer your sign-in, or your administrator in Parley.',
  FRAME_SIGN_IN_OTHER: 'Sign in as somebody else',
  FRAME_ROLE_UPDATED: 'Your role was updated',
  FRAME_ROLE_UPDATED_WORDS: 'Parley shows you what your new role may see.',
  FRAME_ACCESS_CHANGED: 'Your access has changed',
  FRAME_ACCESS_CHANGED_WORDS: 'Sign in again so that it takes effect. If you cannot, your access has ended: ask your administrator.',
  FRAME_CONTINUE: 'Continue',
  FRAME_SIGN_IN_AGAIN: 'Sign in again',
};
