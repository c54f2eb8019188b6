-- An answer to a customer names the highest event that its writer has seen (`seen`). Where a colleague has answered above it, also in the same call,
-- it is not stored and its writer is asked (verdict ANSWERED_SINCE), before anything of theirs is sent that they can still take back.
do $$
declare
  mended text := pg_get_functiondef('store_events(jsonb)'::regprocedure);
  before text;
  change text[];
begin
  foreach change slice 1 in array array[
    [E'  files_kept uuid[] := ''{}'';\n',
      E'  files_kept uuid[] := ''{}'';\n'
      || E'  -- Rooms in which a user has answered the customer by an earlier draft of this call, and who.\n'
      || E'  answered_in uuid[] := ''{}'';\n'
      || E'  answered_by uuid[] := ''{}'';\n'],
    [E'      elsif draft.on_channel and not draft.body ? ''behind''',
      E'      elsif draft.on_channel and draft.body ? ''seen'' and (exists (select from events e\n'
      || E'        where e.room_id = draft.room and e.seq > (draft.body ->> ''seen'')::bigint and e.origin_type = ''USER'' and e.origin_id <> draft.sender\n'
      || E'          and e.kind = ''COMMUNICATION'' and e.type <> ''CALL'' and not e.private)\n'
      || E'        or exists (select from unnest(answered_in, answered_by) a(room, sender) where a.room = draft.room and a.sender <> draft.sender)) then\n'
      || E'        refusal := ''ANSWERED_SINCE'';\n'
      || E'      elsif draft.on_channel and not draft.body ? ''behind'''],
    [E'    fresh := fresh || place;\n',
      E'    fresh := fresh || place;\n'
      || E'    if draft.on_channel and draft.public_message and draft.body ->> ''origin'' = ''USER'' then\n'
      || E'      answered_in := answered_in || draft.room;\n'
      || E'      answered_by := answered_by || draft.sender;\n'
      || E'    end if;\n']
  ] loop
    before := mended;
    mended := replace(before, change[1], change[2]);
    if mended = before then raise exception 'store_events does not say as this migration expects: %', change[1]; end if;
  end loop;
  execute mended;
end $$;
