-- Carriers, their services and ends of channels are made once however often they are asked for by one id.
alter table client_creations
  drop constraint client_creations_kind_check,
  add check (kind in ('ROOM', 'WIDGET', 'ACCOUNT', 'USER', 'QUEUE', 'TIMESLOT', 'VIEW', 'CARRIER', 'CARRIER_SERVICE', 'CHANNEL_END'));

-- How many ends of channels, of all accounts, speak through a service: a number alone.
create function uses_of_service(p_service uuid) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*) from channel_applications a where a.service_id = p_service
$$;

-- Whether another end, of whichever account, has this sender at the same provider: yes or no alone.
create function sender_is_taken(p_type text, p_service uuid, p_sender text, p_except uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from channel_applications a
    where a.type = p_type and a.service_id is not distinct from p_service and lower(a.sender) = lower(p_sender) and a.id <> p_except)
$$;
create index channel_applications_of_bots on channel_applications (lower(sender)) where type = 'VIBER_PUBLIC';
