-- What stands below the words of an e-mail (administration, section 3): of one mailbox, in the order of making.
create table signatures (
  account_id uuid not null,
  id uuid primary key,
  channel_application_id uuid not null,
  -- HTML as it was given: what is told and sent of it is made harmless each time.
  content text not null,
  is_html boolean not null,
  placement text not null check (placement in ('ABOVE_QUOTE', 'BELOW_QUOTE')),
  created_at timestamptz not null default clock_timestamp(),
  modified_at timestamptz not null default clock_timestamp(),
  foreign key (account_id, channel_application_id) references channel_applications (account_id, id) on delete cascade
);
create index signatures_of_mailbox on signatures (account_id, channel_application_id, created_at);
alter table signatures enable row level security;
create policy own_account on signatures to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);

-- Signatures, too, are made once however often they are asked for by one id.
alter table client_creations
  drop constraint client_creations_kind_check,
  add check (kind in ('ROOM', 'WIDGET', 'ACCOUNT', 'USER', 'QUEUE', 'TIMESLOT', 'VIEW', 'CARRIER', 'CARRIER_SERVICE', 'CHANNEL_END', 'SIGNATURE'));
