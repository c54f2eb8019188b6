-- What was asked for once and made once: an answer may be lost on its way, and whoever asks again by the same id is answered the same.
create table client_creations (
  -- Null of accounts themselves.
  account_id uuid references accounts (id),
  client_id uuid not null,
  kind text not null check (kind in ('ROOM', 'WIDGET', 'ACCOUNT')),
  -- A user of the account or a super admin.
  by_user_id uuid not null,
  -- Digest of what was asked for.
  content bytea not null,
  -- What was made; null only inside the transaction that makes it.
  made_id uuid,
  asked_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (account_id, client_id)
);
alter table client_creations enable row level security;
create policy own_account on client_creations to parley_app
  using (account_id is not distinct from nullif(current_setting('app.account', true), '')::uuid);

-- An account is made inside itself, where what belongs to no account cannot be read. Claims the id of a creation for an account that is
-- about to be made; nothing when it was claimed before.
create function claim_account_creation(p_client uuid, p_by uuid, p_content bytea, p_account uuid) returns setof uuid
language sql security definer set search_path = public, pg_temp as $$
  insert into client_creations (account_id, client_id, kind, by_user_id, content, made_id)
  values (null, p_client, 'ACCOUNT', p_by, p_content, p_account)
  on conflict do nothing
  returning made_id
$$;

-- Whoever was taken out of a group is told.
alter table notifications
  drop constraint notifications_kind_check,
  add check (kind in ('HANDED_OVER', 'TAKEN_AWAY', 'ADDED_TO_GROUP', 'REMOVED_FROM_GROUP', 'NOT_DELIVERED', 'DELIVERY_UNKNOWN',
    'WOKE_IN_TIME', 'WOKE_BY_CUSTOMER'));
