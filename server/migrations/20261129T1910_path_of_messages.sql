-- The path of a message (communications, sections 4 and 8): of each attempt who asked for it, each of its steps with its time, and what the
-- provider said.
alter table attempts
  -- Who asked for it by a click; null for the first, which goes with its message.
  add column asked_by_id uuid,
  add column asked_by_name text,
  add constraint attempts_in_account unique (account_id, id),
  add foreign key (account_id, asked_by_id) references users (account_id, id) on delete set null (asked_by_id);

create table attempt_steps (
  account_id uuid not null,
  attempt_id uuid not null,
  id bigint generated always as identity,
  -- PUT_OFF: the provider wants it later. NO_ANSWER: nobody knows, and it is asked again with the same key. The others are states of attempts.
  step text not null check (step in
    ('HANDED_OVER', 'PUT_OFF', 'NO_ANSWER', 'SENT', 'DELIVERED', 'SEEN', 'ERROR', 'REJECTED', 'DELIVERY_FAILED', 'UNKNOWN')),
  at timestamptz not null default clock_timestamp(),
  reason text,
  -- What the provider said, without secrets and addresses, and shortened; null where it said nothing.
  answer text,
  -- False: it came late or once more, and changed nothing.
  counts boolean not null default true,
  primary key (account_id, attempt_id, id),
  foreign key (account_id, attempt_id) references attempts (account_id, id) on delete cascade
);
alter table attempt_steps enable row level security;
create policy own_account on attempt_steps to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);

-- What was attempted before tells its end alone.
insert into attempt_steps (account_id, attempt_id, step, at, reason)
select account_id, id, state, settled_at, reason from attempts where settled_at is not null and state not in ('PENDING', 'SENDING');

-- A report that is quicker than the answer keeps what it said.
alter table provider_reports add column answer text;

-- Live chat has no attempts: its messages themselves say when they arrived and were seen.
alter table events add column delivered_at timestamptz, add column seen_at timestamptz;
