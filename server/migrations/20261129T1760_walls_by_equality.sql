-- Where a row always belongs to an account, its wall compares by equality: "is not distinct from", which rows of no account need
-- (super admins), can use no index.
do $$
declare
  p record;
begin
  for p in
    select pol.tablename, pol.policyname
      from pg_policies pol
      join pg_attribute a on a.attrelid = format('%I.%I', pol.schemaname, pol.tablename)::regclass and a.attname = 'account_id'
     where pol.schemaname = current_schema() and a.attnotnull and pol.qual like '%IS DISTINCT FROM%'
  loop
    execute format(
      'alter policy %I on %I using (account_id = nullif(current_setting(''app.account'', true), '''')::uuid)', p.policyname, p.tablename);
  end loop;
end $$;
