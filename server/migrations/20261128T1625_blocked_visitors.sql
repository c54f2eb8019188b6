-- Visitors from whom nothing is taken any more, because somebody marked what they wrote as spam.
alter table visitor_sessions
  -- Where it was last seen: an address, or of IPv6 the part that a household shares.
  add network text;

create table blocked_visitors (
  account_id uuid not null,
  id uuid primary key,
  contact_id uuid not null,
  room_id uuid not null,
  -- Null: this visitor alone, not everybody from where they wrote.
  network text,
  reason text not null default '',
  blocked_by uuid not null,
  blocked_at timestamptz not null default clock_timestamp(),
  unique (account_id, id),
  unique (account_id, contact_id),
  foreign key (account_id, contact_id) references contacts (account_id, id),
  foreign key (account_id, room_id) references rooms (account_id, id),
  foreign key (account_id, blocked_by) references users (account_id, id)
);
create index blocked_visitors_by_network on blocked_visitors (account_id, network) where network is not null;

alter table blocked_visitors enable row level security;
create policy own_account on blocked_visitors to parley_app
  using (account_id is not distinct from nullif(current_setting('app.account', true), '')::uuid);
