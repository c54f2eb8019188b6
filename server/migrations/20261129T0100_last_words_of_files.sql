-- The words that come with a file are the last words of its room, as every client shows them when it hears of the file; store_events left them out.
do $$
declare
  stood text := pg_get_functiondef('store_events(jsonb)'::regprocedure);
  mended text := replace(stood, 'case when not t.d ? ''file'' then left(t.d -> ''message'' ->> ''text'', 200) end', 'left(t.d -> ''message'' ->> ''text'', 200)');
begin
  if mended = stood then raise exception 'store_events does not write last words as this migration expects'; end if;
  execute mended;
end $$;

update rooms r set last_event = jsonb_set(r.last_event, '{text}', to_jsonb(left(e.message ->> 'text', 200)))
from events e
where e.account_id = r.account_id and e.id = (r.last_event ->> 'id')::uuid and e.file_id is not null and e.message ->> 'text' is not null;
