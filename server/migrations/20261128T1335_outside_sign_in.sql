-- People who sign in at an OpenID provider outside of Parley.

-- Who they are there, what its newest token said of them, and what was changed here and is not known there yet.
create table outside_identities (
  account_id uuid,
  person_id uuid not null,
  issuer text not null,
  -- Null until somebody who was made here is known there.
  subject text,
  -- What the newest token said, or what was told there from here; tokens that are older than it change nothing.
  told jsonb not null default '{}',
  told_at timestamptz not null default '-infinity',
  -- Null until they have signed in.
  arrived_at timestamptz,
  -- Raised with each change that the provider must be told; `done` is the last one that it was.
  wanted integer not null default 0,
  done integer not null default 0,
  -- Beside the changes: to be sent a letter, to be signed out.
  letter_wanted boolean not null default false,
  sign_out_wanted boolean not null default false,
  -- Why the last try failed, a key of the text catalogue; null when it did not.
  fault text,
  tried_at timestamptz,
  primary key (person_id, issuer),
  unique (issuer, subject),
  foreign key (account_id, person_id) references users (account_id, id) on delete cascade
);
alter table outside_identities enable row level security;
create policy own_account on outside_identities to parley_app
  using (account_id is not distinct from nullif(current_setting('app.account', true), '')::uuid);

-- Sign-ins of that provider as its tokens name them. Like those of our own they are read before an account is known.
create table outside_sign_ins (
  issuer text not null,
  sid text not null,
  subject text not null,
  seen_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (issuer, sid)
);
create index outside_sign_ins_of_person on outside_sign_ins (issuer, subject) where ended_at is null;

-- Look-up before an account is known: whose subject is it? Returns ids only.
create function find_outside_identity(p_issuer text, p_subject text) returns table (person_id uuid, account_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.person_id, i.account_id from outside_identities i where i.issuer = p_issuer and i.subject = p_subject
$$;
