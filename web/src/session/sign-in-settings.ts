import { Configuration } from '@parley/contract';

export type SignInSettings = Configuration['signIn'];

let underWay: Promise<SignInSettings> | null = null;
let known: SignInSettings | null = null;

async function ask(): Promise<SignInSettings> {
  const answer = await fetch('/api/configuration');
  if (!answer.ok) throw new Error(`The configuration was answered by ${answer.status}`);
  known = Configuration.parse(await answer.json()).signIn;
  return known;
}

/** Asks the server where people sign in; once it has answered, that holds for this page. Throws when it does not answer. */
export function readSignInSettings(): Promise<SignInSettings> {
  underWay ??= ask().catch((error: unknown) => {
    underWay = null;
    throw error;
  });
  return underWay;
}

/** Where people sign in. Only after the start-up sequence has read it; before, it is a bug and throws. */
export function signInSettings(): SignInSettings {
  if (known === null) throw new Error('signInSettings before they were read');
  return known;
}
