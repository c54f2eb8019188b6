import type { ServerTrouble } from '../server-trouble.ts';
import type { SignIn } from '../sign-in.ts';
import type { FetchingParts, Mailbox } from './mailbox.ts';

/** One connection's worth of fetching, and what it shares with those before it. */
export interface Session {
  parts: FetchingParts;
  mailbox: Mailbox;
  signIn: SignIn;
  /** Ends it. */
  signal: AbortSignal;
  /** How often each mail has broken a connection off, by its number or name. */
  stumbles: Map<string, number>;
  /** A mail is being fetched. */
  begun(): void;
  /**
   * The mailbox was looked through to its end.
   * @param left what is in the way of doing with its mails what was set for after fetching; null: nothing
   */
  well(left: ServerTrouble | null): Promise<void>;
}

/** A mail over which connections break so often is let be, so that it does not keep the others away. */
export const STUMBLES = 3;

/** What a server does not answer within the time does not come. */
export async function within<T>(work: Promise<T>, ms: number, giveUp: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('the mail server did not answer in time'));
      giveUp();
    }, ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
