-- What came in over a service's line and names no end of any account: kept as the service's own trouble, for super admins.
create table carrier_service_troubles (
  id uuid primary key,
  service_id uuid not null references carrier_services on delete cascade,
  delivery_key text not null,
  problem text not null,
  body text not null,
  arrived_at timestamptz not null default clock_timestamp(),
  unique (service_id, delivery_key)
);
create index carrier_service_troubles_age on carrier_service_troubles (arrived_at);
