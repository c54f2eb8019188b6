-- What our ends of channels need to reach their providers (administration, section 3). Carriers and their services belong to the
-- installation: super admins keep them, and the ends of several accounts may speak through one service.
create table carriers (
  id uuid primary key,
  name text not null,
  network_id text not null default '',
  reseller boolean not null default false,
  -- How it is spoken to.
  kind text not null check (kind in ('HTTP', 'SMPP', 'INFOBIP')),
  -- Base address, or smpp://host:port (ssmpp:// with TLS).
  address text not null,
  -- Of its kind (contract: CarrierSettings).
  settings jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  modified_at timestamptz not null default clock_timestamp()
);

create table carrier_services (
  id uuid primary key,
  carrier_id uuid not null references carriers,
  title text not null,
  username text not null,
  -- Encrypted under the key for providers' secrets.
  password bytea not null,
  channel_type text not null check (channel_type in ('SMS', 'VIBER')),
  communication_type text not null check (communication_type in ('TWO_WAY', 'ONE_WAY')),
  created_at timestamptz not null default clock_timestamp(),
  modified_at timestamptz not null default clock_timestamp()
);
create index carrier_services_of_carrier on carrier_services (carrier_id);

alter table channel_applications
  add column service_id uuid references carrier_services,
  -- What our end is called at the provider: a number, a sender's name, a bot's address. Empty where there is no such thing.
  add column sender text not null default '',
  -- Of its type (contract: settings of channels).
  add column settings jsonb not null default '{}',
  -- What must rest encrypted, as JSON, under the key for providers' secrets.
  add column secrets bytea,
  -- The last piece of the address at which the provider calls: whoever does not know it is not heard.
  add column hook_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  add column modified_at timestamptz not null default clock_timestamp();
create unique index channel_applications_by_hook on channel_applications (hook_key);
create index channel_applications_of_service on channel_applications (service_id) where service_id is not null;

-- Before the account is known: ids and accounts alone.
create function application_of_hook(p_key text) returns table (id uuid, account_id uuid, type text)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, a.account_id, a.type from channel_applications a where a.hook_key = p_key
$$;
create function applications_of_service(p_service uuid) returns table (id uuid, account_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, a.account_id from channel_applications a where a.service_id = p_service order by a.id
$$;
