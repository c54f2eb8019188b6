import type { Room } from '@parley/contract';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { startText } from '../../../text.ts';
import { CommunicationsContext } from '../context.ts';
import { EventFace } from '../faces/EventFace.tsx';
import { isSpecial } from '../faces/later.ts';
import { loadHeld } from '../files/later.ts';
import { ColleagueNames, ColleaguePictures } from '../names.ts';
import type { Happening } from '../state/happenings.testing.ts';
import { roomOf } from '../state/room-readings.testing.ts';
import { happen, ME, newWorld } from '../state/room-world.testing.ts';
import { newRoomsStore } from '../store.ts';
import { MessageBubble } from './MessageBubble.tsx';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText().then(loadHeld);
});

const idle = { send: () => Promise.resolve(null), tell: () => true, subscribe: () => () => undefined, onOpen: () => () => undefined };
const announced = { kind: 'fileComes', from: 'customer', isNote: false, isPicture: true, isComing: true, text: 'My parcel.' } as const;

/** What a person reads of the last message after this. */
const wordsAfter = (...story: Happening[]): string => bubbleAfter(false, story).replaceAll(/<[^>]+>/g, ' ');

/** The same as it is drawn, which begins a group or goes on with one. */
function bubbleAfter(opens: boolean, story: readonly Happening[], channels?: Room['channels']): string {
  const world = story.reduce((before, one) => happen(before, one).world, newWorld());
  const event = world.events.at(-1);
  if (event === undefined) throw new Error('nothing was said');
  const room = roomOf(world);
  const row = {
    kind: 'message',
    key: event.id,
    day: null,
    isNewFromHere: false,
    event,
    opens,
    closes: true,
    lags: false,
    isLastOwn: false,
  } as const;
  const value = { me: ME, store: newRoomsStore(ME), line: idle };
  const bubble = isSpecial(event)
    ? createElement(EventFace, { event })
    : createElement(MessageBubble, { row, room: { ...room, channels: channels ?? room.channels } });
  const pictured = createElement(ColleaguePictures, { value: () => null }, bubble);
  const named = createElement(ColleagueNames, { value: () => 'a colleague' }, pictured);
  return renderToStaticMarkup(createElement(CommunicationsContext, { value }, named));
}

test('a message whose file is still coming says so, by its name and with its words', () => {
  const words = wordsAfter(announced);
  expect(words).toMatch(/снимка.*The file is coming….*My parcel\./s);
  expect(words).not.toContain('could not be fetched');
});

test('one whose file could not be fetched says so, and keeps what came with it', () => {
  const words = wordsAfter(announced, { kind: 'mediaArrives', pick: 0, as: null });
  expect(words).toMatch(/снимка.*This file could not be fetched.*My parcel\./s);
  expect(words).not.toContain('coming');
});

test('one whose file has come is that file', () => {
  const words = wordsAfter(announced, { kind: 'mediaArrives', pick: 0, as: 'file' });
  expect(words).toMatch(/снимка.*My parcel\./s);
  expect(words).not.toMatch(/coming|could not be fetched/);
});

test('what says nothing is said to be empty', () => {
  expect(wordsAfter({ kind: 'customerSays', text: ' ' })).toMatch(/Empty message/);
});

test.each([true, false])(
  'over which channel it came or went is said with each message of a room with several, and once where it opens a group: %s',
  (opens) => {
    const [one] = roomOf(newWorld()).channels as [Room['channels'][number]];
    const several = [one, { ...one, channelId: 'another' }];
    for (const kind of ['customerSays', 'iSay'] as const) {
      const drawn = bubbleAfter(opens, [{ kind, text: 'Hello' }], several);
      expect(drawn.match(/role="img" aria-label="Live chat"/g)).toHaveLength(1);
    }
    expect(bubbleAfter(opens, [{ kind: 'iSay', text: 'Hello' }], [one])).not.toContain('aria-label="Live chat"');
  },
);
