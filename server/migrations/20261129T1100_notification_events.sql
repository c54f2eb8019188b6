-- The event that a notification is about, where it is about one: whoever opens it is led there.
alter table notifications add column event_id uuid;
