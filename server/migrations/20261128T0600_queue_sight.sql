-- A queue's agents see a room while a conversation of the queue waits in it, and past ones while nobody holds one there.
delete from room_access a using queues q
where q.id = a.subject_id
  and exists (select 1 from conversations c where c.room_id = a.room_id and c.state = 'ASSIGNED')
  and not exists (select 1 from conversations c where c.room_id = a.room_id and c.queue_id = q.id and c.state = 'UNASSIGNED');
