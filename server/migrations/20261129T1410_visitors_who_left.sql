-- A visitor who has left gets what was answered meanwhile by letter, where something brings letters.
alter table widgets
  -- So long a visitor must have had no chat open.
  add column letter_after_minutes integer not null default 5 check (letter_after_minutes between 1 and 1440);

alter table visitor_sessions
  -- When the chat was last known to be open in some tab.
  add column here_at timestamptz not null default clock_timestamp(),
  -- When what was answered in this absence was handed over to be sent, and up to which message of the channel.
  add column letter_at timestamptz,
  add column letter_seq bigint not null default 0;
update visitor_sessions set here_at = last_activity_at;
-- What is looked through for letters: who left lately.
create index visitor_sessions_left on visitor_sessions (here_at) where letter_at is null or letter_at < here_at;
