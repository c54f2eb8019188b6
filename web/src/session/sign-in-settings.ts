import type { Configuration } from '@parley/contract';

export type SignInSettings = Configuration['signIn'];

let known: SignInSettings | null = null;

/** The start-up sequence asks the server first of all; what it answers holds for as long as the page is open. */
export function keepSignInSettings(settings: SignInSettings): void {
  known = settings;
}

export const knowsSignInSettings = (): boolean => known !== null;

/** Where people sign in. Before the start-up sequence has asked it is a bug, and throws. */
export function signInSettings(): SignInSettings {
  if (known === null) throw new Error('signInSettings before they were asked for');
  return known;
}
