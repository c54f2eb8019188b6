-- Browsers to which notices are pushed while no page is open. Endpoint and keys rest encrypted; the hash finds them again.
create table push_subscriptions (
  account_id uuid not null,
  id uuid primary key,
  user_id uuid not null,
  -- The sign-in that asked for it, with which it ends.
  session_id text not null,
  endpoint_hash bytea not null unique,
  sealed bytea not null,
  subscribed_at timestamptz not null default clock_timestamp(),
  foreign key (account_id, user_id) references users (account_id, id)
);
create index push_subscriptions_of_user on push_subscriptions (account_id, user_id);
create index push_subscriptions_of_session on push_subscriptions (session_id);

alter table push_subscriptions enable row level security;
create policy own_account on push_subscriptions to parley_app
  using (account_id is not distinct from nullif(current_setting('app.account', true), '')::uuid);

-- Beyond the wall: sign-ins end wherever they belong, and a browser that somebody of another account takes over is theirs from
-- then on. Tells nothing.
create function forget_push_subscriptions(p_sessions text[], p_endpoint_hash bytea) returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  delete from push_subscriptions where session_id = any(p_sessions) or endpoint_hash = p_endpoint_hash
$$;
