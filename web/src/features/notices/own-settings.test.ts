import { defaultCustomerPanel, defaultNotices, type OwnSettings } from '@parley/contract';
import { expect, it } from 'vitest';
import type { Connection } from '../../realtime/connection.tsx';
import { followSettings } from './own-settings.ts';

const settings = (enterSends: boolean): OwnSettings => ({ enterSends, notices: defaultNotices, customerPanel: defaultCustomerPanel });

/** A line that says what the test says. */
function aLine() {
  const heard = new Set<(told: OwnSettings) => void>();
  const openings = new Set<(opened: { first: boolean; afterError: boolean }) => void>();
  const line: Pick<Connection, 'subscribe' | 'onOpen'> = {
    subscribe: (_kind, handler) => {
      heard.add(handler as (told: OwnSettings) => void);
      return () => void heard.delete(handler as (told: OwnSettings) => void);
    },
    onOpen: (callback) => {
      openings.add(callback);
      return () => void openings.delete(callback);
    },
  };
  return {
    line,
    say: (told: OwnSettings) => heard.forEach((handler) => void handler(told)),
    open: (first: boolean) => openings.forEach((callback) => void callback({ first, afterError: !first })),
  };
}

it('takes over what is told, and reads anew once the line has come back', async () => {
  const { line, say, open } = aLine();
  const chosen: boolean[] = [];
  const stop = followSettings(
    line,
    async () => settings(true),
    ({ enterSends }) => chosen.push(enterSends),
  );
  open(true);
  say(settings(false));
  expect(chosen).toEqual([false]);
  open(false);
  await expect.poll(() => chosen).toEqual([false, true]);
  stop();
  say(settings(false));
  open(false);
  await Promise.resolve();
  expect(chosen).toEqual([false, true]);
});

it('prefers what is told while it reads', async () => {
  const { line, say, open } = aLine();
  const chosen: boolean[] = [];
  let answer: (read: OwnSettings) => void = () => {};
  const reading = new Promise<OwnSettings>((resolve) => {
    answer = resolve;
  });
  followSettings(
    line,
    () => reading,
    ({ enterSends }) => chosen.push(enterSends),
  );
  open(false);
  say(settings(false));
  answer(settings(true));
  await reading;
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(chosen).toEqual([false]);
});
