/** Letters about somebody's sign-in, sent by the installation. */
export const letters = {
  LETTER_GREETING: 'Hello {name},',
  LETTER_INVITATION_SUBJECT: 'Your invitation to Parley',
  LETTER_INVITATION: 'You are invited to Parley at {host}. Choose a password, and you can begin.',
  LETTER_INVITATION_ACTION: 'Choose a password',
  LETTER_INVITATION_NOTE: 'The link works once, within 7 days. If you did not expect this letter, you need not do anything.',
  LETTER_RESET_SUBJECT: 'A new password for Parley',
  LETTER_RESET: 'Somebody, probably you, asked for a new password at {host}.',
  LETTER_RESET_ACTION: 'Choose a new password',
  LETTER_RESET_NOTE: 'The link works once, within an hour. If it was not you, you need not do anything: your password stays as it is.',
  LETTER_PASSWORD_LINK: 'An administrator of Parley at {host} made you a link to choose a new password.',
  LETTER_PASSWORD_LINK_NOTE:
    'The link works once, within 24 hours. If you did not ask for it, tell your administrator: your password stays as it is.',
  LETTER_EMAIL_SUBJECT: 'Confirm your new address for Parley',
  LETTER_EMAIL: 'You want to sign in at {host} with {email} from now on. Please confirm that this address is yours.',
  LETTER_EMAIL_ACTION: 'Confirm the address',
  LETTER_EMAIL_NOTE: 'The link works once, within 24 hours. If it was not you, you need not do anything.',
  LETTER_EMAIL_CHANGED_SUBJECT: 'Your address for Parley was changed',
  LETTER_EMAIL_CHANGED: 'From now on you sign in at {host} with {email}, no longer with the address that this letter was sent to.',
  LETTER_PASSWORD_CHANGED_SUBJECT: 'Your password for Parley was changed',
  LETTER_PASSWORD_CHANGED: 'Your password at {host} was changed, and your other sign-ins were ended.',
  LETTER_LOCKED_SUBJECT: 'Your sign-in to Parley is locked for a while',
  LETTER_LOCKED:
    'Somebody tried {tries} times to sign in as you at {host}, each time in vain. Your sign-in is locked for {minutes} minutes.',
  LETTER_LOCKED_NOTE:
    'Whoever is signed in already can go on working. If it was not you, choose another password, and turn on a second step in your profile.',
  LETTER_TRANSCRIPT_SUBJECT: 'Your conversation with {site}',
  LETTER_TRANSCRIPT: 'Hello, this is what was said in your conversation with {site}. Times are in {zone}.',
  LETTER_TRANSCRIPT_YOU: 'You',
  LETTER_TRANSCRIPT_LINE: '{name}, {time}',
  LETTER_TRANSCRIPT_FILE: 'File: {file}',
  LETTER_TRANSCRIPT_CUT: 'What was said earlier is left out.',
  LETTER_TRANSCRIPT_NOTE:
    'This address was given in the chat. If it was not you, you need not do anything. Nobody reads answers to this letter.',
  LETTER_NOT_YOU: 'If it was not you, tell your administrator at once.',
};
