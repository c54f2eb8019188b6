-- Getting in: one-time links, second factors, and what is shown of sign-ins. These rows belong to people of an account or, with
-- no account, to super admins; the policy lets either through only to its own.

-- Who is invited has no password until they choose one.
alter table super_users alter column password_hash drop not null;

-- One per person and purpose: a newer one ends the older.
create table one_time_links (
  account_id uuid,
  person_id uuid not null,
  purpose text not null check (purpose in ('INVITATION', 'PASSWORD_RESET', 'EMAIL_CHANGE')),
  token_hash bytea not null unique,
  -- Where the link was sent, when it changes the address.
  new_email text,
  expires_at timestamptz not null,
  primary key (person_id, purpose),
  foreign key (account_id, person_id) references users (account_id, id) on delete cascade,
  check ((purpose = 'EMAIL_CHANGE') = (new_email is not null))
);

create table totp_secrets (
  account_id uuid,
  person_id uuid primary key,
  -- Encrypted with a key derived from the installation's secret.
  secret bytea not null,
  -- Null until a first code has proved that the app and we hold the same secret.
  confirmed_at timestamptz,
  begun_at timestamptz not null,
  -- The last step of time whose code was taken: none is taken twice.
  last_step bigint not null default 0,
  foreign key (account_id, person_id) references users (account_id, id) on delete cascade
);

create table recovery_codes (
  account_id uuid,
  person_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (person_id, code_hash),
  foreign key (account_id, person_id) references users (account_id, id) on delete cascade
);

create table passkeys (
  -- The authenticator's own id of it, base64url.
  id text primary key,
  account_id uuid,
  person_id uuid not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  foreign key (account_id, person_id) references users (account_id, id) on delete cascade
);
create index passkeys_of_person on passkeys (person_id);

-- What is told of a sign-in; that it holds stands in oidc_payloads.
create table sign_in_sessions (
  uid text primary key,
  account_id uuid,
  person_id uuid not null,
  address text not null,
  user_agent text not null,
  last_used_at timestamptz not null default clock_timestamp(),
  foreign key (account_id, person_id) references users (account_id, id) on delete cascade
);
create index sign_in_sessions_of_person on sign_in_sessions (person_id);
create index oidc_payloads_person on oidc_payloads ((payload->>'accountId')) where model = 'Session';

do $$
declare
  t text;
begin
  foreach t in array array['one_time_links', 'totp_secrets', 'recovery_codes', 'passkeys', 'sign_in_sessions'] loop
    execute format('alter table %I enable row level security', t);
    execute format(
      'create policy own_account on %I to parley_app using (account_id is not distinct from nullif(current_setting(''app.account'', true), '''')::uuid)', t);
  end loop;
end $$;

-- Look-up before an account is known: whose link is it? Returns ids only.
create function find_one_time_link(p_token_hash bytea) returns table (person_id uuid, account_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.person_id, l.account_id from one_time_links l where l.token_hash = p_token_hash
$$;
