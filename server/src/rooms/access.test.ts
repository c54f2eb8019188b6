import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId } from '../../test/people.ts';
import { newId } from '../platform/clock.ts';
import { readsAll, visibleRooms } from './access.ts';
import { createInternalRoom } from './colleagues/internal-rooms.ts';
import { receiveText, takeAs } from './index.ts';
import { requireVisible } from './reading/history.ts';
import { inRooms } from './work.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('lets lists show exactly the rooms that the function lets each person see', async () => {
  const { db } = database;
  const rooms = givenRooms(db);
  const account = await givenAccount(db);
  const people = [
    await account.agent('Elena'),
    await account.agent('Petar', { inQueue: false }),
    await account.agent('Sofia', { role: 'supervisor', inQueue: false }),
    await account.agent('Kiril', { role: 'admin' }),
  ] as const;
  const [elena, petar, sofia, kiril] = people;
  const write = async () => {
    const visitor = await account.visitor();
    await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
    return visitor.roomId;
  };
  await write();
  await takeAs(rooms.deps, elena, await write());
  // Nobody's: it never waited anywhere, and nobody took part.
  await db.inAccount(account.accountId, (tx) =>
    tx.deleteFrom('room_access').where('room_id', 'in', tx.selectFrom('rooms').select('id').limit(1)).execute(),
  );
  const hidden = await account.visitor();
  await inRooms(db, account.accountId, (tx) => createInternalRoom(tx, elena, { users: [petar.userId], roomType: 'INTERNAL' }));
  await inRooms(db, account.accountId, (tx) => createInternalRoom(tx, petar, { users: [sofia.userId, kiril.userId], roomType: 'GROUP' }));
  const seen = new Map<string, number>();
  for (const actor of people) {
    const on = db.reader(account.accountId);
    const listed = await on.selectFrom('rooms').select('id').where(visibleRooms(actor)).orderBy('id').execute();
    const judged = await on
      .selectFrom('rooms')
      .select('id')
      .where(sql<boolean>`may_see_room(id, type, ${actor.userId}::uuid, ${readsAll(actor)})`)
      .orderBy('id')
      .execute();
    expect(listed, actor.name).toEqual(judged);
    const all = await on.selectFrom('rooms').select('id').orderBy('id').execute();
    const shown = await Promise.all(
      all.map(async (room) => {
        const visible = await requireVisible(on, actor, room.id).then(
          () => true,
          () => false,
        );
        return visible ? [room] : [];
      }),
    );
    expect(shown.flat(), `${actor.name}, one by one`).toEqual(judged);
    seen.set(actor.name, listed.length);
    expect(listed.some(({ id }) => id === hidden.roomId)).toBe(readsAll(actor));
  }
  expect(new Set(seen.values()).size).toBeGreaterThan(1);
  expect((await db.reader(newId()).selectFrom('rooms').select('id').where(visibleRooms(kiril)).execute()).length).toBe(0);
});
