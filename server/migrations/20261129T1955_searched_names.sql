-- A name is found without the apostrophe that stands in it, too: O’Brien by “obrien” (contract: searchedName). What it is searched by holds the words
-- of both.
create function searched_name(name text) returns text language sql immutable strict parallel safe as $$
  select folded_name(name) || case when translate(name, '''’‘ʼ', '') = name then '' else folded_name(translate(name, '''’‘ʼ', '')) end
$$;

alter table contacts alter column searched set expression as (searched_name(first_name || ' ' || last_name));
alter table users alter column searched set expression as (searched_name(first_name || ' ' || last_name));
alter table rooms alter column searched set expression as (searched_name(name));
