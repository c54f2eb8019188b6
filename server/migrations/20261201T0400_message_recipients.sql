-- An e-mail goes to several people, and its server says of each whether it takes it. Kept where not all were taken, by whichever attempt: whom it was taken
-- for gets it once, whom the server wants later are waited for alone.
create table message_recipients (
  account_id uuid not null,
  event_id uuid not null,
  address text not null,
  -- The one that came to this.
  attempt_id uuid not null,
  state text not null check (state in ('TAKEN', 'WAITING', 'REFUSED')),
  reason text,
  -- What the provider said, as in attempt_steps.
  answer text,
  primary key (account_id, event_id, address),
  foreign key (account_id, event_id) references events (account_id, id) on delete cascade,
  foreign key (account_id, attempt_id) references attempts (account_id, id) on delete cascade
);
create index message_recipients_of_attempt on message_recipients (account_id, attempt_id);
alter table message_recipients enable row level security;
create policy own_account on message_recipients to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);

-- Some have it: the message is sent, and the attempt goes on for the others. Nothing that comes after it waits behind it.
alter table attempts add column partly boolean not null default false;

create or replace function claim_attempts(p_types text[], p_busy uuid[], p_counts integer[], p_share integer, p_lease uuid, p_seconds double precision, p_limit integer)
returns table (id uuid, account_id uuid, channel_application_id uuid)
language sql volatile security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with due as materialized (
    select a.id, a.due_at, c.channel_application_id from attempts a
      join contact_channels c on c.id = a.contact_channel_id
    where a.state in ('PENDING', 'SENDING') and a.due_at <= clock_timestamp() and c.type = any (p_types)
      and not exists (select 1 from unnest(p_busy, p_counts) b(id, count) where b.id = c.channel_application_id and b.count >= p_share)
      and (a.partly or not exists (
        select 1 from attempts b
        where b.contact_channel_id = a.contact_channel_id and b.state in ('PENDING', 'SENDING') and b.place < a.place and not b.partly))
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
