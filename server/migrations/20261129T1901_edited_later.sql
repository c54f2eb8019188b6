-- A message that waits is edited where it stands: each edit counts, so that of two windows the second is told.
alter table scheduled_messages add column version integer not null default 1;

-- What its sender can still take back in the room goes before what they send at once (verdict OWN_WAIT): taking back may have been switched off in between.
-- Asked again behind it (`behind`), a draft is stored whatever still waits.
do $$
declare
  mended text := pg_get_functiondef('store_events(jsonb)'::regprocedure);
  before text;
  change text[];
begin
  foreach change slice 1 in array array[
    [E'        refusal := ''KEPT_FOR_LATER'';\n      end if;\n',
      E'        refusal := ''KEPT_FOR_LATER'';\n'
      || E'      elsif draft.on_channel and not draft.body ? ''behind'' and exists (select from scheduled_messages s\n'
      || E'        where s.room_id = draft.room and s.author_id = draft.sender and s.undo and s.state = ''WAITING'') then\n'
      || E'        refusal := ''OWN_WAIT'';\n'
      || E'      end if;\n']
  ] loop
    before := mended;
    mended := replace(before, change[1], change[2]);
    if mended = before then raise exception 'store_events does not say as this migration expects: %', change[1]; end if;
  end loop;
  execute mended;
end $$;
