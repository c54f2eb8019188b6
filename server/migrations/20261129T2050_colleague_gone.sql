-- In a chat of two nothing is said any more once the other one is no user (verdict COLLEAGUE_GONE): nobody would read it. What was said before is
-- answered as that, and a group goes on with the others.
do $$
declare
  mended text := pg_get_functiondef('store_events(jsonb)'::regprocedure);
  before text;
  change text[];
begin
  foreach change slice 1 in array array[
    [E'    refusal := draft.refusal;\n',
      E'    refusal := draft.refusal;\n'
      || E'    if refusal is null and draft.room_type = ''INTERNAL'' and draft.body ->> ''kind'' = ''COMMUNICATION'' and draft.body ->> ''origin'' = ''USER''\n'
      || E'      and exists (select from participants o cross join lateral (select u.active from users u where u.id = o.associated_id limit 1) u\n'
      || E'        where o.room_id = draft.room and o.type = ''USER'' and o.associated_id <> draft.sender and not u.active) then\n'
      || E'      refusal := ''COLLEAGUE_GONE'';\n'
      || E'    end if;\n']
  ] loop
    before := mended;
    mended := replace(before, change[1], change[2]);
    if mended = before then raise exception 'store_events does not say as this migration expects: %', change[1]; end if;
  end loop;
  execute mended;
end $$;

-- A chat of two has no name of its own: it is called by who is in it. Names that were given before go, as a
-- change of the room that every window catches up with.
update rooms set name = null, change = change + 1 where type = 'INTERNAL' and name is not null;
alter table rooms add constraint rooms_name_not_of_pairs check (type <> 'INTERNAL' or name is null);
