import type { Quote, RoomEvent } from '@parley/contract';
import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { everyText, startText } from '../../../text.ts';
import { CommunicationsContext } from '../context.ts';
import { typeDraft } from '../state/draft-changes.ts';
import { type Drafts, draftKey, NOTE } from '../state/drafts.ts';
import { hearQuoted } from '../state/drafts-heard.ts';
import { type PendingSend, startSend } from '../state/pending.ts';
import { changeState, newRoomsStore } from '../store.ts';
import { setDraft } from '../writing.ts';
import { ToField } from './ToField.tsx';
import { isToBeChanged, toField } from './to-field.ts';

const ROOM = '00000000-0000-4000-8000-000000000001';
const KEY = draftKey(ROOM, NOTE);
beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText().then(everyText);
});

const quote: Quote = {
  eventId: '00000000-0000-4000-8000-000000000002',
  type: 'MESSAGE',
  originType: 'USER',
  originId: ROOM,
  originName: 'Dora Ilieva',
  text: 'The old price',
  privateMessage: true,
};
const line = { send: () => Promise.resolve(null), tell: () => true, subscribe: () => () => undefined, onOpen: () => () => undefined };

beforeEach(() => {
  const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  vi.stubGlobal('sessionStorage', nothing);
  vi.stubGlobal('window', { localStorage: nothing });
  return () => vi.unstubAllGlobals();
});

/** A note with a quote that was refused, with other words in the field since, brought back. */
function broughtBack(reason: string) {
  const store = newRoomsStore('me');
  const send: PendingSend = {
    clientMessageId: 'message-1',
    roomId: ROOM,
    kind: 'Note',
    channelId: null,
    text: 'As @Dora says',
    file: null,
    quote,
    createdAt: '2026-11-02T08:00:00.000Z',
    status: 'failed',
    reason,
    params: {},
  };
  changeState(store, (state) => startSend(state, send));
  setDraft(store, KEY, { text: 'Begun since' });
  toField({ store, line }, send);
  const { state, drafts, writesIn } = store.getState();
  const draft = drafts.get(KEY);
  return { sends: state.pending.get(ROOM), draft, quoted: draft?.fields.quote, writesIn };
}

test('what was refused comes back into the field with what it answers to, and what stood there is offered', () => {
  const { sends, draft, quoted, writesIn } = broughtBack('MENTION_OUT_OF_SIGHT');
  expect(sends).toBeUndefined();
  expect(draft?.text).toBe('As @Dora says');
  expect(draft?.unsaved?.aside.map(({ text }) => text)).toEqual(['Begun since']);
  expect(quoted).toEqual(quote);
  expect(writesIn).toEqual({ roomId: ROOM, tab: 2 });
});

test('it answers no more to what was deleted', () => {
  expect(broughtBack('MESSAGE_DELETED').quoted).toBeUndefined();
});

test('what is refused for what it is or refers to is changed, everything else may be tried again too', () => {
  const reasons = ['MESSAGE_DELETED', 'MENTION_OUT_OF_SIGHT', 'CHANNEL_TEXT_TOO_LONG', 'SMS_TOO_LONG', 'CHANNEL_TAKES_NO_PROGRAMS'];
  expect(reasons.filter((reason) => !isToBeChanged({ reason }))).toEqual([]);
  const others = ['ROOM_NOT_A_PARTICIPANT', 'CHANNEL_NOT_CONNECTED', 'CONVERSATION_RESOLVED', 'COMMUNICATIONS_NOT_SENT_UNREACHABLE', null];
  expect(others.filter((reason) => isToBeChanged({ reason }))).toEqual([]);
});

test('each that was refused is offered to be changed, and one that waits for the server only to go at once', () => {
  const shown = (reason: string) => {
    const send = { reason, status: 'failed' } as PendingSend;
    const value = { me: 'me', store: newRoomsStore('me'), line };
    const field = createElement(ToField, { send } as ComponentProps<typeof ToField>, 'Retry');
    return renderToStaticMarkup(createElement(CommunicationsContext, { value }, field))
      .replaceAll(/<[^>]+>/g, ' ')
      .trim();
  };
  expect(shown('CHANNEL_TEXT_TOO_LONG')).toBe('Edit');
  expect(shown('CHANNEL_NOT_CONNECTED')).toBe('Retry Edit');
  expect(shown('COMMUNICATIONS_NOT_SENT_UNREACHABLE')).toBe('Retry');
});

test('what is quoted in the composer has the words of now, and none once it was deleted', () => {
  const drafts = typeDraft(new Map(), KEY, { text: 'As said', fields: { quote } }, 0);
  const event = { id: quote.eventId, since: {}, eventData: { message: { text: 'The new price' } } } as RoomEvent;
  const quoted = (all: Drafts) => all.get(KEY)?.fields.quote;
  const edited = hearQuoted(drafts, event);
  expect(quoted(edited)).toEqual({ ...quote, text: 'The new price' });
  // As it was typed, it is saved anyway: nothing new is.
  expect(edited.get(KEY)?.unsaved).toBe(drafts.get(KEY)?.unsaved);
  const deleted = { at: '2026-11-02T08:00:00.000Z', byId: ROOM, byName: 'Dora Ilieva' };
  const gone = { ...event, since: { deleted }, eventData: { ...event.eventData, message: null } };
  expect(quoted(hearQuoted(edited, gone))).toEqual({ ...quote, text: null, deleted: true });
  expect(hearQuoted(drafts, { ...event, id: ROOM })).toBe(drafts);
});
