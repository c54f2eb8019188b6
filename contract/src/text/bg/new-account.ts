import type { newAccount as en } from '../en/new-account.ts';

export const newAccount: Record<keyof typeof en, string> = {
  NEW_ACCOUNT_QUEUE: 'Общи запитвания',
};
