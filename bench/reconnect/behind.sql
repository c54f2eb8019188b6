-- What happens while everybody is away: in three rooms of each agent their customers write five messages. Of which rooms, the round says.
-- As superuser, as store_events would have left it.
set session_replication_role = replica;
create temp table hit on commit drop as
  select r.id as room, r.seq, r.change, r.public_count, r.contact_id as contact, c.id as channel, c.channel_seq, v.id as conversation, w.more
  from (values (0, 2), (1, 2), (2, 1)) w(nth, more)
    cross join generate_series(1, :people) agent
    join rooms r on r.id = ('0000000c-0000-7000-8000-' || lpad(to_hex((:round * 3 + w.nth) % 200 * :people + agent), 12, '0'))::uuid
    join contact_channels c on c.room_id = r.id
    join conversations v on v.room_id = r.id;
insert into events (id, account_id, room_id, conversation_id, contact_channel_id, seq, change, channel_seq, public_no, private_no, kind, type,
    private, origin_type, origin_id, origin_name, message, created_at)
  select gen_random_uuid(), :account, room, conversation, channel, seq + e, change + e, channel_seq + e, public_count + e, 0, 'COMMUNICATION', 'MESSAGE',
    false, 'CUSTOMER', contact, 'Maria Test',
    jsonb_build_object('type', 'TEXT', 'text', 'And one more question while you were away: when does it arrive?', 'privateMessage', false), clock_timestamp()
  from hit cross join lateral generate_series(1, hit.more) e;
update rooms r set seq = r.seq + h.more, change = r.change + h.more, public_count = r.public_count + h.more, last_event_at = clock_timestamp(),
    last_received_at = clock_timestamp()
  from hit h where h.room = r.id;
update contact_channels c set channel_seq = c.channel_seq + h.more, used_at = clock_timestamp() from hit h where h.channel = c.id;
set session_replication_role = origin;
