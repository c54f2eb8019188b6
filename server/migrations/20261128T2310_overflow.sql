-- Who waits too long in a queue goes on into another one; how long the last waited says what the next may expect.

alter table queues
  add column overflow_queue_id uuid,
  -- Kept while nothing overflows, as it was last.
  add column overflow_minutes integer not null default 10 check (overflow_minutes between 1 and 1440),
  add foreign key (account_id, overflow_queue_id) references queues (account_id, id),
  add check (overflow_queue_id <> id);
create index queues_overflowing on queues (account_id, overflow_queue_id) where overflow_queue_id is not null;

alter table waiting
  -- `since` and `place` are those of its waiting altogether, these of the queue in which it stands now.
  add column entered_at timestamptz not null default clock_timestamp(),
  -- Queues that it overflowed from: into none of them it comes back while it waits.
  add column passed uuid[] not null default '{}';
update waiting set entered_at = since;

alter table conversations
  -- How long it waited in its queue until somebody had it, the last time.
  add column waited_ms bigint check (waited_ms >= 0);
create index conversations_waited on conversations (queue_id, assigned_at desc) where waited_ms is not null and assigned_at is not null;
