-- Claim across accounts: takes away the leases that ran out, each for one server, and says whose they were. One that is being renewed is left alone.
create function take_gone_leases(p_lease_seconds integer) returns table (account_id uuid, user_id uuid)
language sql volatile security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from presence_leases l using (
      select g.user_id, g.server_id from presence_leases g
      where g.renewed_at < clock_timestamp() - make_interval(secs => p_lease_seconds)
      order by g.user_id, g.server_id for update skip locked) ran_out
    where l.user_id = ran_out.user_id and l.server_id = ran_out.server_id
    returning l.account_id, l.user_id)
  select distinct g.account_id, g.user_id from gone g;
$$;
