import type { Room } from '@parley/contract';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { roomText, startText } from '../../../text.ts';
import { CommunicationsContext } from '../context.ts';
import type { PendingSend } from '../state/pending.ts';
import { roomOf } from '../state/room-readings.testing.ts';
import { newWorld } from '../state/room-world.testing.ts';
import { newRoomsStore } from '../store.ts';
import { PendingBubble } from './PendingBubble.tsx';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText().then(roomText);
});

const idle = { send: () => Promise.resolve(null), tell: () => true, subscribe: () => () => undefined, onOpen: () => () => undefined };

/** What a person reads of a send that stands so. */
const wordsOf = (...given: Parameters<typeof drawn>): string => drawn(...given).replaceAll(/<[^>]+>/g, ' ');

function drawn(
  standing: Pick<PendingSend, 'status' | 'reason' | 'params'>,
  kind: PendingSend['kind'] = 'Text',
  { turns, channels }: { turns: boolean; channels: Room['channels'] } = { turns: true, channels: [] },
): string {
  const written = { clientMessageId: 'message-1', roomId: 'room', kind, channelId: 'channel', text: 'An E27 bulb.', file: null };
  const send: PendingSend = { ...written, createdAt: '2026-11-02T08:00:00.000Z', ...standing };
  const row = {
    kind: 'pending',
    key: 'message-1',
    at: send.createdAt,
    day: null,
    isNewFromHere: false,
    opens: true,
    turns,
    send,
  } as const;
  const value = { me: 'me', store: newRoomsStore('me'), line: idle };
  const bubble = createElement(PendingBubble, { row, room: { ...roomOf(newWorld()), channels } });
  return renderToStaticMarkup(createElement(CommunicationsContext, { value }, bubble));
}

test.each(['Text', 'Note'] as const)('a %s that was refused keeps its words, says why, and offers to try again', (kind) => {
  const words = wordsOf({ status: 'failed', reason: 'ROOM_NOT_FOUND', params: {} }, kind);
  expect(words).toMatch(/An E27 bulb\..*Not sent\. Room does not exist\..*Retry/is);
});

test('one of which no reason is known says so by the default words', () => {
  const unknown = wordsOf({ status: 'failed', reason: 'SOMETHING_NEW', params: {} });
  expect(unknown).toContain('Not sent. Unexpected error.');
  expect(unknown).toBe(wordsOf({ status: 'failed', reason: 'ERROR_DEFAULT_MESSAGE', params: {} }));
});

test('one that the server was not reached with says that its text is kept', () => {
  expect(wordsOf({ status: 'failed', reason: 'COMMUNICATIONS_NOT_SENT_UNREACHABLE', params: {} })).toContain('The text is kept');
});

test('one on its way says nothing of a failure', () => {
  expect(wordsOf({ status: 'sending', reason: null, params: {} })).not.toMatch(/Not sent|Retry/);
});

test.each([true, false])(
  'over which channel one goes is said in a room with several, seen where it turns (%s), and never of a note',
  (turns) => {
    const [one] = roomOf(newWorld()).channels as [Room['channels'][number]];
    const sending = { status: 'sending', reason: null, params: {} } as const;
    const channels = [{ ...one, channelId: 'channel' }, one];
    const over = (kind: PendingSend['kind'], given: Room['channels']) =>
      drawn(sending, kind, { turns, channels: given }).match(/role="img" aria-label="Live chat"/g)?.length ?? 0;
    expect(over('Text', channels)).toBe(1);
    expect(over('Text', channels.slice(0, 1))).toBe(0);
    expect(over('Note', channels)).toBe(0);
  },
);
