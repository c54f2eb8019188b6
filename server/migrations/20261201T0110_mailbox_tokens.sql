-- Tokens by which a mailbox signs in at Microsoft's servers: the one of the hour, and the one by which the next is got where it changes with each use.
create table mailbox_tokens (
  account_id uuid not null,
  channel_application_id uuid not null,
  -- A hash of what an admin has set: what was got by anything else is nothing any more.
  given bytea not null,
  -- Encrypted under the key for providers' secrets.
  access_token bytea,
  refresh_token bytea,
  expires_at timestamptz,
  primary key (account_id, channel_application_id),
  foreign key (account_id, channel_application_id) references channel_applications (account_id, id) on delete cascade
);
alter table mailbox_tokens enable row level security;
create policy own_account on mailbox_tokens to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);
