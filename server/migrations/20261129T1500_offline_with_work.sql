-- Whoever is offline and was given something all the same is as away with the application open as without it.
do $$
declare
  stood text := pg_get_functiondef('people_away(integer, integer)'::regprocedure);
  mended text := regexp_replace(stood, 'where not exists \(\s+select from presence_leases',
    'where p.chat_status = ''offline'' or not exists (select from presence_leases');
begin
  if mended = stood then raise exception 'people_away does not ask who is here as this migration expects'; end if;
  execute mended;
end $$;
