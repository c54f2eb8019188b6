-- When a message is deleted, whoever was named in it is told of it no more.
create index notifications_of_event on notifications (event_id) where event_id is not null;
