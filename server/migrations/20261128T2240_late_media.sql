-- Files that a provider announces with a message and that are still to be fetched from there. A row stands for as long as the file
-- is coming: what became of it stands in its event.
create table coming_files (
  account_id uuid not null,
  event_id uuid not null,
  channel_application_id uuid not null,
  -- What the channel's adapter needs to fetch it: the provider's id of it, or an address.
  reference text not null,
  -- Claims are counted, so that a file over which processes die does not come for ever.
  tries integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  lease uuid,
  announced_at timestamptz not null default clock_timestamp(),
  primary key (account_id, event_id),
  foreign key (account_id, event_id) references events (account_id, id) on delete cascade,
  foreign key (account_id, channel_application_id) references channel_applications (account_id, id)
);
create index coming_files_due on coming_files (due_at);
create index coming_files_of_application on coming_files (account_id, channel_application_id);
alter table coming_files enable row level security;
create policy own_account on coming_files to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);

-- Claim across accounts, as claim_attempts: of one channel application at most p_share in one process, since a provider that hangs
-- must not keep everybody else's files away.
create function claim_coming_files(p_types text[], p_busy uuid[], p_counts integer[], p_share integer, p_lease uuid, p_seconds double precision, p_limit integer)
returns table (id uuid, account_id uuid, channel_application_id uuid)
language sql volatile security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with due as materialized (
    select f.account_id, f.event_id, f.due_at, f.channel_application_id from coming_files f
      join channel_applications c on c.id = f.channel_application_id
    where f.due_at <= clock_timestamp() and c.type = any (p_types)
      and not exists (select 1 from unnest(p_busy, p_counts) b(id, count) where b.id = f.channel_application_id and b.count >= p_share)
    order by f.due_at limit 2 * p_limit),
  shared as materialized (
    select d.*, row_number() over (partition by d.channel_application_id order by d.due_at, d.event_id)
      + coalesce((select b.count from unnest(p_busy, p_counts) b(id, count) where b.id = d.channel_application_id), 0) as nth
    from due d),
  locked as materialized (
    -- Judged again under the lock: another worker may have been quicker.
    select f.account_id, f.event_id from shared s join coming_files f on f.account_id = s.account_id and f.event_id = s.event_id
    where s.nth <= p_share and f.due_at <= clock_timestamp()
    limit p_limit for update of f skip locked)
  update coming_files f set lease = p_lease, tries = f.tries + 1, due_at = clock_timestamp() + make_interval(secs => p_seconds)
  from locked where f.account_id = locked.account_id and f.event_id = locked.event_id
  returning f.event_id, f.account_id, f.channel_application_id
$$;

-- What a provider brought: neither a person nor a visitor uploaded it.
alter table files
  add column channel_application_id uuid,
  add foreign key (account_id, channel_application_id) references channel_applications (account_id, id),
  add check (channel_application_id is null or (user_id is null and session_id is null));
