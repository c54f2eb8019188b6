-- People, queues and timeslots, too, are made once however often they are asked for by one id.
alter table client_creations
  drop constraint client_creations_kind_check,
  add check (kind in ('ROOM', 'WIDGET', 'ACCOUNT', 'USER', 'QUEUE', 'TIMESLOT')),
  -- Of somebody who was added: whether a letter went out to them, so that none goes out again.
  add column mailed boolean not null default false;
