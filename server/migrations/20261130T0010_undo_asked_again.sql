-- What was sent and could be taken back is judged once more as it goes: where a colleague has answered above what its writer had seen when they sent it,
-- it is not sent, and its writer is asked.
alter table scheduled_messages
  -- The highest event that its writer had seen when they sent it; null where nothing is asked.
  add column seen_seq bigint,
  -- The place of the newest answer of which its writer is asked.
  add column answer_seq bigint;

alter table notifications
  drop constraint notifications_kind_check,
  add check (kind in ('HANDED_OVER', 'TAKEN_AWAY', 'GIVEN_TO_OTHER', 'PUT_INTO_QUEUE', 'RESOLVED_BY_OTHER', 'ADDED_TO_GROUP',
    'REMOVED_FROM_GROUP', 'NOT_DELIVERED', 'DELIVERY_UNKNOWN', 'WOKE_IN_TIME', 'WOKE_BY_CUSTOMER', 'WOKE_WHILE_AWAY', 'MENTIONED',
    'SCHEDULED_NOT_SENT', 'SCHEDULED_OVERTAKEN', 'SCHEDULED_CANCELLED', 'SCHEDULED_ANSWERED'));
