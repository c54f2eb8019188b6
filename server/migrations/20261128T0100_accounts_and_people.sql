-- Accounts, people, queues, presence. Every tenant table carries account_id; foreign keys inside a tenant are composite,
-- because foreign-key checks pass over row-level security.
grant usage on schema public to parley_app;

create table accounts (
  id uuid primary key,
  name text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  country text not null default '',
  language text not null default 'en',
  timezone text not null default 'UTC',
  features jsonb not null default '{}',
  settings jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);

create table users (
  id uuid primary key,
  account_id uuid not null references accounts,
  email text not null,
  -- Lower case, NFC; unique over the installation, since sign-in does not ask for the account.
  email_normalized text not null unique,
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('agent', 'supervisor', 'admin')),
  job_title text not null default 'Agent',
  language text not null default 'en',
  timezone text not null default 'UTC',
  active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  modified_at timestamptz not null default clock_timestamp(),
  unique (account_id, id)
);

create table user_credentials (
  account_id uuid not null,
  user_id uuid primary key,
  password_hash text not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- People of no account. Not a tenant table.
create table super_users (
  id uuid primary key,
  email text not null,
  email_normalized text not null unique,
  first_name text not null,
  last_name text not null,
  language text not null default 'en',
  timezone text not null default 'UTC',
  active boolean not null default true,
  password_hash text not null,
  created_at timestamptz not null default clock_timestamp()
);

create table queues (
  id uuid primary key,
  account_id uuid not null references accounts,
  name text not null,
  description text not null default '',
  strategy text not null default 'DEFAULT' check (strategy in ('DEFAULT', 'SKILL', 'RANDOM', 'MOST_ACTIVE', 'LEAST_ACTIVE')),
  is_default boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  unique (account_id, id)
);
create unique index queues_one_default on queues (account_id) where is_default;

create table queue_members (
  account_id uuid not null,
  queue_id uuid not null,
  user_id uuid not null,
  skill integer not null default 1,
  job_title text not null default 'Agent',
  primary key (queue_id, user_id),
  foreign key (account_id, queue_id) references queues (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index queue_members_of_user on queue_members (user_id);

create table user_presence (
  account_id uuid not null,
  user_id uuid primary key,
  chat_status text not null default 'offline' check (chat_status in ('ready', 'break', 'busy', 'offline')),
  status_since timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz,
  last_assigned_at timestamptz,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- One row per user and server process that holds a socket of theirs; a killed server's rows grow old by themselves.
create table presence_leases (
  account_id uuid not null,
  user_id uuid not null,
  server_id uuid not null,
  renewed_at timestamptz not null default clock_timestamp(),
  primary key (user_id, server_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- Tickets of the websocket that were used: one use each.
create table used_tickets (
  account_id uuid not null references accounts,
  id uuid primary key,
  expires_at timestamptz not null
);

-- Look-ups before an account is known return ids only.
create function find_sign_in(p_email_normalized text) returns table (user_id uuid, account_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.account_id from users u where u.email_normalized = p_email_normalized
  union all
  select s.id, null::uuid from super_users s where s.email_normalized = p_email_normalized
$$;
