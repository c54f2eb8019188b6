import pg from 'pg';
import { databaseUrl, OWNER } from '../scripts/postgres-roles.mjs';
import { newId } from '../server/src/platform/clock.ts';
import { readDataFile } from './demo-database.ts';
import { sharedProduct } from './shared-product.ts';

/** Ids of the messages of a long past end with their number, beyond this. */
const FIRST_NUMBER = 0xf0000000;

/** The id of the message with this number. */
export const pastEventId = (roomId: string, number: number): string =>
  `${roomId.slice(0, 24)}${(FIRST_NUMBER + number).toString(16).padStart(12, '0')}`;

/** One transaction in the running product's database, as its owner. */
async function inDatabase(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const file = (name: string) => readDataFile(sharedProduct().dataFolder, name);
  const connectionString = databaseUrl({ secret: file('secret'), port: Number(file('postgres.port')), role: OWNER });
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/**
 * Gives a room of one conversation a long past: `count` messages, `words` and a number each, evenly over the two years before
 * this hour, above everything that has been said in it. All of them were seen. For pages that are opened afterwards.
 */
export const giveLongPast = (roomId: string, words: string, count: number): Promise<void> =>
  inDatabase(async (client) => {
    await client.query(
      `update events set seq = seq + $2, change = change + $2, public_no = public_no + $2, channel_seq = channel_seq + $2
       where room_id = $1`,
      [roomId, count],
    );
    await client.query(
      `insert into events (id, account_id, room_id, conversation_id, contact_channel_id, seq, change, channel_seq, public_no, private_no,
         kind, type, private, origin_type, origin_id, origin_name, message, status, status_at, created_at)
       select (left($1::text, 24) || lpad(to_hex($4::bigint + n), 12, '0'))::uuid, r.account_id, r.id, c.id, cc.id, n, n, n, n, 0,
         'COMMUNICATION', 'MESSAGE', false, case when n % 3 = 0 then 'USER' else 'CUSTOMER' end,
         case when n % 3 = 0 then c.assigned_user_id else r.contact_id end, case when n % 3 = 0 then 'Dora Ilieva' end,
         jsonb_build_object('type', 'TEXT', 'privateMessage', false, 'text',
           repeat('a longer line of words ', (n % 7) * (n % 5)) || $3::text || ' ' || n),
         case when n % 3 = 0 then 'SEEN' end, case when n % 3 = 0 then now() end,
         now() - interval '1 hour' - make_interval(secs => ($2 - n) * (2 * 365 * 86400.0 / $2))
       from rooms r join conversations c on c.room_id = r.id join contact_channels cc on cc.room_id = r.id
         cross join generate_series(1, $2::int) n
       where r.id = $1::uuid`,
      [roomId, count, words, FIRST_NUMBER],
    );
    await client.query('update rooms set seq = seq + $2, change = change + $2, public_count = public_count + $2 where id = $1', [
      roomId,
      count,
    ]);
    await client.query('update contact_channels set channel_seq = channel_seq + $2 where room_id = $1', [roomId, count]);
    await client.query('update memberships m set seen_public = r.public_count from rooms r where r.id = m.room_id and r.id = $1', [roomId]);
  });

/** Somebody of the demo is told that a message of this room did not arrive. */
export const tellOfUndelivered = (email: string, roomId: string, eventId: string): Promise<void> =>
  inDatabase(async (client) => {
    await client.query(
      `insert into notifications (account_id, id, user_id, kind, room_id, event_id)
       select account_id, $2, id, 'NOT_DELIVERED', $3, $4 from users where email = $1`,
      [email, newId(), roomId, eventId],
    );
  });
