-- Behind a message of which its author is asked, since a colleague had answered as it was to go, nothing of theirs goes over the same channel (verdict
-- BEHIND_ASKED): else the customer would read first what was written last. Judged under the room's lock, by which it is asked, too.
do $$
declare
  before text := pg_get_functiondef('store_events(jsonb)'::regprocedure);
  mended text := replace(before,
    E'      elsif draft.on_channel and draft.body ? ''seen'' and (exists (select from events e\n',
    E'      elsif draft.on_channel and exists (select from scheduled_messages s\n'
      || E'        where s.room_id = draft.room and s.author_id = draft.sender and s.contact_channel_id = draft.channel\n'
      || E'          and s.state = ''FAILED'' and s.reason = ''COLLEAGUE_ANSWERED'' and not s.dismissed) then\n'
      || E'        refusal := ''BEHIND_ASKED'';\n'
      || E'      elsif draft.on_channel and draft.body ? ''seen'' and (exists (select from events e\n');
begin
  if mended = before then raise exception 'store_events does not say as this migration expects'; end if;
  execute mended;
end $$;
