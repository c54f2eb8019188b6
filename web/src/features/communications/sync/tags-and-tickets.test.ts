import { beforeEach, expect, test, vi } from 'vitest';
import { id, newWorld } from '../state/room-world.testing.ts';
import { ROOM } from '../state/stories.testing.ts';
import { Server } from './server.testing.ts';
import { readTagged, readUnseenTickets, startTagsAndTickets, useTagsAndTickets } from './tags-and-tickets.ts';

let server: Server;
let stop: () => void;
const taggedNow = () => useTagsAndTickets.getState().tagged.get(ROOM)?.value ?? null;
const unseenNow = () => [...(useTagsAndTickets.getState().unseenTickets.value ?? ['nothing is held'])];
const tagged = (contextId: string, more = {}) =>
  server.push({
    type: 'MetaEventAssociation',
    payload: { roomId: ROOM, contextType: 'CONVERSATION', contextId, isTagged: true, isUpdated: false, ...more },
  });
const none = { conversationsWithMetaEvents: [], callsWithMetaEvents: [] };

beforeEach(() => {
  server = new Server(newWorld());
  stop = startTagsAndTickets(server.line);
  return () => {
    stop();
    vi.unstubAllGlobals();
  };
});

test('what is told while an older answer is on its way stands; a reading that fails leaves what was held, and says of what', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof none>();
  const reading = readTagged(ROOM, () => promise);
  tagged(id('c1'));
  tagged(id('p1'), { contextType: 'PHONE' });
  expect(taggedNow()).toBeNull();
  resolve(none);
  await reading;
  expect(taggedNow()).toEqual({ roomId: ROOM, conversationsWithMetaEvents: [id('c1')], callsWithMetaEvents: [id('p1')] });
  await expect(readTagged(ROOM, () => Promise.reject(new Error('no network')))).rejects.toThrow('no network');
  tagged(id('c1'), { isTagged: false });
  expect(taggedNow()).toEqual({ roomId: ROOM, conversationsWithMetaEvents: [], callsWithMetaEvents: [id('p1')] });
});

test('a ticket that was looked at on another screen is unseen no more', async () => {
  await readUnseenTickets(() => Promise.resolve([id('t1'), id('t2')]));
  server.push({ type: 'TicketSeen', payload: { ticketId: id('t1') } });
  expect(unseenNow()).toEqual([id('t2')]);
});

test('after a time without a connection nothing is held that nobody could tell the end of', async () => {
  await readTagged(ROOM, () => Promise.resolve(none));
  await readUnseenTickets(() => Promise.resolve([]));
  expect([taggedNow(), unseenNow()]).toEqual([{ roomId: ROOM, ...none }, []]);
  server.open({ first: false, atOnce: false, afterError: true });
  expect([taggedNow(), unseenNow()]).toEqual([null, ['nothing is held']]);
});
