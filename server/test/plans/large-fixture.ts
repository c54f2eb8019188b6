import type pg from 'pg';
import type { TestAccount } from '../people.ts';

/** Rooms of each account; the first is one of GIANT_EVENTS events, each other of EVENTS. */
export const ROOMS = 10_000;
const EVENTS = 15;
const GIANT_EVENTS = 6_000;
/** Rooms by their number: resolved up to here, then assigned, then groups, then waiting. */
const RESOLVED = 9_300;
const ASSIGNED = 9_600;
const GROUPS = 9_700;
/** Open attempts of one contact channel that got stuck, beside the open ones of many others. */
const STUCK = 400;

/** Which rooms are which, as SQL over the number `i`. */
const STATE = `case when i <= ${RESOLVED} then 'RESOLVED' when i <= ${GROUPS} then 'ASSIGNED' else 'UNASSIGNED' end`;
const GROUP = `(i > ${ASSIGNED} and i <= ${GROUPS})`;
/** Every third customer writes SMS, the others live chat. */
const SMS = '(i % 3 = 0)';

export interface LargeAccount {
  account: TestAccount;
  userIds: readonly string[];
  /** A queue that few rooms ever waited in; every hundredth room did. */
  smallQueueId: string;
  smsApplicationId: string;
}

/** The id of a thing by its kind and number: a UUID of version 8, so that the contract takes it. */
const idSql = (kind: string, number: string) =>
  `overlay(overlay(md5($1 || '${kind}' || ${number}) placing '8' from 13) placing '8' from 17)::uuid`;

/** The id of a room of the fixture by its number from 1 on. */
export async function fixtureId(client: pg.Client, accountId: string, kind: 'room' | 'channel' | 'event', number: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(`select ${idSql(kind, '$2::text')} as id`, [accountId, number]);
  return (rows[0] as { id: string }).id;
}

/** Where they have $1 account, $2 users, $3 default queue, $4 small queue, $5 widget, $6 SMS application. */
const STATEMENTS: ReadonlyArray<string> = [
  `insert into contacts (id, account_id, first_name)
   select ${idSql('contact', 'i')}, $1::uuid, 'Customer ' || i from generate_series(1, ${ROOMS}) i where not ${GROUP}`,

  `insert into rooms (id, account_id, type, state, contact_id, name)
   select ${idSql('room', 'i')}, $1::uuid, case when ${GROUP} then 'GROUP' else 'EXTERNAL' end, ${STATE},
     case when not ${GROUP} then ${idSql('contact', 'i')} end, case when ${GROUP} then 'Group ' || i end
   from generate_series(1, ${ROOMS}) i`,

  `insert into contact_channels (id, account_id, contact_id, room_id, channel_application_id, type, address)
   select ${idSql('channel', 'i')}, $1::uuid, ${idSql('contact', 'i')}, ${idSql('room', 'i')}, case when ${SMS} then $6::uuid else $5::uuid end,
     case when ${SMS} then 'SMS' else 'LIVECHAT' end, case when ${SMS} then '+35970' || lpad(i::text, 6, '0') else ${idSql('channel', 'i')}::text end
   from generate_series(1, ${ROOMS}) i where not ${GROUP}`,

  // Three conversations of each room, the newest in the room's state.
  `insert into conversations (id, account_id, room_id, state, assigned_user_id, queue_id, assigned_at, resolved_at, change)
   select ${idSql('conversation', "i || '-' || n")}, $1::uuid, ${idSql('room', 'i')}, state, case when state <> 'UNASSIGNED' then ($2::uuid[])[1 + i % cardinality($2::uuid[])] end,
     $3::uuid, case when state <> 'UNASSIGNED' then now() end, case when state = 'RESOLVED' then now() - n * interval '1 day' end, n
   from generate_series(1, ${ROOMS}) i, generate_series(1, 3) n, lateral (select case when n < 3 then 'RESOLVED' else ${STATE} end as state) s
   where not ${GROUP}`,

  `insert into conversation_channels (account_id, conversation_id, contact_channel_id, open)
   select $1::uuid, ${idSql('conversation', "i || '-' || n")}, ${idSql('channel', 'i')}, n = 3 and i > ${RESOLVED}
   from generate_series(1, ${ROOMS}) i, generate_series(1, 3) n where not ${GROUP}`,

  `insert into waiting (conversation_id, account_id, room_id, queue_id)
   select ${idSql('conversation', "i || '-3'")}, $1::uuid, ${idSql('room', 'i')}, case when i % 100 = 0 then $4::uuid else $3::uuid end
   from generate_series(${GROUPS + 1}, ${ROOMS}) i`,

  `insert into participants (account_id, room_id, type, associated_id, id)
   select $1::uuid, ${idSql('room', 'i')}, 'CUSTOMER', ${idSql('contact', 'i')}, gen_random_uuid() from generate_series(1, ${ROOMS}) i where not ${GROUP}
   union all
   select $1::uuid, ${idSql('room', 'i')}, 'USER', ($2::uuid[])[1 + i % cardinality($2::uuid[])], gen_random_uuid()
   from generate_series(${RESOLVED + 1}, ${ASSIGNED}) i
   union all
   select $1::uuid, ${idSql('room', 'i')}, 'USER', u, gen_random_uuid() from generate_series(${ASSIGNED + 1}, ${GROUPS}) i, unnest($2::uuid[]) u`,

  `insert into memberships (account_id, room_id, user_id, seen_public, seen_private, starred)
   select $1::uuid, ${idSql('room', 'i')}, ($2::uuid[])[1 + i % cardinality($2::uuid[])], 3, 0, i % 500 = 0 from generate_series(1, ${GROUPS}) i
   union all
   select $1::uuid, ${idSql('room', 'i')}, ($2::uuid[])[1 + (i + 7) % cardinality($2::uuid[])], 3, 0, false from generate_series(1, ${ASSIGNED}) i`,

  // What everybody has begun to write of those they hold, and a note for a colleague's.
  `insert into room_drafts (account_id, user_id, room_id, channel_key, content, client_message_id, version)
   select $1::uuid, ($2::uuid[])[1 + (i + k) % cardinality($2::uuid[])], ${idSql('room', 'i')}, 'note', '{"text": "Half a note", "attachments": []}', 'draft-' || k || '-' || i, 1
   from generate_series(1, ${ASSIGNED}) i, unnest(array[0, 7]) k`,

  // Three messages of each holder wait, and what was sent by the clock before.
  `insert into scheduled_messages (id, account_id, room_id, contact_channel_id, author_id, client_message_id, text, file_ids, send_at, due_at, timezone,
     undo, unless_customer_writes, state, settled_at)
   select gen_random_uuid(), $1::uuid, ${idSql('room', 'i')}, ${idSql('channel', 'i')}, ($2::uuid[])[1 + i % cardinality($2::uuid[])],
     'later-' || i || '-' || k, 'Any news?', '{}', now() + k * interval '1 hour', case when k > 0 then now() + k * interval '1 hour' end, 'UTC',
     false, true, case when k > 0 then 'WAITING' else 'SENT' end, case when k <= 0 then now() end
   from generate_series(1, ${ASSIGNED}) i, generate_series(-1, 3) k where not ${GROUP}`,

  // The queue in which it waited, who held it, and a colleague; everybody of a group.
  `insert into room_access (account_id, room_id, subject_id)
   select $1::uuid, ${idSql('room', 'i')}, case when i % 100 = 0 then $4::uuid else $3::uuid end from generate_series(1, ${ROOMS}) i where not ${GROUP}
   union all
   select $1::uuid, ${idSql('room', 'i')}, ($2::uuid[])[1 + (i + k) % cardinality($2::uuid[])]
   from generate_series(1, ${ASSIGNED}) i, unnest(array[0, 7]) k
   union all
   select $1::uuid, ${idSql('room', 'i')}, u from generate_series(${ASSIGNED + 1}, ${GROUPS}) i, unnest($2::uuid[]) u`,

  // Customer and agent in turn; every eighth entry is the system's, every tenth a note.
  `insert into events (id, account_id, room_id, conversation_id, contact_channel_id, seq, change, channel_seq, public_no, private_no, kind, type, private,
     origin_type, origin_id, origin_name, message, status, status_at, client_message_id, created_at)
   select ${idSql('event', "i || '-' || s")}, $1::uuid, ${idSql('room', 'i')},
     case when not grp then ${idSql('conversation', "i || '-' || (1 + (s - 1) * 3 / size)")} end, case when not grp and not note then ${idSql('channel', 'i')} end,
     s, s, case when not grp and not note then count(*) filter (where not note) over w end,
     count(*) filter (where not system and not note) over w, count(*) filter (where note) over w,
     case when system then 'SYSTEM' else 'COMMUNICATION' end, case when system then 'USER_ASSIGNED' else 'MESSAGE' end, note,
     case when system or note or s % 2 = 0 then 'USER' else 'CUSTOMER' end,
     case when system or note or s % 2 = 0 or grp then ($2::uuid[])[1 + i % cardinality($2::uuid[])] else ${idSql('contact', 'i')} end, 'Somebody',
     case when not system then jsonb_build_object('type', 'TEXT', 'text', 'Message ' || s || ' of room ' || i, 'privateMessage', note) end,
     case when not system and not note and s % 2 = 0 and not grp then case when ${SMS} and s > size - 3 then 'DELIVERED' else 'SEEN' end end, now(),
     case when not system then 'key-' || s end, now() - interval '90 days' + i * interval '10 minutes' + s * interval '1 second'
   from generate_series(1, ${ROOMS}) i,
     lateral (select ${GROUP} grp, case when i = 1 then ${GIANT_EVENTS} else ${EVENTS} end size) r,
     lateral (select s, s % 8 = 0 as system, s % 10 = 5 as note from generate_series(1, r.size) s) e
   window w as (partition by i order by s)`,

  `insert into client_sends (account_id, sender_id, client_message_id, event_id)
   select account_id, origin_id, id::text, id from events where account_id = $1::uuid and client_message_id is not null`,

  `update rooms r set seq = e.seq, change = e.seq, public_count = e.pub, private_count = e.priv, last_event_at = e.at, last_channel_type = 'LIVECHAT',
     last_event = jsonb_build_object('id', e.id, 'type', 'MESSAGE', 'text', 'Bye', 'originType', e.origin_type, 'originId', e.origin_id, 'privateMessage', false)
   from (select room_id, (array_agg(id order by seq desc) filter (where kind = 'COMMUNICATION'))[1] id, (array_agg(origin_type order by seq desc) filter (where kind = 'COMMUNICATION'))[1] origin_type,
     (array_agg(origin_id order by seq desc) filter (where kind = 'COMMUNICATION'))[1] origin_id, max(seq) seq, max(public_no) pub, max(private_no) priv, max(created_at) at from events where account_id = $1::uuid group by 1) e
   where r.id = e.room_id`,

  `update contact_channels c set channel_seq = e.n
   from (select contact_channel_id, max(channel_seq) n from events where account_id = $1::uuid group by 1) e where c.id = e.contact_channel_id`,

  `insert into attempts (id, account_id, event_id, contact_channel_id, state, provider_message_id, settled_at)
   select e.id, e.account_id, e.id, e.contact_channel_id, 'DELIVERED', 'provider-' || e.id, now()
   from events e join contact_channels c on c.id = e.contact_channel_id
   where e.account_id = $1::uuid and c.type = 'SMS' and e.origin_type = 'USER' and e.kind = 'COMMUNICATION'`,

  // Open ones: of every assigned SMS room, half of them due later, and many of one channel that does not get on.
  `insert into attempts (account_id, event_id, contact_channel_id, state, due_at)
   select $1::uuid, ${idSql('event', "i || '-' || s")}, ${idSql('channel', 'i')}, 'PENDING', now() + case when i % 2 = 0 then interval '0' else interval '1 hour' end
   from generate_series(3, ${ASSIGNED}) i, unnest(array[12, 14]) s where ${SMS}
   union all
   select $1::uuid, ${idSql('event', "3 || '-12'")}, ${idSql('channel', '3')}, 'PENDING', now() from generate_series(1, ${STUCK})`,

  `insert into raw_inbound (id, account_id, channel_application_id, address, delivery_key, body, state)
   select gen_random_uuid(), $1::uuid, $6::uuid, '+35970' || lpad((i % 5000)::text, 6, '0'), 'delivery-' || i, '{}', case when i <= 28000 then 'DONE' else 'WAITING' end
   from generate_series(1, 30000) i`,

  `insert into inbound_receipts (account_id, channel_application_id, provider_message_id, event_id)
   select $1::uuid, $6::uuid, 'message-' || i, ${idSql('event', "i || '-1'")} from generate_series(1, ${ASSIGNED}) i`,

  `insert into provider_reports (id, account_id, channel_application_id, provider_message_id, status)
   select gen_random_uuid(), $1::uuid, $6::uuid, 'early-' || i, 'SENT' from generate_series(1, 5000) i`,

  `insert into visitor_sessions (id, account_id, widget_id, secret_hash, contact_channel_id)
   select ${idSql('channel', 'i')}, $1::uuid, $5::uuid, sha256(($1 || i)::bytea), ${idSql('channel', 'i')}
   from generate_series(1, ${ROOMS}) i where not ${SMS} and not ${GROUP}
   union all
   select gen_random_uuid(), $1::uuid, $5::uuid, sha256(($1 || 'nobody' || i)::bytea), null from generate_series(1, 5000) i`,

  // Every fourth message has a file, and some uploads were never sent.
  `insert into files (id, account_id, user_id, state, storage_key, name, size, media_type, kind)
   select id, account_id, ($2::uuid[])[1], 'KEPT', 'kept-' || id, 'a.txt', 5, 'text/plain', 'FILE'
   from events where account_id = $1::uuid and kind = 'COMMUNICATION' and seq % 4 = 2
   union all
   select gen_random_uuid(), $1::uuid, ($2::uuid[])[1 + i % cardinality($2::uuid[])], 'UPLOADED', 'upload-' || $1 || i, 'b.txt', 5, 'text/plain', 'FILE'
   from generate_series(1, 2000) i`,

  `update events set file_id = id where account_id = $1::uuid and kind = 'COMMUNICATION' and seq % 4 = 2`,

  `insert into notifications (account_id, id, user_id, kind, room_id, at, read_at)
   select $1::uuid, gen_random_uuid(), ($2::uuid[])[1 + i % cardinality($2::uuid[])], 'HANDED_OVER', ${idSql('room', `(1 + i % ${ROOMS})`)}, now() - i * interval '1 minute',
     case when i > 400 then now() end
   from generate_series(1, 20000) i`,

  `insert into audit_entries (id, account_id, at, kind, actor_id, actor_name, actor_role, entity_type)
   select gen_random_uuid(), $1::uuid, now() - i * interval '1 minute', 'USER_CHANGED', ($2::uuid[])[1 + i % cardinality($2::uuid[])], 'Somebody', 'agent', 'USER'
   from generate_series(1, 20000) i`,

  `insert into used_tickets (account_id, id, expires_at) select $1::uuid, gen_random_uuid(), now() + interval '1 hour' from generate_series(1, 5000)`,

  `insert into oidc_payloads (model, id, payload, grant_id, uid, expires_at)
   select 'AccessToken', $1 || i, '{}', $1 || 'grant' || i, $1 || 'uid' || i, now() + interval '1 day' from generate_series(1, 20000) i`,

  `insert into sign_in_attempts (key, tries, last_at, blocked_until) select $1 || i, 1, now(), now() from generate_series(1, 5000) i`,
];

/** Fills an account by sets of rows: some 300,000 events are there in well under a minute. The connection is a superuser's. */
export async function fillAccount(client: pg.Client, { account, userIds, smallQueueId, smsApplicationId }: LargeAccount): Promise<void> {
  // As literals, because a statement may use any of them; they are ids of this run alone.
  const values = [account.accountId, `{${userIds.join(',')}}`, account.queueId, smallQueueId, account.widgetId, smsApplicationId];
  // What these statements write fits together; checking two million keys one by one would only take time.
  await client.query('set session_replication_role = replica');
  for (const statement of STATEMENTS) await client.query(statement.replaceAll(/\$(\d)/g, (_, number) => `'${values[Number(number) - 1]}'`));
  await client.query('set session_replication_role = origin');
}

/** Rooms of an account that has nothing else: so many that no account is half of the table. */
export async function fillRooms(client: pg.Client, accountId: string, count: number): Promise<void> {
  await client.query(
    `with made as (insert into contacts (id, account_id) select gen_random_uuid(), $1 from generate_series(1, $2::int) returning id)
     insert into rooms (id, account_id, type, state, contact_id, last_event_at) select gen_random_uuid(), $1, 'EXTERNAL', 'RESOLVED', id, now() from made`,
    [accountId, count],
  );
}
