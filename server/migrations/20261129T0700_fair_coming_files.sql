-- Claims files that are to be fetched in fair turns: of each channel application at most p_share and of each account at most p_account_share in one
-- process, beside what they have under way, and first those of accounts and applications that have least.
drop function claim_coming_files(text[], uuid[], integer[], integer, uuid, double precision, integer);
create function claim_coming_files(p_types text[], p_busy uuid[], p_counts integer[], p_share integer,
  p_accounts uuid[], p_account_counts integer[], p_account_share integer, p_lease uuid, p_seconds double precision, p_limit integer)
returns table (id uuid, account_id uuid, channel_application_id uuid)
language sql volatile security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with due as materialized (
    select f.account_id, f.event_id, f.due_at, f.channel_application_id from coming_files f
      join channel_applications c on c.id = f.channel_application_id
    where f.due_at <= clock_timestamp() and c.type = any (p_types)
      and not exists (select 1 from unnest(p_busy, p_counts) b(id, count) where b.id = f.channel_application_id and b.count >= p_share)
      and not exists (select 1 from unnest(p_accounts, p_account_counts) b(id, count) where b.id = f.account_id and b.count >= p_account_share)
    order by f.due_at limit 2 * p_limit),
  of_application as materialized (
    select d.*, row_number() over (partition by d.channel_application_id order by d.due_at, d.event_id)
      + coalesce((select b.count from unnest(p_busy, p_counts) b(id, count) where b.id = d.channel_application_id), 0) as nth
    from due d),
  of_account as materialized (
    select a.*, row_number() over (partition by a.account_id order by a.nth, a.due_at, a.event_id)
      + coalesce((select b.count from unnest(p_accounts, p_account_counts) b(id, count) where b.id = a.account_id), 0) as nth_of_account
    from of_application a where a.nth <= p_share),
  locked as materialized (
    -- Judged again under the lock: another worker may have been quicker.
    select f.account_id, f.event_id from of_account s join coming_files f on f.account_id = s.account_id and f.event_id = s.event_id
    where s.nth_of_account <= p_account_share and f.due_at <= clock_timestamp()
    order by s.nth_of_account, s.due_at
    limit p_limit for update of f skip locked)
  update coming_files f set lease = p_lease, tries = f.tries + 1, due_at = clock_timestamp() + make_interval(secs => p_seconds)
  from locked where f.account_id = locked.account_id and f.event_id = locked.event_id
  returning f.event_id, f.account_id, f.channel_application_id
$$;
