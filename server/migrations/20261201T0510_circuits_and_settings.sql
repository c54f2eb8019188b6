-- How many ends of channels, of all accounts, are not asked by their lines for now, by type: numbers alone.
create function open_circuits() returns table (type text, count bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.type, count(*) from channel_health h join channel_applications a on a.id = h.channel_application_id
  where h.opened_at is not null group by a.type
$$;
create index channel_health_open on channel_health (channel_application_id) where opened_at is not null;

-- What a carrier or its service was set to is another: whoever speaks through it, in whichever account, tries the next message at once. Tells nothing.
create function try_ends_of_service(p_service uuid) returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  update channel_health h set retry_at = clock_timestamp()
  from channel_applications a
  where a.service_id = p_service and a.id = h.channel_application_id and h.opened_at is not null
$$;
