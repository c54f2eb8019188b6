import type { VisitorSendAnswer } from '@parley/contract/frames/visitor';
import type { Unsent } from '../link/messages.ts';
import type { Answer } from './api.ts';
import { retryDelay } from './connection/socket-machine.ts';

/** Where the line's messages come from and go to. */
export interface LineEnds {
  /** The first message that still has to go; nothing while none may. */
  next(): Unsent | undefined;
  deliver(message: Unsent): Promise<Answer<VisitorSendAnswer>>;
  answered(message: Unsent, answer: Answer<VisitorSendAnswer>): void;
}

/**
 * The line in which messages wait to be sent: one after the other, and none before the first has been taken or refused for
 * good, whatever comes between. What could not be asked is tried again, later each time.
 */
export function sendingLine({ next, deliver, answered }: LineEnds) {
  let going = false;
  let hurried = false;
  let tries = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function go(): Promise<void> {
    if (going) return;
    going = true;
    clearTimeout(retry);
    try {
      for (let message = next(); message; message = next()) {
        hurried = false;
        const answer = await deliver(message);
        answered(message, answer);
        if (answer.is !== 'broken') tries = 0;
        else if (!hurried) {
          retry = setTimeout(go, Math.max(retryDelay(tries++, Math.random()), answer.retryAfter ?? 0));
          return;
        }
      }
    } finally {
      going = false;
    }
  }

  return {
    /** Something new is to go: the line moves on from its first message, also when that waits for its next try. */
    go,
    /** The way may be free again: no more waiting, and a try that is under way in vain is followed by another at once. */
    hurry(): void {
      tries = 0;
      hurried = true;
      void go();
    },
  };
}
