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
function wordsAfter(...story: Happening[]): string {
  const world = story.reduce((before, one) => happen(before, one).world, newWorld());
  const event = world.events.at(-1);
  if (event === undefined) throw new Error('nothing was said');
  const row = {
    kind: 'message',
    key: event.id,
    day: null,
    isNewFromHere: false,
    event,
    opens: false,
    closes: true,
    lags: false,
    isLastOwn: false,
  } as const;
  const value = { me: ME, store: newRoomsStore(ME), line: idle };
  const bubble = isSpecial(event) ? createElement(EventFace, { event }) : createElement(MessageBubble, { row, room: roomOf(world) });
  const pictured = createElement(ColleaguePictures, { value: () => null }, bubble);
  const named = createElement(ColleagueNames, { value: () => 'a colleague' }, pictured);
  return renderToStaticMarkup(createElement(CommunicationsContext, { value }, named)).replaceAll(/<[^>]+>/g, ' ');
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
