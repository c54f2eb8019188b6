-- A text that its provider carries in several parts is as many messages there: each has an id, and is reported on by itself (the message is
-- delivered when all are, and failed when any is).
create table attempt_parts (
  account_id uuid not null,
  attempt_id uuid not null,
  part smallint not null check (part >= 1),
  provider_message_id text not null,
  state text not null default 'SENT' check (state in ('SENT', 'DELIVERED', 'SEEN', 'ERROR', 'REJECTED', 'DELIVERY_FAILED')),
  reason text,
  primary key (account_id, attempt_id, part),
  foreign key (account_id, attempt_id) references attempts (account_id, id) on delete cascade
);
create index attempt_parts_by_provider_id on attempt_parts (provider_message_id);
alter table attempt_parts enable row level security;
create policy own_account on attempt_parts to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);

-- Of which part a step tells; null: of the whole message.
alter table attempt_steps add column part smallint;

-- By what other ids a report may mean its message: some providers write an id in their answer otherwise than in their reports.
alter table provider_reports add column also_known_as text[] not null default '{}';
create index provider_reports_other_ids on provider_reports using gin (also_known_as) where also_known_as <> '{}';

-- Parts of a customer's long message, kept until all are here or the time is over. Those of a message that was put together stay a while, so
-- that a part which is brought once more is known.
create table inbound_parts (
  account_id uuid not null,
  channel_application_id uuid not null,
  address text not null,
  -- The sender's own number for the message; it comes round again.
  reference integer not null,
  part_count smallint not null,
  part smallint not null,
  provider_message_id text not null,
  body text not null,
  arrived_at timestamptz not null default clock_timestamp(),
  joined_at timestamptz,
  primary key (account_id, channel_application_id, address, reference, part_count, part),
  check (part between 1 and part_count),
  foreign key (account_id, channel_application_id) references channel_applications (account_id, id)
);
create index inbound_parts_waiting on inbound_parts (arrived_at) where joined_at is null;
create index inbound_parts_joined on inbound_parts (joined_at) where joined_at is not null;
alter table inbound_parts enable row level security;
create policy own_account on inbound_parts to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);
