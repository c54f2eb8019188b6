import { sql } from 'kysely';
import { newId } from '../server/src/platform/clock.ts';
import { demoDatabase } from './demo-database.ts';

/** The id of the message with this number. */
export const pastEventId = (roomId: string, number: number): string =>
  `${roomId.slice(0, 24)}${(0xf0000000 + number).toString(16).padStart(12, '0')}`;

/**
 * Gives a room of one conversation a long past: `count` messages, `words` and a number each, evenly over the two years before
 * this hour, above everything that has been said in it. All of them were seen. For pages that are opened afterwards.
 */
export async function giveLongPast(roomId: string, words: string, count: number): Promise<void> {
  const db = demoDatabase();
  try {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(db.outsideReader());
    await run(sql`
      update events set seq = seq + ${count}, change = change + ${count}, public_no = public_no + ${count},
        channel_seq = channel_seq + ${count}
      where room_id = ${roomId}::uuid`);
    await run(sql`
      insert into events (id, account_id, room_id, conversation_id, contact_channel_id, seq, change, channel_seq, public_no, private_no,
        kind, type, private, origin_type, origin_id, origin_name, message, status, status_at, created_at)
      select (left(${roomId}, 24) || lpad(to_hex(4026531840 + n), 12, '0'))::uuid, r.account_id, r.id, c.id, cc.id, n, n, n, n, 0,
        'COMMUNICATION', 'MESSAGE', false, case when n % 3 = 0 then 'USER' else 'CUSTOMER' end,
        case when n % 3 = 0 then c.assigned_user_id else r.contact_id end, case when n % 3 = 0 then 'Dora Ilieva' end,
        jsonb_build_object('type', 'TEXT', 'privateMessage', false, 'text',
          repeat('a longer line of words ', (n % 7) * (n % 5)) || ${words}::text || ' ' || n),
        case when n % 3 = 0 then 'SEEN' end, case when n % 3 = 0 then now() end,
        now() - interval '1 hour' - make_interval(secs => (${count} - n) * (2 * 365 * 86400.0 / ${count}))
      from rooms r join conversations c on c.room_id = r.id join contact_channels cc on cc.room_id = r.id
        cross join generate_series(1, ${count}::int) n
      where r.id = ${roomId}::uuid`);
    await run(sql`
      update rooms set seq = seq + ${count}, change = change + ${count}, public_count = public_count + ${count} where id = ${roomId}::uuid`);
    await run(sql`update contact_channels set channel_seq = channel_seq + ${count} where room_id = ${roomId}::uuid`);
    await run(sql`update memberships set seen_public = seen_public + ${count} where room_id = ${roomId}::uuid`);
  } finally {
    await db.close();
  }
}

/** Somebody of the demo is told that a message of this room did not arrive. */
export async function tellOfUndelivered(email: string, roomId: string, eventId: string): Promise<void> {
  const db = demoDatabase();
  try {
    await sql`
      insert into notifications (account_id, id, user_id, kind, room_id, event_id)
      select account_id, ${newId()}::uuid, id, 'NOT_DELIVERED', ${roomId}::uuid, ${eventId}::uuid from users where email = ${email}`.execute(
      db.outsideReader(),
    );
  } finally {
    await db.close();
  }
}
