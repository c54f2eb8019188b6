-- What the row of a customer without a name shows instead: four digits made of the contact's id (contract: signOfContact). Rooms are searched by it. A
-- column, since what a function makes of a column is looked up by no index behind row-level security.
create function visitor_sign(contact uuid) returns integer language plpgsql immutable strict parallel safe as $$
declare
  letters bytea := convert_to(contact::text, 'UTF8');
  -- FNV-1a of 32 bits.
  hash bigint := 2166136261;
begin
  for at in 0 .. length(letters) - 1 loop
    hash := ((hash # get_byte(letters, at)) * 16777619) & 4294967295;
  end loop;
  return 1000 + hash % 9000;
end $$;

create function sign_contact() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.sign := visitor_sign(new.id);
  return new;
end $$;

alter table contacts add column sign integer not null default 0;
update contacts set sign = visitor_sign(id);
create trigger sign_contact before insert on contacts for each row execute function sign_contact();
create index contacts_unnamed on contacts (account_id, sign) where first_name = '' and last_name = '';
