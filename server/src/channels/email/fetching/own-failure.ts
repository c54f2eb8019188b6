import { ServerTrouble } from '../server-trouble.ts';

/** Our own storage or database failed: nothing is the mail server's fault, and it is told nothing. */
export class OwnFailure extends Error {
  constructor(cause: unknown) {
    super('what a mailbox brought could not be stored', { cause });
  }
}

/** Whatever goes wrong here is ours, but what is said to be the mail server's. */
export async function ours<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ServerTrouble ? error : new OwnFailure(error);
  }
}
