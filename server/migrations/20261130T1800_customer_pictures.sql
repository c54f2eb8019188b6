-- How a customer is called and shown, and who said so: what their provider told of them is renewed when that tells something else, what a person has
-- given is not.
alter table contacts
  add column name_given_by text not null default 'PERSON' check (name_given_by in ('PERSON', 'PROVIDER')),
  -- A square file that nothing else holds.
  add column picture_id uuid,
  -- PERSON without a picture: somebody has taken it away.
  add column picture_given_by text check (picture_given_by in ('PERSON', 'PROVIDER')),
  add check (picture_id is null or picture_given_by is not null),
  add foreign key (account_id, picture_id) references files (account_id, id);
create unique index contacts_one_per_picture on contacts (picture_id) where picture_id is not null;
-- Visitors of the live chat named themselves, or their site did.
update contacts c set name_given_by = 'PROVIDER'
  where exists (select from contact_channels ch where ch.contact_id = c.id and ch.type <> 'LIVECHAT')
    and not exists (select from contact_channels ch where ch.contact_id = c.id and ch.type = 'LIVECHAT');

-- What the provider told last of who writes over this channel: only what differs from it is news, so that two channels of one customer, who is called
-- otherwise on each, do not take turns.
alter table contact_channels
  add column told_name text,
  -- What the channel's adapter needs to fetch the picture, mostly an address.
  add column told_picture text;

-- Pictures that are still to be fetched from the provider. A row stands until the picture is here or is given up.
create table coming_pictures (
  account_id uuid not null,
  contact_channel_id uuid not null,
  reference text not null,
  -- Claims are counted, so that a picture over which processes die does not come for ever.
  tries integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  lease uuid,
  primary key (account_id, contact_channel_id),
  foreign key (account_id, contact_channel_id) references contact_channels (account_id, id) on delete cascade
);
create index coming_pictures_due on coming_pictures (due_at);
alter table coming_pictures enable row level security;
create policy own_account on coming_pictures to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);

-- Claim across accounts, as claim_coming_files: of one channel application at most p_share in one process, since a provider that hangs must not keep
-- everybody else's pictures away.
create function claim_coming_pictures(p_types text[], p_busy uuid[], p_counts integer[], p_share integer, p_lease uuid, p_seconds double precision, p_limit integer)
returns table (id uuid, account_id uuid, channel_application_id uuid)
language sql volatile security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with due as materialized (
    select p.account_id, p.contact_channel_id, p.due_at, c.channel_application_id from coming_pictures p
      join contact_channels c on c.id = p.contact_channel_id
    where p.due_at <= clock_timestamp() and c.type = any (p_types)
      and not exists (select 1 from unnest(p_busy, p_counts) b(id, count) where b.id = c.channel_application_id and b.count >= p_share)
    order by p.due_at limit 2 * p_limit),
  shared as materialized (
    select d.*, row_number() over (partition by d.channel_application_id order by d.due_at, d.contact_channel_id)
      + coalesce((select b.count from unnest(p_busy, p_counts) b(id, count) where b.id = d.channel_application_id), 0) as nth
    from due d),
  locked as materialized (
    -- Judged again under the lock: another worker may have been quicker.
    select p.account_id, p.contact_channel_id, s.channel_application_id from shared s
      join coming_pictures p on p.account_id = s.account_id and p.contact_channel_id = s.contact_channel_id
    where s.nth <= p_share and p.due_at <= clock_timestamp()
    limit p_limit for update of p skip locked)
  update coming_pictures p set lease = p_lease, tries = p.tries + 1, due_at = clock_timestamp() + make_interval(secs => p_seconds)
  from locked where p.account_id = locked.account_id and p.contact_channel_id = locked.contact_channel_id
  returning p.contact_channel_id, p.account_id, locked.channel_application_id
$$;
