-- How it stands with each end of a channel: what an administrator sees of it, and whether its line to the provider is asked at all
-- (the circuit). One row for each end by which something came or went.
create table channel_health (
  account_id uuid not null,
  channel_application_id uuid primary key,
  -- To within a few seconds: not every message writes here.
  last_inbound_at timestamptz,
  last_outbound_at timestamptz,
  -- What went wrong last with sending: a reason (contract: failureReasons) or null, and the provider's words, fit to be kept.
  last_error_at timestamptz,
  last_error_reason text,
  last_error_answer text,
  -- Sends that failed on the provider's or the line's side, one after another.
  failures integer not null default 0,
  -- Since when nothing is asked; null while messages go.
  opened_at timestamptz,
  -- How often in a row it was tried again for nothing; from when on one message is tried, and until when one is being tried.
  trials integer not null default 0,
  retry_at timestamptz,
  trial_until timestamptz,
  -- What the provider answered when somebody asked whether it knows us. The problem is null when all was well.
  tested_at timestamptz,
  test_problem text,
  test_answer text,
  -- Until when it takes our token, where it told.
  token_expires_at timestamptz,
  foreign key (account_id, channel_application_id) references channel_applications (account_id, id) on delete cascade
);
alter table channel_health enable row level security;
create policy own_account on channel_health to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);
