-- Queues with names of their own and skills that mean something, agents' capacity by weights, and why a conversation came to whom.

-- Nobody could choose a skill or name a queue twice on purpose so far: the old default becomes the new one, and of queues of the same name
-- the later ones are told apart by the end of their ids.
alter table queue_members alter column skill set default 5;
update queue_members set skill = 5;
alter table queue_members add check (skill between 1 and 10);

-- What went through a queue keeps pointing at it: it is put away, not deleted.
alter table queues add column removed_at timestamptz, add check (removed_at is null or not is_default);
update queues q set name = q.name || ' ' || right(q.id::text, 6)
from (select id, row_number() over (partition by account_id, lower(name) order by created_at, id) as place from queues) n
where n.id = q.id and n.place > 1;
create unique index queues_name on queues (account_id, lower(name)) where removed_at is null;

-- What waits or is held in a queue, for whoever wants to put it away.
create index conversations_in_queue on conversations (queue_id) where state <> 'RESOLVED';

-- Of 100 that an agent has, so much is taken by one live chat; what an account chose is kept.
update accounts set settings = settings - 'liveChatsPerAgent'
  || jsonb_build_object('capacityWeights', jsonb_build_object('LIVECHAT', greatest(1, 100 / (settings ->> 'liveChatsPerAgent')::integer)))
where settings ? 'liveChatsPerAgent';

alter table events add column assignment jsonb;

-- store_events keeps it with the event: one column more in what it inserts, and nothing else of it changes.
do $$
declare
  stood text := pg_get_functiondef('store_events(jsonb)'::regprocedure);
  named text := replace(stood, 'client_message_id, created_at, file_id)', 'client_message_id, created_at, file_id, assignment)');
  filled text := replace(named, 'moment, (f.d ->> ''file'')::uuid', 'moment, (f.d ->> ''file'')::uuid, f.d -> ''assignment''');
begin
  if named = stood or filled = named then
    raise exception 'store_events does not insert events as this migration expects';
  end if;
  execute filled;
end $$;
