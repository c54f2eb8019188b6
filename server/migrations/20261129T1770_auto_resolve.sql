-- Conversations in which the customer has been silent for long are resolved by the clock. Null: as the account says; 0: never.
alter table queues add column silent_minutes integer check (silent_minutes between 0 and 43200);

-- The message that told the customer of it: as long as it is the last word, its end is counted from there. And when a snooze ended last:
-- whoever laid it aside until then is about to do something.
alter table conversations
  add column silence_warning_id uuid,
  add column woken_at timestamptz,
  add foreign key (account_id, silence_warning_id) references events (account_id, id);
create index conversations_warned on conversations (silence_warning_id) where silence_warning_id is not null;
create index conversations_held_of_account on conversations (account_id) where state = 'ASSIGNED';
