-- A list of rooms that somebody has narrowed, ordered and named.
create table room_views (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- Null: everybody's of the account.
  owner_id uuid,
  name text not null,
  list text not null,
  filters jsonb not null,
  sort text,
  -- Among those of the same owner.
  place integer not null,
  foreign key (account_id, owner_id) references users (account_id, id) on delete cascade
);
create unique index room_views_names on room_views (account_id, owner_id, lower(name)) nulls not distinct;

alter table room_views enable row level security;
create policy own_account on room_views to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);

alter table client_creations
  drop constraint client_creations_kind_check,
  add check (kind in ('ROOM', 'WIDGET', 'ACCOUNT', 'USER', 'QUEUE', 'TIMESLOT', 'VIEW'));
