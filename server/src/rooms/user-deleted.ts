import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';
import { recordInRooms, roomWorks } from './work.ts';

/**
 * Says in the chats of colleagues that somebody is no user any more (communications, section 3, USER_DELETED), once for each time that they
 * were deactivated; who was activated again meanwhile is not spoken of. They stay in their chats: what was said there is theirs too, and they
 * may come back.
 */
export async function recordUserDeleted(tx: Tx, accountId: string, userId: string): Promise<void> {
  const { rows: rooms } = await sql<{ id: string }>`
    select r.id from participants p join rooms r on r.id = p.room_id
    where p.type = 'USER' and p.associated_id = ${userId}::uuid and r.type <> 'EXTERNAL' order by r.id`.execute(tx);
  await roomWorks(
    tx,
    accountId,
    rooms.map(({ id }) => id),
  );
  const person = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'modified_at'])
    .where('id', '=', userId)
    .where('active', '=', false)
    .executeTakeFirst();
  if (person === undefined || rooms.length === 0) return;
  // A job that was interrupted is done again: what it has said already is not said twice.
  const { rows: said } = await sql<{ room_id: string }>`
    select room_id from events where room_id = any(${rooms.map(({ id }) => id)}::uuid[]) and type = 'USER_DELETED'
      and created_at >= ${person.modified_at} and participants @> ${JSON.stringify([{ id: userId }])}::jsonb`.execute(tx);
  const done = new Set(said.map((row) => row.room_id));
  const name = `${person.first_name} ${person.last_name}`.trim();
  const fresh = rooms.filter(({ id }) => !done.has(id));
  if (fresh.length === 0) return;
  await recordInRooms(
    tx,
    fresh.map(({ id: roomId }) => ({
      roomId,
      kind: 'SYSTEM',
      type: 'USER_DELETED',
      origin: 'SYSTEM',
      originId: null,
      originName: null,
      modifiedParticipants: [{ id: userId, type: 'USER', name }],
    })),
  );
}
