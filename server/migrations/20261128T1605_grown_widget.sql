-- What a widget asks and says beyond its looks, and what visitors and their sites tell of them.
alter table widgets
  add privacy_url text not null default '',
  add ask_name text not null default 'NO' check (ask_name in ('NO', 'OPTIONAL', 'REQUIRED')),
  add ask_email text not null default 'NO' check (ask_email in ('NO', 'OPTIONAL', 'REQUIRED')),
  add ask_phone text not null default 'NO' check (ask_phone in ('NO', 'OPTIONAL', 'REQUIRED')),
  add ask_consent text not null default 'NO' check (ask_consent in ('NO', 'OPTIONAL', 'REQUIRED')),
  add closed_form boolean not null default false,
  -- Signs who the site's visitors are; encrypted.
  add identity_secret bytea;

-- What a visitor said of themselves; nothing of it is proved. A session is one contact channel, so it belongs to its contact.
create table visitor_details (
  account_id uuid not null,
  session_id uuid primary key,
  name text,
  email text,
  phone text,
  consent_at timestamptz,
  -- The policy that was agreed to.
  consent_to text not null default '',
  told_at timestamptz not null default clock_timestamp(),
  foreign key (account_id, session_id) references visitor_sessions (account_id, id)
);

-- By whom a site knows a contact, proved by the widget's secret.
create table contact_identities (
  account_id uuid not null,
  widget_id uuid not null,
  site_user_id text not null,
  contact_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (widget_id, site_user_id),
  unique (widget_id, contact_id),
  foreign key (account_id, widget_id) references widgets (account_id, id),
  foreign key (account_id, contact_id) references contacts (account_id, id)
);
create index contact_identities_of_contact on contact_identities (contact_id);

alter table visitor_sessions
  add site_user_id text,
  -- The page that the visitor is on, as it says of itself.
  add page jsonb,
  add page_at timestamptz;

alter table visitor_details enable row level security;
create policy own_account on visitor_details to parley_app
  using (account_id is not distinct from nullif(current_setting('app.account', true), '')::uuid);
alter table contact_identities enable row level security;
create policy own_account on contact_identities to parley_app
  using (account_id is not distinct from nullif(current_setting('app.account', true), '')::uuid);
