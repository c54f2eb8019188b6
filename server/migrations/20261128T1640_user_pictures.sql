-- The picture that somebody chose of themselves, as it is shown to colleagues: a square file that nothing else holds.
create table user_pictures (
  user_id uuid primary key,
  account_id uuid not null references accounts,
  file_id uuid not null unique,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  foreign key (account_id, file_id) references files (account_id, id)
);
alter table user_pictures enable row level security;
create policy own_account on user_pictures to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);
