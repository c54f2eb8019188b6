-- What waited in a queue goes back to its old place when it is given back.
alter table conversations add column queue_place bigint;

-- Who holds conversations and has no socket anywhere, since somebody looked and saw it: a row, so that it outlives a server. It goes when
-- they come back or hold nothing.
create table absences (
  user_id uuid primary key,
  account_id uuid not null,
  gone_since timestamptz not null default clock_timestamp(),
  foreign key (account_id, user_id) references users (account_id, id)
);
alter table absences enable row level security;
create policy own_account on absences to parley_app
  using (account_id is not distinct from nullif(current_setting('app.account', true), '')::uuid);

-- When a look was last taken for who is away. While nobody looks no server runs, and nobody could be there: that time counts for nothing.
create table absence_watch (
  only_one boolean primary key default true check (only_one),
  looked_at timestamptz not null default clock_timestamp()
);
revoke all on absence_watch from parley_app;

-- Claim across accounts: notes who of those who hold something has come or gone, and says whose time is over. One process looks at a time.
create function people_away(p_lease_seconds integer, p_usual_minutes integer) returns table (account_id uuid, user_id uuid)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  unwatched interval;
begin
  insert into absence_watch default values on conflict do nothing;
  select clock_timestamp() - w.looked_at into unwatched from absence_watch w for update skip locked;
  if not found then return; end if;
  update absence_watch set looked_at = clock_timestamp();
  if unwatched > interval '1 minute' then
    update absences a set gone_since = a.gone_since + unwatched;
  end if;
  return query
  with holders as (
    select c.account_id, c.assigned_user_id as user_id from conversations c
    where c.state = 'ASSIGNED' and c.assigned_user_id is not null group by c.account_id, c.assigned_user_id),
  away as (
    -- Whoever was never here has not left.
    select h.account_id, h.user_id from holders h join user_presence p on p.user_id = h.user_id and p.last_seen_at is not null
    where not exists (
      select from presence_leases l where l.user_id = h.user_id and l.renewed_at > clock_timestamp() - make_interval(secs => p_lease_seconds))),
  back as (
    delete from absences a where not exists (select from away w where w.user_id = a.user_id)),
  noted as (
    insert into absences (account_id, user_id) select w.account_id, w.user_id from away w order by w.user_id on conflict do nothing)
  select w.account_id, w.user_id
  from away w
    join absences a on a.user_id = w.user_id
    join accounts t on t.id = w.account_id
  where a.gone_since < clock_timestamp() - make_interval(mins => coalesce((t.settings ->> 'handBackAfterMinutes')::integer, p_usual_minutes));
end $$;
