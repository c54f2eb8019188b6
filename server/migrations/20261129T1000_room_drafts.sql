-- What a user has written in a room for one channel and not sent. Nobody but that user is ever shown it.
create table room_drafts (
  account_id uuid not null,
  user_id uuid not null,
  room_id uuid not null,
  -- The id of a channel of the room, 'internal' or 'note'.
  channel_key text not null,
  contact_channel_id uuid,
  -- Words, ids of uploads, and what the channel's drafts have beside them. Null: emptied or sent; the version is kept for a day, so that
  -- what was typed before and arrives late is known as late.
  content jsonb,
  -- Under which it is going to be sent.
  client_message_id text,
  -- The window that it was typed in last, and which of its savings this was.
  window_id text,
  save bigint not null default 0,
  version bigint not null default 0,
  typed_at timestamptz not null default clock_timestamp(),
  -- What was typed in other windows at the same time and lost: to be used or dropped.
  others jsonb not null default '[]',
  -- Of both: uploads that are not swept away.
  file_ids uuid[] not null default '{}',
  changed_at timestamptz not null default clock_timestamp(),
  primary key (user_id, room_id, channel_key),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  foreign key (account_id, room_id) references rooms (account_id, id) on delete cascade,
  foreign key (account_id, contact_channel_id) references contact_channels (account_id, id) on delete cascade,
  check ((contact_channel_id is null) = (channel_key in ('internal', 'note'))),
  check (contact_channel_id is null or channel_key = contact_channel_id::text)
);
create index room_drafts_of_room on room_drafts (room_id);
create index room_drafts_of_channel on room_drafts (contact_channel_id) where contact_channel_id is not null;
create index room_drafts_emptied on room_drafts (changed_at) where content is null;

alter table room_drafts enable row level security;
create policy own_account on room_drafts to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);
