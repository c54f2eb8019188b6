-- Chats of colleagues that were begun about a customer's room, so that each leads to the other.
create table discussions (
  account_id uuid not null,
  -- The customer's.
  room_id uuid not null,
  -- The colleagues'.
  chat_id uuid not null,
  begun_by uuid not null,
  begun_at timestamptz not null default clock_timestamp(),
  primary key (account_id, room_id, chat_id),
  foreign key (account_id, room_id) references rooms (account_id, id),
  foreign key (account_id, chat_id) references rooms (account_id, id),
  foreign key (account_id, begun_by) references users (account_id, id)
);
create index discussions_by_chat on discussions (account_id, chat_id);

alter table discussions enable row level security;
create policy own_account on discussions to parley_app
  using (account_id = nullif(current_setting('app.account', true), '')::uuid);
