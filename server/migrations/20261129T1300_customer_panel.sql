-- What agents see of a customer beside the talk, and how each of them arranges it.

-- Order and folding of the blocks, as this person chose them.
alter table users add column customer_panel jsonb not null default '{}';

-- The page of another site that led to this one; the first that was told stays.
alter table visitor_sessions add column came_from text;

-- Where a visitor was before the page that their session names; the newest of each session are kept.
create table visitor_pages (
  account_id uuid not null,
  session_id uuid not null,
  id bigint generated always as identity,
  title text not null,
  address text not null,
  at timestamptz not null,
  primary key (session_id, id),
  foreign key (account_id, session_id) references visitor_sessions (account_id, id) on delete cascade
);

-- Notes worth knowing: they stand beside the talk as long as somebody wants them there.
create table pinned_notes (
  event_id uuid primary key,
  account_id uuid not null,
  room_id uuid not null,
  pinned_by uuid not null,
  pinned_at timestamptz not null default clock_timestamp(),
  foreign key (account_id, event_id) references events (account_id, id),
  foreign key (account_id, room_id) references rooms (account_id, id),
  foreign key (account_id, pinned_by) references users (account_id, id)
);
create index pinned_notes_of_room on pinned_notes (room_id);

-- Where a conversation began and how it ended, without a walk through its events.
create index events_of_conversation_bounds on events (conversation_id, seq) where type in ('CREATE', 'RESOLVE', 'AUTO_RESOLVE');

alter table visitor_pages enable row level security;
create policy own_account on visitor_pages to parley_app
  using (account_id is not distinct from nullif(current_setting('app.account', true), '')::uuid);
alter table pinned_notes enable row level security;
create policy own_account on pinned_notes to parley_app
  using (account_id is not distinct from nullif(current_setting('app.account', true), '')::uuid);
