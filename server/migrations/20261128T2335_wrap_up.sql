-- After a conversation of this queue is resolved, whoever held it has so long before the next one is given to them.
alter table queues add column wrap_up_seconds integer not null default 0 check (wrap_up_seconds between 0 and 3600);

-- Until then nothing is given to them; past or null: nothing stands in the way.
alter table user_presence add column wrap_up_until timestamptz;
