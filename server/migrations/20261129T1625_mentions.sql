-- Who is named in a note or in a message among colleagues is told of it, and finds it again in a list of their own.
alter table notifications
  drop constraint notifications_kind_check,
  add check (kind in ('HANDED_OVER', 'TAKEN_AWAY', 'GIVEN_TO_OTHER', 'PUT_INTO_QUEUE', 'RESOLVED_BY_OTHER', 'ADDED_TO_GROUP',
    'REMOVED_FROM_GROUP', 'NOT_DELIVERED', 'DELIVERY_UNKNOWN', 'WOKE_IN_TIME', 'WOKE_BY_CUSTOMER', 'WOKE_WHILE_AWAY', 'MENTIONED'));

-- Mentions stay for as long as what they stand in; everything else goes by its age.
create index notifications_of_mentions on notifications (user_id, id desc) where kind = 'MENTIONED';
drop index notifications_by_age;
create index notifications_by_age on notifications (at) where kind <> 'MENTIONED';
