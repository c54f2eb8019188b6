-- When an account is open. Times in it are those of clocks on the wall in its zone, never instants: what they are as instants
-- is reckoned for each date.
create table timeslots (
  account_id uuid not null references accounts,
  id uuid primary key,
  name text not null,
  -- As names are compared: in any case of their letters.
  name_normalized text not null,
  description text not null default '',
  priority integer not null default 50 check (priority between 1 and 100),
  timezone text not null,
  working_time jsonb not null,
  exceptions jsonb not null default '[]',
  created_at timestamptz not null default clock_timestamp(),
  unique (account_id, id),
  unique (account_id, name_normalized)
);
alter table timeslots enable row level security;
create policy own_account on timeslots to parley_app
  using (account_id is not distinct from nullif(current_setting('app.account', true), '')::uuid);

alter table queues
  -- Null: open always.
  add column timeslot_id uuid,
  add foreign key (account_id, timeslot_id) references timeslots (account_id, id);
create index queues_of_timeslot on queues (account_id, timeslot_id) where timeslot_id is not null;
