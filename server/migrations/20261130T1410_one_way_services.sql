-- Whether one can be answered over an end is what its carrier's service was bought for (administration, section 3): the end says what its
-- service says, whoever changes which of the two. Ends without a service say it themselves.
create function end_as_its_service() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.service_id is not null then
    select s.communication_type into new.communication_type from carrier_services s where s.id = new.service_id;
  end if;
  return new;
end $$;
create trigger end_as_its_service before insert or update of service_id, communication_type on channel_applications
  for each row execute function end_as_its_service();

create function ends_as_their_service() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update channel_applications set communication_type = new.communication_type, modified_at = clock_timestamp() where service_id = new.id;
  return null;
end $$;
create trigger ends_as_their_service after update of communication_type on carrier_services
  for each row when (old.communication_type is distinct from new.communication_type) execute function ends_as_their_service();

update channel_applications a set communication_type = s.communication_type
from carrier_services s where s.id = a.service_id and s.communication_type <> a.communication_type;
