-- An account with one queue of 200 agents, a supervisor, and as many customers as are asked for, each of whom has written once and waits. Ids
-- tell what they are; agent 0 is the supervisor.
-- Run as superuser: foreign keys are not checked row by row, since everything here is made to fit.
set session_replication_role = replica;

create function pg_temp.id(kind text, number bigint) returns uuid language sql immutable as $$
  select (kind || '-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid
$$;

insert into accounts (id, name) values (:account, 'Lumen');
insert into queues (id, account_id, name, is_default) values (pg_temp.id('00000009', 1), :account, 'General', true);
insert into users (id, account_id, email, email_normalized, first_name, last_name, role)
  select pg_temp.id('0000000a', n), :account, 'agent' || n || '@lumen.example', 'agent' || n || '@lumen.example', 'Elena', 'Test ' || n,
    case n when 0 then 'supervisor' else 'agent' end
  from generate_series(0, :agents) n;
insert into user_presence (account_id, user_id, chat_status, last_seen_at)
  select :account, pg_temp.id('0000000a', n), 'break', clock_timestamp() from generate_series(0, :agents) n;
insert into queue_members (account_id, queue_id, user_id)
  select :account, pg_temp.id('00000009', 1), pg_temp.id('0000000a', n) from generate_series(1, :agents) n;
insert into presence_leases (account_id, user_id, server_id)
  select :account, pg_temp.id('0000000a', n), pg_temp.id('00000008', 1) from generate_series(1, :agents) n;
insert into channel_applications (id, account_id, type, name) values (pg_temp.id('0000000b', 1), :account, 'LIVECHAT', 'Shop');

create temp table r as
  select n, pg_temp.id('0000000c', n) as room, pg_temp.id('0000000d', n) as contact, pg_temp.id('0000000e', n) as channel,
    pg_temp.id('0000000f', n) as conversation, timestamptz '2026-01-01' + make_interval(secs => n) as began
  from generate_series(1, :customers) n;

insert into contacts (id, account_id, first_name, last_name, created_at) select contact, :account, 'Maria', 'Test ' || n, began from r;
insert into rooms (id, account_id, type, state, contact_id, seq, change, public_count, last_event_at, last_channel_type,
    last_channel_application_id, last_received_at, last_received_channel_type, created_at, access_no)
  select room, :account, 'EXTERNAL', 'UNASSIGNED', contact, 1, 2, 1, began, 'LIVECHAT', pg_temp.id('0000000b', 1), began, 'LIVECHAT', began, 1 from r;
insert into contact_channels (id, account_id, contact_id, room_id, channel_application_id, type, address, channel_seq, used_at)
  select channel, :account, contact, room, pg_temp.id('0000000b', 1), 'LIVECHAT', channel::text, 1, began from r;
insert into conversations (id, account_id, room_id, state, queue_id, channel_types, change, created_at)
  select conversation, :account, room, 'UNASSIGNED', pg_temp.id('00000009', 1), '{LIVECHAT}', 2, began from r;
insert into conversation_channels (account_id, conversation_id, contact_channel_id, added_at) select :account, conversation, channel, began from r;
insert into participants (account_id, room_id, type, associated_id, id, joined_at)
  select :account, room, 'CUSTOMER', contact, pg_temp.id('00000011', n), began from r;
insert into events (id, account_id, room_id, conversation_id, contact_channel_id, seq, change, channel_seq, public_no, private_no, kind, type,
    private, origin_type, origin_id, origin_name, message, created_at)
  select pg_temp.id('00000010', n), :account, room, conversation, channel, 1, 1, 1, 1, 0, 'COMMUNICATION', 'MESSAGE',
    false, 'CUSTOMER', contact, 'Maria Test ' || n,
    jsonb_build_object('type', 'TEXT', 'text', 'Good morning, where is my parcel?', 'privateMessage', false), began
  from r;

set session_replication_role = origin;
