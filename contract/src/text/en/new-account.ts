/** What a new account is given. */
export const newAccount = {
  NEW_ACCOUNT_QUEUE: 'General',
};
