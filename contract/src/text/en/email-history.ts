/** What stands above the words that an e-mail quotes or passes on, in the language of the account. */
export const emailHistory = {
  EMAIL_HISTORY_WROTE: 'On {date}, {name} wrote:',
  EMAIL_HISTORY_FORWARDED: 'Forwarded message',
  EMAIL_HISTORY_FROM: 'From: {value}',
  EMAIL_HISTORY_DATE: 'Date: {value}',
  EMAIL_HISTORY_SUBJECT: 'Subject: {value}',
  EMAIL_HISTORY_TO: 'To: {value}',
  EMAIL_HISTORY_CC: 'Cc: {value}',
};
