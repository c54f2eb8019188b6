-- People are told where a conversation of theirs went by somebody else's hand: to a colleague, into a queue, or that it was resolved;
-- and that one which they had snoozed woke while they were away.
alter table notifications
  -- Whom or into which queue it went, as it was called in that moment.
  add column to_name text not null default '',
  drop constraint notifications_kind_check,
  add check (kind in ('HANDED_OVER', 'TAKEN_AWAY', 'GIVEN_TO_OTHER', 'PUT_INTO_QUEUE', 'RESOLVED_BY_OTHER', 'ADDED_TO_GROUP',
    'REMOVED_FROM_GROUP', 'NOT_DELIVERED', 'DELIVERY_UNKNOWN', 'WOKE_IN_TIME', 'WOKE_BY_CUSTOMER', 'WOKE_WHILE_AWAY'));
