-- An e-mail as its writer wrote it, before signature and history were put below it: so it comes back into the field where it was not delivered.
create table email_writings (
  account_id uuid not null,
  event_id uuid not null,
  written jsonb not null,
  primary key (account_id, event_id),
  foreign key (account_id, event_id) references events (account_id, id) on delete cascade
);
alter table email_writings enable row level security;
create policy own_account on email_writings to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);
