-- What the embedded identity provider keeps: its sessions, grants and tokens, its signing keys, and how often somebody
-- guessed. None of it belongs to an account: it is read before an account is known.
create table oidc_payloads (
  model text not null,
  -- Of bearer secrets (refresh tokens, codes) only the hash.
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (model, id)
);
create index oidc_payloads_grant on oidc_payloads (grant_id) where grant_id is not null;
create index oidc_payloads_uid on oidc_payloads (model, uid) where uid is not null;
create index oidc_payloads_expiry on oidc_payloads (expires_at);

-- Private keys, encrypted with a key derived from the installation's secret.
create table signing_keys (
  kid text primary key,
  wrapped bytea not null,
  created_at timestamptz not null default clock_timestamp()
);

create table sign_in_attempts (
  -- Hash of what is counted: an e-mail address or a network address.
  key text primary key,
  tries integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null
);
create index sign_in_attempts_age on sign_in_attempts (last_at);

-- Look-up before an account is known; returns ids only.
create function account_of_person(p_user_id uuid) returns table (user_id uuid, account_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.account_id from users u where u.id = p_user_id
  union all
  select s.id, null::uuid from super_users s where s.id = p_user_id
$$;
