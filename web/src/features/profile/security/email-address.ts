import { userFields } from '@parley/contract';

/** Whether this is an e-mail address, by the contract's own rule. */
export const isEmailAddress = (typed: string): boolean => userFields.email.safeParse(typed.trim()).success;
