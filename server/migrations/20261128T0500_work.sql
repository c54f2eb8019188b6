-- Work that must happen: attempts at a provider, what a provider reported before we knew its message, and what came in raw.
-- A claim is a lease: `due_at` is the moment from which a row may be claimed (again), so that one index serves both what
-- waits for its next try and what a killed worker left behind.

-- place: order of the attempts of one contact channel; both store_events and a retry take it under the room's lock.
alter table attempts
  add column place bigint generated always as identity,
  add column due_at timestamptz not null default clock_timestamp(),
  add column lease uuid,
  add column reason text,
  add column settled_at timestamptz,
  drop column lease_until,
  drop constraint attempts_state_check,
  -- SENDING: the provider may have been asked; only its answer, or the same key again, can tell.
  add constraint attempts_state_check check (state in
    ('PENDING', 'SENDING', 'SENT', 'DELIVERED', 'SEEN', 'ERROR', 'REJECTED', 'DELIVERY_FAILED', 'UNKNOWN'));
drop index attempts_open;
create index attempts_open on attempts (contact_channel_id, place) where state in ('PENDING', 'SENDING');
create index attempts_due on attempts (due_at) where state in ('PENDING', 'SENDING');
create index attempts_of_event on attempts (event_id, place);
create index attempts_by_provider_id on attempts (provider_message_id) where provider_message_id is not null;

-- Reports of a provider's message that no attempt bears yet: the report was quicker than the answer to the send.
create table provider_reports (
  id uuid primary key,
  account_id uuid not null,
  channel_application_id uuid not null,
  provider_message_id text not null,
  status text not null check (status in ('SENT', 'DELIVERED', 'SEEN', 'ERROR', 'REJECTED', 'DELIVERY_FAILED')),
  reason text,
  reported_at timestamptz not null default clock_timestamp(),
  foreign key (account_id, channel_application_id) references channel_applications (account_id, id)
);
create index provider_reports_of_message on provider_reports (channel_application_id, provider_message_id, id);
create index provider_reports_age on provider_reports (reported_at);

-- What a provider brought, stored as it came before the provider is told that it arrived.
create table raw_inbound (
  id uuid primary key,
  account_id uuid not null,
  channel_application_id uuid not null,
  -- Whose it is, as far as it can be told without reading it: one address's rows are processed in order.
  address text not null,
  -- The provider's own id of this delivery: brought twice, it is stored once.
  delivery_key text not null,
  body text not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'QUARANTINED')),
  error text,
  place bigint generated always as identity,
  tries integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  lease uuid,
  received_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  unique (channel_application_id, delivery_key),
  foreign key (account_id, channel_application_id) references channel_applications (account_id, id)
);
create index raw_inbound_waiting on raw_inbound (channel_application_id, address, place) where state = 'WAITING';
create index raw_inbound_due on raw_inbound (due_at) where state = 'WAITING';
create index raw_inbound_quarantined on raw_inbound (account_id, received_at) where state = 'QUARANTINED';
create index raw_inbound_age on raw_inbound using brin (received_at);

do $$
declare
  t text;
begin
  foreach t in array array['provider_reports', 'raw_inbound'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_account on %I to parley_app using (account_id = nullif(current_setting(''app.account'', true), '''')::uuid)', t);
  end loop;
end $$;

-- Old keys of sends are taken away by age.
alter table client_sends add column stored_at timestamptz not null default now();
create index client_sends_age on client_sends using brin (stored_at);
create index used_tickets_age on used_tickets (expires_at);

-- Both claims walk the index of what is due and look up the rest row by row, also before the tables have statistics: a plan that
-- joins whole tables took a third of a second for 60,000 open rows, this one takes milliseconds.

-- Claim across accounts: the oldest open attempt of each contact channel, when it is due. Nothing later of that channel is
-- given out while it is open, so a channel's messages leave in order. A channel application has
-- at most p_share under way in one process; p_busy and p_counts say how many each has already.
create function claim_attempts(p_types text[], p_busy uuid[], p_counts integer[], p_share integer, p_lease uuid, p_seconds double precision, p_limit integer)
returns table (id uuid, account_id uuid, channel_application_id uuid)
language sql volatile security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with due as materialized (
    select a.id, a.due_at, c.channel_application_id from attempts a
      join contact_channels c on c.id = a.contact_channel_id
    where a.state in ('PENDING', 'SENDING') and a.due_at <= clock_timestamp() and c.type = any (p_types)
      and not exists (select 1 from unnest(p_busy, p_counts) b(id, count) where b.id = c.channel_application_id and b.count >= p_share)
      and not exists (
        select 1 from attempts b
        where b.contact_channel_id = a.contact_channel_id and b.state in ('PENDING', 'SENDING') and b.place < a.place)
    order by a.due_at limit 2 * p_limit),
  shared as materialized (
    select d.*, row_number() over (partition by d.channel_application_id order by d.due_at, d.id)
      + coalesce((select b.count from unnest(p_busy, p_counts) b(id, count) where b.id = d.channel_application_id), 0) as nth
    from due d),
  locked as materialized (
    -- Judged again under the lock: another worker may have been quicker.
    select a.id, s.channel_application_id from shared s join attempts a on a.id = s.id
    where s.nth <= p_share and a.state in ('PENDING', 'SENDING') and a.due_at <= clock_timestamp()
    limit p_limit for update of a skip locked)
  update attempts a set lease = p_lease, due_at = clock_timestamp() + make_interval(secs => p_seconds)
  from locked where a.id = locked.id
  returning a.id, a.account_id, locked.channel_application_id
$$;

-- Claim across accounts: the oldest waiting delivery of each customer's address. What is in quarantine holds nothing up. The
-- claim itself counts as a try, so that a delivery on which the process dies ends in quarantine too.
create function claim_inbound(p_types text[], p_lease uuid, p_seconds double precision, p_limit integer)
returns table (id uuid, account_id uuid)
language sql volatile security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with due as materialized (
    select r.id from raw_inbound r
      join channel_applications c on c.id = r.channel_application_id
    where r.state = 'WAITING' and r.due_at <= clock_timestamp() and c.type = any (p_types)
      and not exists (
        select 1 from raw_inbound b
        where b.channel_application_id = r.channel_application_id and b.address = r.address and b.state = 'WAITING' and b.place < r.place)
    order by r.due_at limit p_limit for update of r skip locked)
  update raw_inbound r set lease = p_lease, tries = r.tries + 1, due_at = clock_timestamp() + make_interval(secs => p_seconds)
  from due where r.id = due.id
  returning r.id, r.account_id
$$;

-- Puts a job into graphile_worker's queue, in the caller's transaction. Two tries at least: a job whose process was killed
-- during its last try is never taken again.
create function enqueue(p_task text, p_payload json, p_run_at timestamptz, p_key text, p_max_tries integer) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(identifier => p_task, payload => p_payload, run_at => p_run_at, job_key => p_key,
    max_attempts => greatest(2, p_max_tries));
end $$;
