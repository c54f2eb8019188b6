import { defaultCustomerPanel, defaultNotices, type OfAccount, usualSending } from '@parley/contract';
import { expect, it } from 'vitest';
import type { Connection } from '../../realtime/connection.tsx';
import { followSettings } from './own-settings.ts';

const settings = (enterSends: boolean) => ({ enterSends, notices: defaultNotices, customerPanel: defaultCustomerPanel });
const account = (undoSendSeconds: 0 | 10): OfAccount => ({
  accountName: 'Lumen Home',
  features: { TAGS: undoSendSeconds > 0 },
  sending: { ...usualSending, undoSendSeconds },
});

type Kind = 'OwnSettings' | 'AccountChanged';

/** A line that says what the test says. */
function aLine() {
  const heard = new Map<string, (told: never) => void>();
  const openings = new Set<(opened: { first: boolean; atOnce: boolean; afterError: boolean }) => void>();
  const line: Pick<Connection, 'subscribe' | 'onOpen'> = {
    subscribe: (kind, handler) => {
      heard.set(kind, handler);
      return () => void heard.delete(kind);
    },
    onOpen: (callback) => {
      openings.add(callback);
      return () => void openings.delete(callback);
    },
  };
  return {
    line,
    say: (kind: Kind, told: unknown) => heard.get(kind)?.(told as never),
    open: (first: boolean) => openings.forEach((callback) => void callback({ first, atOnce: false, afterError: !first })),
  };
}

it('takes over what is told of the person and of the account, and reads both anew once the line has come back', async () => {
  const { line, say, open } = aLine();
  const changes: unknown[] = [];
  const stop = followSettings(
    line,
    async () => ({ ...account(0), settings: settings(true) }),
    (now) => changes.push(now),
  );
  open(true);
  say('OwnSettings', settings(false));
  say('AccountChanged', account(10));
  expect(changes).toEqual([{ settings: settings(false) }, account(10)]);
  open(false);
  await expect.poll(() => changes.at(-1)).toEqual({ ...account(0), settings: settings(true) });
  stop();
  say('OwnSettings', settings(false));
  say('AccountChanged', account(10));
  open(false);
  await Promise.resolve();
  expect(changes).toHaveLength(3);
});

it.each([
  ['OwnSettings', settings(false)],
  ['AccountChanged', account(10)],
] as const)('prefers what is told by %s while it reads', async (kind, told) => {
  const { line, say, open } = aLine();
  const changes: unknown[] = [];
  const reading = Promise.withResolvers<OfAccount & { settings: ReturnType<typeof settings> }>();
  followSettings(
    line,
    () => reading.promise,
    (now) => changes.push(now),
  );
  open(false);
  say(kind, told);
  reading.resolve({ ...account(0), settings: settings(true) });
  await reading.promise;
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(changes).toHaveLength(1);
});
