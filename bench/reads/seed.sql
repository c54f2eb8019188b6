-- An account with 10,000 rooms of customers and a million events, as the product would have stored them: ten agents hold a
-- thousand conversations each, every conversation has a hundred messages, and half of them have been seen. Ten queues gave them out. Ids tell what
-- they are: the last digits of a room's are its number.
-- Run as superuser: foreign keys are not checked row by row, since everything here is made to fit.
set session_replication_role = replica;
set synchronous_commit = off;

create function pg_temp.id(kind text, number bigint) returns uuid language sql immutable as $$
  select (kind || '-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid
$$;

insert into accounts (id, name) values (:account, 'Lumen');
insert into users (id, account_id, email, email_normalized, first_name, last_name, role)
  select pg_temp.id('0000000a', n), :account, 'agent' || n || '@lumen.example', 'agent' || n || '@lumen.example', 'Elena', 'Test ' || n, 'agent'
  from generate_series(1, 10) n;
-- One who reads every room.
insert into users (id, account_id, email, email_normalized, first_name, last_name, role)
  values (pg_temp.id('0000000a', 11), :account, 'supervisor@lumen.example', 'supervisor@lumen.example', 'Sofia', 'Test', 'supervisor');
insert into user_presence (account_id, user_id) select :account, pg_temp.id('0000000a', n) from generate_series(1, 11) n;
insert into queues (id, account_id, name, is_default) select pg_temp.id('00000013', n), :account, 'Queue ' || n, n = 1 from generate_series(1, 10) n;
insert into channel_applications (id, account_id, type, name) values (pg_temp.id('0000000b', 1), :account, 'LIVECHAT', 'Shop');

create temp table r as
  select n, pg_temp.id('0000000c', n) as room, pg_temp.id('0000000d', n) as contact, pg_temp.id('0000000e', n) as channel,
    pg_temp.id('0000000f', n) as conversation, pg_temp.id('0000000a', n % 10 + 1) as agent,
    timestamptz '2026-01-01' + make_interval(secs => (n * 7919) % 10000 * 60) as began
  from generate_series(1, :rooms) n;

insert into contacts (id, account_id, first_name, last_name, created_at) select contact, :account, 'Maria', 'Test ' || n, began from r;
insert into rooms (id, account_id, type, state, contact_id, seq, change, public_count, last_event_at, last_event, last_channel_type,
    last_channel_application_id, last_received_at, last_received_channel_type, last_assigned_user_id, created_at, access_no)
  select room, :account, 'EXTERNAL', 'ASSIGNED', contact, :events, :events, :events, began + make_interval(secs => :events),
    jsonb_build_object('id', pg_temp.id('00000010', n * :events), 'type', 'MESSAGE', 'text', 'Thank you, the parcel has arrived.',
      'originType', 'CUSTOMER', 'originId', contact, 'privateMessage', false),
    'LIVECHAT', pg_temp.id('0000000b', 1), began + make_interval(secs => :events), 'LIVECHAT', agent, began, 1
  from r;
insert into contact_channels (id, account_id, contact_id, room_id, channel_application_id, type, address, channel_seq, used_at)
  select channel, :account, contact, room, pg_temp.id('0000000b', 1), 'LIVECHAT', channel::text, :events, began + make_interval(secs => :events) from r;
insert into conversations (id, account_id, room_id, state, assigned_user_id, assigned_at, queue_id, channel_types, change, created_at)
  select conversation, :account, room, 'ASSIGNED', agent, began, pg_temp.id('00000013', n / 10 % 10 + 1), '{LIVECHAT}', 1, began from r;
insert into conversation_channels (account_id, conversation_id, contact_channel_id, added_at) select :account, conversation, channel, began from r;
insert into participants (account_id, room_id, type, associated_id, id, joined_at)
  select :account, room, 'CUSTOMER', contact, pg_temp.id('00000011', n), began from r
  union all select :account, room, 'USER', agent, pg_temp.id('00000012', n), began from r;
insert into memberships (account_id, room_id, user_id, seen_public) select :account, room, agent, :events / 2 from r;
-- Of a third of the rooms the supervisor keeps an eye on, and has seen all of half of these.
insert into memberships (account_id, room_id, user_id, starred, seen_public)
  select :account, room, pg_temp.id('0000000a', 11), true, case when n % 6 = 0 then :events else :events / 2 end from r where n % 3 = 0;
insert into room_access (account_id, room_id, subject_id) select :account, room, agent from r;

-- Room by room within a time, as it happens: the events of one room do not lie together.
insert into events (id, account_id, room_id, conversation_id, contact_channel_id, seq, change, channel_seq, public_no, private_no, kind, type,
    private, origin_type, origin_id, origin_name, message, status, status_at, created_at)
  select pg_temp.id('00000010', (r.n - 1) * :events + e), :account, room, conversation, channel, e, e, e, e, 0, 'COMMUNICATION', 'MESSAGE',
    false, case e % 2 when 0 then 'CUSTOMER' else 'USER' end, case e % 2 when 0 then contact else agent end,
    case e % 2 when 0 then 'Maria Test ' else 'Elena Test ' end || r.n,
    jsonb_build_object('type', 'TEXT', 'text', 'Message ' || e || ' of this conversation: the parcel has left the shop this morning.', 'privateMessage', false),
    case e % 2 when 1 then 'SEEN' end, case e % 2 when 1 then began + make_interval(secs => e) end, began + make_interval(secs => e)
  from generate_series(1, :events) e cross join r;

set session_replication_role = origin;
