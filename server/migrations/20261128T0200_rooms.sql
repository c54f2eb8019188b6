create table contacts (
  id uuid primary key,
  account_id uuid not null references accounts,
  first_name text not null default '',
  last_name text not null default '',
  language text not null default 'en',
  timezone text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default clock_timestamp(),
  modified_at timestamptz not null default clock_timestamp(),
  unique (account_id, id)
);

create table channel_applications (
  id uuid primary key,
  account_id uuid not null references accounts,
  type text not null,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (account_id, id)
);

create table rooms (
  id uuid primary key,
  account_id uuid not null references accounts,
  type text not null check (type in ('EXTERNAL', 'INTERNAL', 'GROUP')),
  name text,
  state text not null default 'RESOLVED' check (state in ('ASSIGNED', 'UNASSIGNED', 'RESOLVED')),
  contact_id uuid,
  -- INTERNAL: the two users in order of their ids, so that a pair has one room.
  pair_low uuid,
  pair_high uuid,
  epoch integer not null default 1,
  seq bigint not null default 0,
  change bigint not null default 0,
  public_count bigint not null default 0,
  private_count bigint not null default 0,
  -- Raised whenever room_access changes: an audience that was read under an older number is not used again.
  access_no bigint not null default 0,
  last_event_at timestamptz,
  last_event jsonb,
  last_channel_type text,
  last_channel_application_id uuid,
  last_received_at timestamptz,
  last_received_channel_type text,
  last_assigned_user_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  unique (account_id, id),
  foreign key (account_id, contact_id) references contacts (account_id, id),
  check ((type = 'EXTERNAL') = (contact_id is not null)),
  -- Internal and group rooms know no conversations; they are always there to talk in.
  check (type = 'EXTERNAL' or state = 'ASSIGNED'),
  check ((type = 'INTERNAL') = (pair_low is not null and pair_high is not null and pair_low < pair_high))
);
create unique index rooms_one_per_contact on rooms (contact_id) where contact_id is not null;
create unique index rooms_one_per_pair on rooms (account_id, pair_low, pair_high) where pair_low is not null;
create index rooms_by_state on rooms (account_id, state, last_event_at);

create table contact_channels (
  id uuid primary key,
  account_id uuid not null,
  contact_id uuid not null,
  -- Null until the first event makes the contact's room.
  room_id uuid,
  channel_application_id uuid not null,
  type text not null,
  -- Normalised by the channel's own rule; a live-chat visitor's is its session's channel key.
  address text not null,
  channel_seq bigint not null default 0,
  -- When something was last said on it, by either side.
  used_at timestamptz not null default clock_timestamp(),
  -- How far the customer's messages have got on our side: on the screen of an agent who takes part, and looked at there.
  agents_delivered_seq bigint not null default 0,
  agents_seen_seq bigint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  unique (account_id, id),
  unique (channel_application_id, address),
  foreign key (account_id, contact_id) references contacts (account_id, id),
  foreign key (account_id, room_id) references rooms (account_id, id),
  foreign key (account_id, channel_application_id) references channel_applications (account_id, id)
);
create index contact_channels_of_contact on contact_channels (contact_id);
create index contact_channels_of_room on contact_channels (room_id);

create table conversations (
  id uuid primary key,
  account_id uuid not null,
  room_id uuid not null,
  state text not null check (state in ('ASSIGNED', 'UNASSIGNED', 'RESOLVED')),
  assigned_user_id uuid,
  assigned_chatbot_id uuid,
  queue_id uuid,
  assigned_at timestamptz,
  resolved_at timestamptz,
  change bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  modified_at timestamptz not null default clock_timestamp(),
  unique (account_id, id),
  foreign key (account_id, room_id) references rooms (account_id, id),
  foreign key (account_id, assigned_user_id) references users (account_id, id),
  foreign key (account_id, queue_id) references queues (account_id, id),
  check (state <> 'UNASSIGNED' or assigned_user_id is null),
  check (state <> 'ASSIGNED' or assigned_user_id is not null or assigned_chatbot_id is not null),
  check ((state = 'RESOLVED') = (resolved_at is not null))
);
create index conversations_of_room on conversations (room_id, id);
create index conversations_held on conversations (assigned_user_id) where state = 'ASSIGNED';

create table conversation_channels (
  account_id uuid not null,
  conversation_id uuid not null,
  contact_channel_id uuid not null,
  -- False once the conversation is resolved: kept here, so that the index below can hold invariant 2.
  open boolean not null default true,
  added_at timestamptz not null default clock_timestamp(),
  primary key (conversation_id, contact_channel_id),
  foreign key (account_id, conversation_id) references conversations (account_id, id),
  foreign key (account_id, contact_channel_id) references contact_channels (account_id, id)
);
create unique index conversation_channels_one_open on conversation_channels (contact_channel_id) where open;

create table participants (
  account_id uuid not null,
  room_id uuid not null,
  type text not null check (type in ('USER', 'CUSTOMER', 'CHATBOT')),
  associated_id uuid not null,
  id uuid not null,
  joined_at timestamptz not null default clock_timestamp(),
  primary key (room_id, type, associated_id),
  foreign key (account_id, room_id) references rooms (account_id, id)
);
create index participants_of_user on participants (associated_id) where type = 'USER';

create table memberships (
  account_id uuid not null,
  room_id uuid not null,
  user_id uuid not null,
  starred boolean not null default false,
  seen_public bigint not null default 0,
  seen_private bigint not null default 0,
  last_seen_at timestamptz,
  primary key (room_id, user_id),
  foreign key (account_id, room_id) references rooms (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index memberships_of_user on memberships (user_id);

-- Who may see a room beside supervisors and admins: a user (took part, held, wrote) or a queue (it waited there).
create table room_access (
  account_id uuid not null,
  room_id uuid not null,
  subject_id uuid not null,
  primary key (room_id, subject_id),
  foreign key (account_id, room_id) references rooms (account_id, id)
);
create index room_access_of_subject on room_access (subject_id, room_id);

create table events (
  id uuid primary key,
  account_id uuid not null,
  room_id uuid not null,
  conversation_id uuid,
  contact_channel_id uuid,
  seq bigint not null,
  change bigint not null,
  channel_seq bigint,
  public_no bigint not null,
  private_no bigint not null,
  kind text not null check (kind in ('COMMUNICATION', 'SYSTEM')),
  type text not null,
  private boolean not null,
  origin_type text not null,
  origin_id uuid,
  origin_name text,
  message jsonb,
  participants jsonb not null default '[]',
  modified_value text,
  reason text,
  status text,
  status_reason text,
  status_at timestamptz,
  client_message_id text,
  created_at timestamptz not null default clock_timestamp(),
  unique (account_id, id),
  unique (room_id, seq),
  foreign key (account_id, room_id) references rooms (account_id, id),
  foreign key (account_id, conversation_id) references conversations (account_id, id),
  foreign key (account_id, contact_channel_id) references contact_channels (account_id, id)
);
create index events_by_change on events (room_id, change);
create unique index events_by_channel on events (contact_channel_id, channel_seq) where channel_seq is not null;
create index events_under_way on events (contact_channel_id, channel_seq) where status in ('SENT', 'DELIVERED');
create index events_private on events (room_id, seq) where private;

-- The same send repeated is stored once.
create table client_sends (
  account_id uuid not null references accounts,
  sender_id uuid not null,
  client_message_id text not null,
  event_id uuid not null,
  primary key (sender_id, client_message_id)
);

-- The same provider message received twice is stored once.
create table inbound_receipts (
  account_id uuid not null,
  channel_application_id uuid not null,
  provider_message_id text not null,
  event_id uuid not null,
  received_at timestamptz not null default clock_timestamp(),
  primary key (channel_application_id, provider_message_id),
  foreign key (account_id, channel_application_id) references channel_applications (account_id, id)
);

-- One try to bring an event to a provider. Live chat has none.
create table attempts (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  event_id uuid not null,
  contact_channel_id uuid not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'SENT', 'DELIVERED', 'SEEN', 'ERROR', 'REJECTED', 'DELIVERY_FAILED', 'UNKNOWN')),
  provider_message_id text,
  lease_until timestamptz,
  tries integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (account_id, event_id) references events (account_id, id),
  foreign key (account_id, contact_channel_id) references contact_channels (account_id, id)
);
create index attempts_open on attempts (contact_channel_id, created_at) where state = 'PENDING';

-- A conversation that waits, in the order of its coming.
create table waiting (
  conversation_id uuid primary key,
  account_id uuid not null,
  room_id uuid not null,
  queue_id uuid not null,
  place bigint generated always as identity,
  since timestamptz not null default clock_timestamp(),
  foreign key (account_id, conversation_id) references conversations (account_id, id),
  foreign key (account_id, room_id) references rooms (account_id, id),
  foreign key (account_id, queue_id) references queues (account_id, id)
);
create index waiting_in_queue on waiting (queue_id, place);

-- Live-chat widgets; the id is the channel application's.
create table widgets (
  id uuid primary key,
  account_id uuid not null,
  name text not null,
  description text not null default '',
  welcome_message text not null default '',
  header_text text not null default '',
  primary_color text not null default '#6d3fc4',
  secondary_color text not null default '#eeeaf7',
  language text not null default 'en',
  session_minutes integer not null default 1440 check (session_minutes between 1 and 525600),
  reset_after_minutes integer check (reset_after_minutes between 1 and 525600),
  allowed_sites text[] not null default '{}',
  unique (account_id, id),
  foreign key (account_id, id) references channel_applications (account_id, id)
);

-- The time-limited secret of one live-chat contact channel. Before the first message it belongs to nobody.
create table visitor_sessions (
  id uuid primary key,
  account_id uuid not null,
  widget_id uuid not null,
  secret_hash bytea not null unique,
  contact_channel_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  last_activity_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  unique (account_id, id),
  foreign key (account_id, widget_id) references widgets (account_id, id),
  foreign key (account_id, contact_channel_id) references contact_channels (account_id, id)
);
create unique index visitor_sessions_of_channel on visitor_sessions (contact_channel_id) where contact_channel_id is not null;

create function find_widget(p_widget_id uuid) returns uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id from widgets where id = p_widget_id
$$;

create function find_visitor_session(p_secret_hash bytea) returns table (session_id uuid, account_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.account_id from visitor_sessions s where s.secret_hash = p_secret_hash
$$;

-- Claim across accounts: which accounts have something waiting.
create function accounts_with_waiting() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct w.account_id from waiting w
$$;

-- The one predicate of who may see a room (domain: rooms and conversations).
create function may_see_room(p_room uuid, p_type text, p_user uuid, p_read_all boolean) returns boolean
language sql stable as $$
  select (p_read_all and p_type = 'EXTERNAL')
    or exists (select 1 from room_access a where a.room_id = p_room and a.subject_id = p_user)
    or exists (select 1 from queue_members m join room_access a on a.subject_id = m.queue_id where m.user_id = p_user and a.room_id = p_room)
$$;
