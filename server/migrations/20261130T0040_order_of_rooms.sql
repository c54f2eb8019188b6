-- Rooms are listed by when something was last said in them, those in which nothing was by when they were made, and of the same time by their id:
-- by times as the wire carries them, in milliseconds, so that the server and its clients cannot see two orders.
do $$
declare
  before text := pg_get_functiondef('store_events(jsonb)'::regprocedure);
  mended text := replace(before, 'last_event_at = case when t.d is null then r.last_event_at else moment end',
    'last_event_at = case when t.d is null then r.last_event_at else date_trunc(''milliseconds'', moment) end');
begin
  if mended = before then raise exception 'store_events does not say as this migration expects'; end if;
  execute mended;
end $$;

alter table rooms alter column created_at set default date_trunc('milliseconds', clock_timestamp());
update rooms set last_event_at = date_trunc('milliseconds', last_event_at), created_at = date_trunc('milliseconds', created_at)
where last_event_at <> date_trunc('milliseconds', last_event_at) or created_at <> date_trunc('milliseconds', created_at);
-- Not by coalesce: behind the account wall PostgreSQL takes that for something that could leak, and goes on behind no place of the index by it.
create index rooms_by_last_said on rooms (account_id, state, (case when last_event_at is null then created_at else last_event_at end) desc, id desc);
drop index rooms_in_order;
