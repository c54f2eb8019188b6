-- What people are told of that happened to their work while they looked elsewhere.
create table notifications (
  account_id uuid not null,
  id uuid primary key,
  user_id uuid not null,
  kind text not null check (kind in ('HANDED_OVER', 'TAKEN_AWAY', 'ADDED_TO_GROUP', 'NOT_DELIVERED', 'DELIVERY_UNKNOWN')),
  room_id uuid not null,
  -- Who did it; null for the system. The name is that of the moment.
  by_user_id uuid,
  by_name text not null default '',
  at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  foreign key (account_id, user_id) references users (account_id, id),
  foreign key (account_id, room_id) references rooms (account_id, id),
  foreign key (account_id, by_user_id) references users (account_id, id)
);
create index notifications_newest on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_by_age on notifications (at);

alter table notifications enable row level security;
create policy own_account on notifications to parley_app
  using (account_id is not distinct from nullif(current_setting('app.account', true), '')::uuid);
