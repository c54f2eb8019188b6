-- Mail as it was fetched from a mailbox (administration, section 3). The source is a file; the row says whose it is and how far the work on it has come.
create table mails (
  id uuid primary key,
  account_id uuid not null,
  channel_application_id uuid not null,
  -- The order in which they came.
  place bigint not null generated always as identity,
  -- Says which mail it is: the same one is stored once in each mailbox.
  message_key text not null,
  -- Of its From, lower case, the domain in ASCII form; empty where it says none. Mails of one sender are worked on one after another.
  sender text not null,
  -- Its own, `<…>`.
  message_id text,
  -- The source. Null where the server could give none.
  file_id uuid,
  -- Bytes as the server says.
  size bigint not null,
  -- It was larger than what is taken: the source holds its headers and text alone.
  cut boolean not null default false,
  -- When the server took it in.
  received_at timestamptz not null,
  stored_at timestamptz not null default clock_timestamp(),
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'IGNORED', 'QUARANTINED')),
  -- Why it was ignored, or is in quarantine.
  reason text,
  -- Claims are counted, so that a mail over which processes die does not come for ever.
  tries integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  lease uuid,
  settled_at timestamptz,
  -- What became of it.
  event_id uuid,
  room_id uuid,
  unique (account_id, id),
  foreign key (account_id, channel_application_id) references channel_applications (account_id, id),
  foreign key (account_id, file_id) references files (account_id, id),
  foreign key (account_id, event_id) references events (account_id, id) on delete set null (event_id),
  foreign key (account_id, room_id) references rooms (account_id, id) on delete set null (room_id)
);
create unique index mails_once on mails (account_id, channel_application_id, message_key);
create unique index mails_one_per_file on mails (file_id) where file_id is not null;
create index mails_due on mails (due_at) where state = 'WAITING';
create index mails_in_order on mails (channel_application_id, sender, place) where state = 'WAITING';
create index mails_quarantined on mails (account_id, channel_application_id) where state = 'QUARANTINED';
create index mails_of_event on mails (event_id) where event_id is not null;
create index mails_of_room on mails (room_id) where room_id is not null;

-- How far a mailbox was fetched. Of POP3, which has no folders and no numbers, a row says that it was begun.
create table mailbox_places (
  account_id uuid not null,
  channel_application_id uuid not null,
  folder text not null,
  -- While this stays, numbers mean the same mails (RFC 3501, section 2.3.1.1).
  uid_validity bigint not null,
  last_uid bigint not null,
  -- Up to this number mails are looked through once more, since their numbers are others now: what was there before `began_at` stays.
  rescan_to bigint not null default 0,
  began_at timestamptz not null default clock_timestamp(),
  primary key (account_id, channel_application_id, folder),
  foreign key (account_id, channel_application_id) references channel_applications (account_id, id) on delete cascade
);

-- What is still to be done at a mailbox's server: to mark, move or delete what was stored, or to fetch again what could not be given.
create table mailbox_tasks (
  account_id uuid not null,
  channel_application_id uuid not null,
  folder text not null,
  uid_validity bigint not null,
  uid bigint not null,
  task text not null check (task in ('AFTER', 'FETCH')),
  tries integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  primary key (account_id, channel_application_id, folder, uid_validity, uid),
  foreign key (account_id, channel_application_id) references channel_applications (account_id, id) on delete cascade
);

-- Mails of a POP3 server that are known, by the names that it gives them, for as long as it lists them.
create table mailbox_names (
  account_id uuid not null,
  channel_application_id uuid not null,
  name text not null,
  -- It was stored, and is to be deleted there.
  to_remove boolean not null default false,
  primary key (account_id, channel_application_id, name),
  foreign key (account_id, channel_application_id) references channel_applications (account_id, id) on delete cascade
);

-- Which process fetches a mailbox; who comes after it takes over when it has not said for a while that it still does.
create table mailbox_leases (
  account_id uuid not null,
  channel_application_id uuid not null,
  lease uuid not null,
  held_until timestamptz not null,
  primary key (account_id, channel_application_id),
  foreign key (account_id, channel_application_id) references channel_applications (account_id, id) on delete cascade
);

do $$
declare
  t text;
begin
  foreach t in array array['mails', 'mailbox_places', 'mailbox_tasks', 'mailbox_names', 'mailbox_leases'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_account on %I to parley_app using (account_id = nullif(current_setting(''app.account'', true), '''')::uuid)', t);
  end loop;
end $$;

-- How fetching goes, beside what is kept of sending.
alter table channel_health
  -- When the mailbox was last looked through to its end.
  add column fetched_at timestamptz,
  -- What is wrong with fetching, since when, and when it is tried again. The problem is null when all is well.
  add column fetching_problem text check (fetching_problem in ('REFUSED', 'UNREACHABLE', 'MISCONFIGURED')),
  add column fetching_answer text,
  add column fetching_since timestamptz,
  add column fetching_retry_at timestamptz,
  add column fetching_failures integer not null default 0,
  -- It has failed for so long that nobody should count on mail from there: the mailbox is out of routing until it works again.
  add column fetching_stopped boolean not null default false;

-- Claim across accounts: the oldest waiting mail of each sender of a mailbox, when it is due. A claim counts as a try.
create function claim_mails(p_lease uuid, p_seconds double precision, p_limit integer)
returns table (id uuid, account_id uuid)
language sql volatile security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with due as materialized (
    select m.id from mails m
    where m.state = 'WAITING' and m.due_at <= clock_timestamp()
      and not exists (
        select 1 from mails b
        where b.channel_application_id = m.channel_application_id and b.sender = m.sender and b.state = 'WAITING' and b.place < m.place)
    order by m.due_at limit p_limit for update of m skip locked)
  update mails m set lease = p_lease, tries = m.tries + 1, due_at = clock_timestamp() + make_interval(secs => p_seconds)
  from due where m.id = due.id
  returning m.id, m.account_id
$$;

-- Takes mailboxes that nobody fetches, and keeps those that this lease has already: p_most in all.
create function hold_mailboxes(p_lease uuid, p_seconds double precision, p_most integer)
returns table (id uuid, account_id uuid)
language sql volatile security definer set search_path = public, pg_temp as $$
  with fetched as materialized (
    select e.id, e.account_id from channel_applications e
    where e.type = 'EMAIL' and e.active and e.settings->>'direction' in ('INCOMING', 'BOTH') and jsonb_typeof(e.settings->'incoming') = 'object'),
  gone as (
    delete from mailbox_leases l where l.lease = p_lease and not exists (select from fetched f where f.id = l.channel_application_id)),
  ours as (
    select f.id, f.account_id from fetched f
      left join mailbox_leases l on l.account_id = f.account_id and l.channel_application_id = f.id
    where l.lease is null or l.lease = p_lease or l.held_until <= clock_timestamp()
    order by l.lease is distinct from p_lease, f.id limit p_most)
  insert into mailbox_leases as l (account_id, channel_application_id, lease, held_until)
  select o.account_id, o.id, p_lease, clock_timestamp() + make_interval(secs => p_seconds) from ours o
  on conflict (account_id, channel_application_id) do update set lease = excluded.lease, held_until = excluded.held_until
    where l.lease = excluded.lease or l.held_until <= clock_timestamp()
  returning l.channel_application_id, l.account_id
$$;

-- Gives back all of them at once: this process stops.
create function give_back_mailboxes(p_lease uuid) returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  delete from mailbox_leases l where l.lease = p_lease
$$;
