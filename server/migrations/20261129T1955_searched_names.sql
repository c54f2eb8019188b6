-- A name is found without the apostrophe that stands in it, too: O’Brien by “obrien” (contract: searchedName). What it is searched by holds the words
-- of both.
create function searched_name(name text) returns text language sql immutable strict parallel safe as $$
  select folded_name(name) || case when translate(name, '''’‘ʼ', '') = name then '' else folded_name(translate(name, '''’‘ʼ', '')) end
$$;

-- Made anew: what a column is generated from can be changed from PostgreSQL 17 on, and 15 will do.
alter table contacts drop column searched, add column searched text not null generated always as (searched_name(first_name || ' ' || last_name)) stored;
alter table users drop column searched, add column searched text not null generated always as (searched_name(first_name || ' ' || last_name)) stored;
alter table rooms drop column searched, add column searched text generated always as (searched_name(name)) stored;
