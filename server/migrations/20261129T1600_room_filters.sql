-- Rooms are looked for by the queue of an unresolved conversation: there are few beside all others.
create index conversations_open_in_queue on conversations (queue_id) where state <> 'RESOLVED';
