import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox, type TestSandbox } from '../sandbox.ts';
import type { Behaviour, Provider } from './driver.ts';

/** What the sandbox shows of a message that it has taken. */
interface Taken {
  id: string;
  to: string;
  text: string;
}

export interface SmsProvider extends Provider {
  sandbox: TestSandbox;
}

/** Reports are the tests' to bring. */
const NEVER = 3_600_000;
const QUIET = { double: 0, outOfOrder: false, reportAfter: [NEVER, NEVER] };
/** So long an answer is held where something is to happen before it. */
const HELD = 400;
const LOOK_EVERY = 10;

/** @param refusals what each way of refusing is called in the sandbox's controls */
export async function startSmsProvider(refusals: Record<'REFUSE' | 'NOT NOW' | 'SLOWER', object>): Promise<SmsProvider> {
  const sandbox = await startSandbox();
  let seen: { messages: Taken[]; asked: number } = { messages: [], asked: 0 };
  let told = 0;
  let hook: ((id: string, to: string) => Promise<void>) | null = null;
  let how: Behaviour = 'ACCEPT';
  const looking = new AbortController();

  async function look(): Promise<void> {
    seen = await sandbox.get('/providers/sms/messages');
    for (; told < seen.messages.length; told++) {
      const { id, to } = seen.messages[told] as Taken;
      void hook?.(id, to);
    }
  }
  const watch = (async () => {
    while (!looking.signal.aborted) {
      await look();
      await pause(LOOK_EVERY);
    }
  })();
  async function set(): Promise<void> {
    await sandbox.ask('DELETE', '/providers/sms/controls');
    const more = { ACCEPT: {}, ...refusals, 'UNKNOWN TO IT': { tokenExpired: true }, SILENCE: { silent: true }, DOWN: { down: true } }[how];
    await sandbox.ask('PUT', '/providers/sms/controls', { ...QUIET, ...more, answerAfter: hook ? HELD : 0 });
  }

  await set();
  return {
    sandbox,
    async behave(next) {
      how = next;
      hook = null;
      await set();
      await look();
    },
    taken: () => seen.messages.map(({ to, text }) => ({ to, text })),
    asked: () => seen.asked,
    beforeAnswer(next) {
      hook = next;
      void set();
    },
    async close() {
      looking.abort();
      await watch;
      await sandbox.close();
    },
  };
}
