-- An account whose agents hold two hundred conversations each, as the product would have stored them: each with six messages, of which three have
-- been seen. Room n is of agent (n - 1) % agents + 1. Ids tell what they are: the last digits of a room's are its number.
-- Run as superuser: foreign keys are not checked row by row, since everything here is made to fit.
set session_replication_role = replica;
set synchronous_commit = off;

create function pg_temp.id(kind text, number bigint) returns uuid language sql immutable as $$
  select (kind || '-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid
$$;

insert into accounts (id, name) values (:account, 'Lumen');
insert into users (id, account_id, email, email_normalized, first_name, last_name, role)
  select pg_temp.id('0000000a', n), :account, 'agent' || n || '@lumen.example', 'agent' || n || '@lumen.example', 'Elena', 'Test ' || n, 'agent'
  from generate_series(1, :people) n;
insert into user_credentials (account_id, user_id, password_hash)
  select :account, pg_temp.id('0000000a', n), :password from generate_series(1, :people) n;
insert into user_presence (account_id, user_id) select :account, pg_temp.id('0000000a', n) from generate_series(1, :people) n;
insert into queues (id, account_id, name, is_default) values (pg_temp.id('00000013', 1), :account, 'Everybody', true);
insert into channel_applications (id, account_id, type, name) values (pg_temp.id('0000000b', 1), :account, 'LIVECHAT', 'Shop');

create temp table r as
  select n, pg_temp.id('0000000c', n) as room, pg_temp.id('0000000d', n) as contact, pg_temp.id('0000000e', n) as channel,
    pg_temp.id('0000000f', n) as conversation, pg_temp.id('0000000a', (n - 1) % :people + 1) as agent,
    timestamptz '2026-01-01' + make_interval(secs => (n * 7919) % 10000 * 60) as began
  from generate_series(1, :people * 200) n;

insert into contacts (id, account_id, first_name, last_name, created_at) select contact, :account, 'Maria', 'Test ' || n, began from r;
insert into rooms (id, account_id, type, state, contact_id, seq, change, public_count, last_event_at, last_event, last_channel_type,
    last_channel_application_id, last_received_at, last_received_channel_type, last_assigned_user_id, created_at, access_no)
  select room, :account, 'EXTERNAL', 'ASSIGNED', contact, 6, 6, 6, began + make_interval(secs => 6),
    jsonb_build_object('id', pg_temp.id('00000010', n * 6), 'type', 'MESSAGE', 'text', 'Thank you, the parcel has arrived.',
      'originType', 'CUSTOMER', 'originId', contact, 'privateMessage', false),
    'LIVECHAT', pg_temp.id('0000000b', 1), began + make_interval(secs => 6), 'LIVECHAT', agent, began, 1
  from r;
insert into contact_channels (id, account_id, contact_id, room_id, channel_application_id, type, address, channel_seq, used_at)
  select channel, :account, contact, room, pg_temp.id('0000000b', 1), 'LIVECHAT', channel::text, 6, began + make_interval(secs => 6) from r;
insert into conversations (id, account_id, room_id, state, assigned_user_id, assigned_at, queue_id, change, created_at)
  select conversation, :account, room, 'ASSIGNED', agent, began, pg_temp.id('00000013', 1), 1, began from r;
insert into conversation_channels (account_id, conversation_id, contact_channel_id, added_at) select :account, conversation, channel, began from r;
insert into participants (account_id, room_id, type, associated_id, id, joined_at)
  select :account, room, 'CUSTOMER', contact, pg_temp.id('00000011', n), began from r
  union all select :account, room, 'USER', agent, pg_temp.id('00000012', n), began from r;
insert into memberships (account_id, room_id, user_id, seen_public) select :account, room, agent, 3 from r;
insert into room_access (account_id, room_id, subject_id) select :account, room, agent from r;

insert into events (id, account_id, room_id, conversation_id, contact_channel_id, seq, change, channel_seq, public_no, private_no, kind, type,
    private, origin_type, origin_id, origin_name, message, status, status_at, created_at)
  select pg_temp.id('00000010', (r.n - 1) * 6 + e), :account, room, conversation, channel, e, e, e, e, 0, 'COMMUNICATION', 'MESSAGE',
    false, case e % 2 when 0 then 'CUSTOMER' else 'USER' end, case e % 2 when 0 then contact else agent end,
    case e % 2 when 0 then 'Maria Test ' else 'Elena Test ' end || r.n,
    jsonb_build_object('type', 'TEXT', 'text', 'Message ' || e || ' of this conversation: the parcel has left the shop this morning.', 'privateMessage', false),
    case e % 2 when 1 then 'SEEN' end, case e % 2 when 1 then began + make_interval(secs => e) end, began + make_interval(secs => e)
  from generate_series(1, 6) e cross join r;

set session_replication_role = origin;
