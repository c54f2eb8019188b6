import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import type { Reader } from '../../platform/database.ts';
import { visibleRooms } from '../access.ts';
import { COUNTED } from './list.ts';
import { rowsIn } from './rows.ts';

export interface Counters {
  missedRooms: number;
  missedInternalRooms: number;
  waitingConversations: number;
  snoozedConversations: number;
}

/**
 * In how many rooms of customers, and of colleagues, this person missed something: rooms, since the missed counter is a room's (communications, section 3), and
 * none that is resolved. And for how many conversations the lists of what waits and of what is snoozed have a row for them.
 */
export async function readCounters(on: Reader, actor: Actor): Promise<Counters> {
  const missed = await sql<{ customers: number; colleagues: number }>`
    select count(*) filter (where type = 'EXTERNAL') as customers, count(*) filter (where type <> 'EXTERNAL') as colleagues from (
      select r.id, r.type from rooms r
        join participants p on p.room_id = r.id and p.type = 'USER' and p.associated_id = ${actor.userId}::uuid
        left join memberships m on m.room_id = r.id and m.user_id = p.associated_id
      where r.state <> 'RESOLVED' and (r.public_count > coalesce(m.seen_public, 0) or r.private_count > coalesce(m.seen_private, 0))
      union
      select rooms.id, rooms.type from memberships m join rooms on rooms.id = m.room_id
      where m.user_id = ${actor.userId}::uuid and (m.starred or m.followed) and rooms.state <> 'RESOLVED'
        and (rooms.public_count > m.seen_public or rooms.private_count > m.seen_private) and ${visibleRooms(actor)}
      limit ${COUNTED}) missed`.execute(on);
  const rowsOf = async (list: 'waiting' | 'snoozed') => {
    const { count } = await rowsIn(on, actor, list, {})
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };
  const { customers = 0, colleagues = 0 } = missed.rows[0] ?? {};
  return {
    missedRooms: customers,
    missedInternalRooms: colleagues,
    waitingConversations: await rowsOf('waiting'),
    snoozedConversations: await rowsOf('snoozed'),
  };
}
