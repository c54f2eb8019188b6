import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';
import { recordInRooms, roomWorks } from './work.ts';

/**
 * Says in the chats of colleagues that somebody is no user any more (communications, section 3, USER_DELETED), or, where that was said last,
 * that they are one again. What is said last of them in a chat is thus always what they are: whoever is deactivated and activated while nobody
 * says so is not spoken of, and a job that was interrupted says nothing twice. They stay in their chats: what was said there is theirs too.
 */
export async function recordActivity(tx: Tx, accountId: string, userId: string): Promise<void> {
  const { rows: rooms } = await sql<{ id: string }>`
    select r.id from participants p join rooms r on r.id = p.room_id
    where p.type = 'USER' and p.associated_id = ${userId}::uuid and r.type <> 'EXTERNAL' order by r.id`.execute(tx);
  const ids = rooms.map(({ id }) => id);
  await roomWorks(tx, accountId, ids);
  const person = await tx.selectFrom('users').select(['first_name', 'last_name', 'active']).where('id', '=', userId).executeTakeFirst();
  if (person === undefined || ids.length === 0) return;
  const { rows: last } = await sql<{ room_id: string; type: string }>`
    select distinct on (room_id) room_id, type from events
    where room_id = any(${ids}::uuid[]) and type in ('USER_DELETED', 'USER_RETURNED')
      and participants @> ${JSON.stringify([{ id: userId }])}::jsonb
    order by room_id, seq desc`.execute(tx);
  const gone = new Set(last.filter(({ type }) => type === 'USER_DELETED').map((row) => row.room_id));
  const fresh = ids.filter((id) => gone.has(id) === person.active);
  if (fresh.length === 0) return;
  const name = `${person.first_name} ${person.last_name}`.trim();
  await recordInRooms(
    tx,
    fresh.map((roomId) => ({
      roomId,
      kind: 'SYSTEM',
      type: person.active ? 'USER_RETURNED' : 'USER_DELETED',
      origin: 'SYSTEM',
      originId: null,
      originName: null,
      modifiedParticipants: [{ id: userId, type: 'USER', name }],
    })),
  );
}
