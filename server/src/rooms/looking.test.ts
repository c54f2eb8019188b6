import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import type { Actor } from '../accounts/index.ts';
import { createHub, type Hub, type Socket } from '../platform/hub.ts';
import { openLog } from '../platform/log.ts';
import { userSubjects } from './access.ts';
import { takeAs } from './acting.ts';
import { createInternalRoom } from './colleagues/internal-rooms.ts';
import { createLookers, type Lookers } from './looking.ts';
import { receiveText } from './receive.ts';
import { inRooms } from './work.ts';

let database: TestDatabase;
let rooms: TestRooms;
let account: TestAccount;
let [elena, boris, petar] = [] as unknown as [Actor, Actor, Actor];
/** Two server processes: a hub each, with one bus between them. */
let processes: { hub: Hub; lookers: Lookers }[];

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
  [elena, boris, petar] = [
    await account.agent('Elena'),
    await account.agent('Boris'),
    await account.agent('Petar', { role: 'supervisor' }),
  ];
  const log = openLog('silent');
  processes = [rooms.deps.hub, createHub(rooms.bus)].map((hub) => ({ hub, lookers: createLookers({ ...rooms.deps, hub, log }) }));
});
afterAll(() => database.drop());

/** A room that Elena holds. */
let roomId: string;
beforeEach(async () => {
  const visitor = await account.visitor();
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  roomId = visitor.roomId;
  await takeAs(rooms.deps, elena, roomId);
});

interface Window {
  heard: { roomId: string; userId: string; windowId: string; isLooking: boolean }[];
  look(roomId: string | null): Promise<void>;
  close(): void;
}

async function windowOf(actor: Actor, at: 0 | 1 = 0): Promise<Window> {
  const { hub, lookers } = processes[at] as (typeof processes)[number];
  const heard: Window['heard'] = [];
  const socket: Socket = {
    write(text) {
      const { type, payload } = JSON.parse(text);
      if (type === 'Looking' && payload.userId !== actor.userId) heard.push(payload);
    },
    close: () => {},
  };
  hub.join(socket, await userSubjects(database.db)(actor));
  return {
    heard,
    look: (room) => lookers.look({ socket, actor }, room),
    close() {
      hub.leave(socket);
      lookers.left({ socket, actor });
    },
  };
}
const told = ({ heard }: Window) => heard.splice(0).map(({ roomId: room, userId, isLooking }) => [room === roomId, userId, isLooking]);

it('is told between the windows that look at one room, in whichever process, and to no other', async () => {
  const [hers, his, elsewhere] = [await windowOf(elena), await windowOf(petar, 1), await windowOf(petar)];
  await hers.look(roomId);
  await his.look(roomId);
  expect(told(hers)).toEqual([[true, petar.userId, true]]);
  await hers.look(roomId);
  expect(told(his)).toEqual([[true, elena.userId, true]]);
  await his.look(null);
  expect(told(hers)).toEqual([[true, petar.userId, false]]);
  expect(elsewhere.heard).toEqual([]);
  expect(rooms.told.filter(([kind]) => kind === 'typing')).toEqual([]);
});

it('ends with the window, with another room, and for each window of one person apart', async () => {
  const [hers, first, second] = [await windowOf(elena), await windowOf(petar), await windowOf(petar, 1)];
  for (const one of [hers, first, second]) await one.look(roomId);
  expect(new Set(hers.heard.map(({ windowId }) => windowId)).size).toBe(2);
  const [closed] = hers.heard;
  told(hers);
  first.close();
  await expect.poll(() => hers.heard.map(({ windowId, isLooking }) => [windowId, isLooking])).toEqual([[closed?.windowId, false]]);
  told(hers);
  const other = await account.visitor();
  await receiveText(rooms.deps, { ...other, text: 'Hello', clientMessageId: messageId() });
  await second.look(other.roomId);
  expect(told(hers)).toEqual([[true, petar.userId, false]]);
});

it('says nothing of a window that closed while it was being asked for', async () => {
  const [hers, his] = [await windowOf(elena), await windowOf(petar)];
  await hers.look(roomId);
  const looking = his.look(roomId);
  his.close();
  await looking;
  await hers.look(roomId);
  expect(hers.heard.filter(({ isLooking }) => isLooking)).toEqual([]);
  expect(his.heard).toEqual([]);
});

it('is neither said nor heard by who may not see the room, also from the moment that they may not', async () => {
  const [hers, his, petars] = [await windowOf(elena), await windowOf(boris), await windowOf(petar)];
  await hers.look(roomId);
  await his.look(roomId);
  await petars.look(roomId);
  // Elena holds it: Boris, of its queue, does not see it.
  expect(told(hers)).toEqual([[true, petar.userId, true]]);
  expect(his.heard).toEqual([]);
  const waits = await account.visitor();
  await receiveText(rooms.deps, { ...waits, text: 'Hello', clientMessageId: messageId() });
  roomId = waits.roomId;
  await his.look(roomId);
  await petars.look(roomId);
  expect(told(his)).toEqual([[true, petar.userId, true]]);
  await takeAs(rooms.deps, elena, roomId);
  await petars.look(roomId);
  expect(his.heard).toEqual([]);
  told(petars);
  await his.look(roomId);
  expect(told(petars)).toEqual([[true, boris.userId, false]]);
});

it('is of customers’ rooms alone', async () => {
  const chat = await inRooms(database.db, account.accountId, (tx) =>
    createInternalRoom(tx, elena, { users: [petar.userId], roomType: 'INTERNAL' }),
  );
  const [hers, his] = [await windowOf(elena), await windowOf(petar)];
  await hers.look(chat);
  await his.look(chat);
  expect([hers.heard, his.heard]).toEqual([[], []]);
});

it('is taken from one window no more often than it is of use', async () => {
  const [hers, his] = [await windowOf(elena), await windowOf(petar)];
  await hers.look(roomId);
  for (let i = 0; i < 100; i += 1) await his.look(roomId);
  expect(hers.heard.length).toBeGreaterThan(10);
  expect(hers.heard.length).toBeLessThan(60);
});
