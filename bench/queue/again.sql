-- Before each round: everybody waits once more as at the beginning, nobody holds anything, and all agents are on a break. The entries of the
-- history stay, as they would.
set session_replication_role = replica;
update accounts set settings = '{}';
update user_presence set chat_status = 'break', last_assigned_at = null;
-- The bench stands for the servers to which the agents' browsers are connected.
update presence_leases set renewed_at = clock_timestamp() + interval '1 hour';
delete from waiting;
delete from room_access;
delete from participants where type = 'USER';
delete from memberships;
update conversations set state = 'UNASSIGNED', assigned_user_id = null, assigned_at = null, resolved_at = null, queue_place = null, waited_ms = null;
update conversation_channels set open = true;
update rooms set state = 'UNASSIGNED', access_no = access_no + 1;
insert into room_access (account_id, room_id, subject_id) select account_id, room_id, queue_id from conversations;
insert into waiting (conversation_id, account_id, room_id, queue_id, since)
  select id, account_id, room_id, queue_id, created_at from conversations order by created_at;
set session_replication_role = origin;
