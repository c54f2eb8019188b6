-- What colleagues do to a message among them after it was said: they edit it, delete it, and react to it.

-- Null until something was done: `editedAt`, `deleted`, `reactions`, as the contract tells them.
alter table events add column since jsonb;

-- Who quotes an event is told when its words change. A column of its own, since what is within the message can be looked for by no key
-- behind row-level security.
alter table events add column quotes uuid;
create index events_quoting on events (quotes) where quotes is not null;
do $$
declare
  stood text := pg_get_functiondef('store_events(jsonb)'::regprocedure);
  named text := replace(stood, 'client_message_id, created_at, file_id, assignment)', 'client_message_id, created_at, file_id, assignment, quotes)');
  filled text := replace(named, 'f.d -> ''assignment''', 'f.d -> ''assignment'', (f.d #>> ''{message,quote,eventId}'')::uuid');
begin
  if named = stood or filled = named then raise exception 'store_events does not say as this migration expects'; end if;
  execute filled;
end $$;

-- What a message said before it was edited. Gone with the message's words when it is deleted.
create table earlier_words (
  account_id uuid not null,
  event_id uuid not null,
  id bigint generated always as identity,
  room_id uuid not null,
  text text,
  until timestamptz not null,
  primary key (account_id, event_id, id),
  foreign key (account_id, event_id) references events (account_id, id) on delete cascade,
  foreign key (account_id, room_id) references rooms (account_id, id)
);

alter table earlier_words enable row level security;
create policy own_account on earlier_words to parley_app
  using (account_id = nullif(current_setting('app.account', true), '')::uuid);
