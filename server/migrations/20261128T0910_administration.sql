-- Accounts and people as administrators fill them in, the audit trail, and the first super admin.
alter table accounts
  add column industry text not null default '',
  add column description text not null default '',
  add column company_trade_name text not null default '',
  add column serial_number text not null default '',
  add column google_project_id text not null default '',
  add column external_user_id text not null default '',
  add column webrtc_enabled boolean not null default false,
  add column pbx_integration_url text not null default '',
  add column unify_pbx_sso_url text not null default '',
  add column unify_cc_agent_sso_url text not null default '',
  add column unify_cc_admin_sso_url text not null default '',
  -- Encrypted with a key derived from the installation's secret; null for none.
  add column pbx_api_key bytea,
  add column call_centre_api_key bytea;

alter table users
  add column username text not null default '',
  add column extension text not null default '',
  -- Encrypted as the account's keys are.
  add column unify_api_key bytea;
create unique index users_username on users (account_id, lower(username)) where username <> '';

-- Who did what, on what, from where, and how it was before. Written with the change itself, and never changed afterwards.
create table audit_entries (
  id uuid primary key,
  -- Null for what belongs to no account: super admins.
  account_id uuid references accounts,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  -- The person may be gone some day: the name and role are those of the moment. Null for nobody who is known.
  actor_id uuid,
  actor_name text not null default '',
  actor_role text,
  entity_type text not null,
  entity_id uuid,
  entity_name text not null default '',
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  address text not null default '',
  request_id text not null default ''
);
create index audit_entries_newest on audit_entries (account_id, id desc);
create index audit_entries_of_person on audit_entries (account_id, actor_id, id desc);
alter table audit_entries enable row level security;
create policy own_account on audit_entries to parley_app
  using (account_id is not distinct from nullif(current_setting('app.account', true), '')::uuid);
revoke update, delete, truncate on audit_entries from parley_app;

-- The code on the console by which the first super admin is made: at most one row, gone once it was used.
create table setup_code (
  only_one boolean primary key default true check (only_one),
  code_hash bytea not null,
  created_at timestamptz not null default clock_timestamp()
);

-- Is there anybody who could sign in? Answers yes or no.
create function anybody_there() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from super_users) or exists (select from users)
$$;

-- The list of accounts. Its own predicate: only on behalf of a super admin who is active.
create function accounts_for_super_user(p_super_user uuid, p_search text, p_status text, p_sort text, p_descending boolean, p_limit integer, p_offset integer)
returns table (id uuid, name text, country text, industry text, language text, status text, created_at timestamptz, user_count bigint, total bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  with listed as (
    select a.id, a.name, a.country, a.industry, a.language, a.status, a.created_at,
      (select count(*) from users u where u.account_id = a.id) as user_count, count(*) over () as total
    from accounts a
    where exists (select from super_users s where s.id = p_super_user and s.active)
      and (p_search is null or strpos(lower(a.name), lower(p_search)) > 0)
      and (p_status is null or a.status = p_status))
  select * from listed l
  order by
    case when p_sort = 'name' and not p_descending then lower(l.name) end,
    case when p_sort = 'name' and p_descending then lower(l.name) end desc,
    case when p_sort = 'status' and not p_descending then l.status end,
    case when p_sort = 'status' and p_descending then l.status end desc,
    case when p_sort = 'createdAt' and not p_descending then l.created_at end,
    case when p_sort = 'createdAt' and p_descending then l.created_at end desc,
    case when p_sort = 'userCount' and not p_descending then l.user_count end,
    case when p_sort = 'userCount' and p_descending then l.user_count end desc,
    l.id
  limit p_limit offset p_offset
$$;
