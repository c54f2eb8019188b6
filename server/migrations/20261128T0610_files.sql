-- What people upload. The bytes lie in the storage under a random key; the row comes first and goes last, so that no bytes are
-- ever without a row: a process that is killed leaves a row that the sweep finds.
create table files (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- Who brought it: a user, or a visitor by their session. What is kept outlives them.
  user_id uuid,
  session_id uuid,
  -- ARRIVING: the bytes are being put into the storage. UPLOADED: whole, not sent yet. KEPT: something of the account holds it
  -- and says who may read it. GOING: the bytes are being taken away.
  state text not null default 'ARRIVING' check (state in ('ARRIVING', 'UPLOADED', 'KEPT', 'GOING')),
  storage_key text not null unique,
  has_thumbnail boolean not null default false,
  -- As it was called where it came from.
  name text not null,
  size bigint not null check (size > 0),
  -- By the content.
  media_type text not null,
  kind text not null check (kind in ('IMAGE', 'FILE')),
  -- Why a picture is no IMAGE.
  notice text check (notice in ('MAX_IMAGE_RESOLUTION', 'UNREADABLE_IMAGE')),
  -- Upright, in pixels.
  width integer,
  height integer,
  created_at timestamptz not null default clock_timestamp(),
  unique (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id),
  foreign key (account_id, session_id) references visitor_sessions (account_id, id) on delete set null (session_id),
  check (user_id is null or session_id is null),
  check ((kind = 'IMAGE') = (width is not null and height is not null)),
  check (kind = 'FILE' or notice is null)
);
create index files_not_kept on files (created_at) where state <> 'KEPT';
create index files_not_kept_of_session on files (session_id) where session_id is not null and state <> 'KEPT';
create index files_not_kept_of_user on files (user_id) where user_id is not null and state <> 'KEPT';
alter table files enable row level security;
create policy own_account on files to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);

-- The file of a message. One upload is sent once.
alter table events add column file_id uuid,
  add foreign key (account_id, file_id) references files (account_id, id);
create unique index events_one_per_file on events (file_id) where file_id is not null;

-- As before, and: a draft may bring an upload of its sender's (`file`, `uploader`), which is kept with the event in the same
-- statement, or refused: FILE_NOT_FOUND, FILE_ALREADY_SENT. The last words of a room are none where the message is a file.
create or replace function store_events(p jsonb) returns table (
  ord integer, verdict text, event_id uuid, room_id uuid, epoch integer, conversation_id uuid, seq bigint, change bigint, channel_seq bigint,
  public_no bigint, private_no bigint, created_at timestamptz, access_no bigint, room_type text, channel_type text, channel_application_id uuid)
language plpgsql security invoker
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp as $f$
#variable_conflict use_column
declare
  moment timestamptz;
begin
  -- One look-up by key for each room: plans that were made while the tables were small walked the account's whole index instead.
  perform 1 from (select distinct (d ->> 'room')::uuid as id from jsonb_array_elements(p) d order by 1) d
    cross join lateral (select r.id from rooms r where r.id = d.id limit 1 for no key update) r;
  -- After the rooms: the same upload may be sent into another room, or be swept away, at this very moment.
  if p @? '$[*].file' then
    perform 1 from files f where f.id = any (array(select distinct (d ->> 'file')::uuid from jsonb_array_elements(p) d)) order by f.id for no key update;
  end if;
  -- Read after the locks, so that times rise with places.
  moment := clock_timestamp();
  return query
  with d as materialized (
    select (x.i - 1)::integer ord, (x.d ->> 'id')::uuid id, (x.d ->> 'room')::uuid room, (x.d ->> 'conv')::uuid conv,
      (x.d ->> 'channel')::uuid channel, coalesce((x.d ->> 'join')::boolean, false) joins, x.d ->> 'kind' kind, x.d ->> 'type' type,
      coalesce((x.d ->> 'private')::boolean, false) private, x.d ->> 'origin' origin, (x.d ->> 'sender')::uuid sender,
      x.d ->> 'name' name, x.d ->> 'key' key, x.d ->> 'needs' needs,
      coalesce((x.d ->> 'readAll')::boolean, false) read_all, x.d -> 'message' message,
      coalesce(x.d -> 'participants', '[]'::jsonb) participants, x.d ->> 'value' value, x.d ->> 'reason' reason,
      x.d ->> 'status' status, coalesce((x.d ->> 'attempt')::boolean, false) attempt,
      (x.d ->> 'file')::uuid file, (x.d ->> 'uploader')::uuid uploader
    from jsonb_array_elements(p) with ordinality x(d, i)),
  looked_at as materialized (
    select d.*, known.event_id known_event, r.account_id, r.type room_type, r.epoch, r.access_no, r.seq seq0, r.change change0, r.public_count pub0,
      r.private_count priv0, ch.channel_seq cseq0, ch.type channel_type, ch.channel_application_id application_id,
      case when d.joins then oc.conversation_id else d.conv end conversation,
      case
        -- What was stored once is answered as that, whatever has happened to its conversation since.
        when known.event_id is not null then null
        when r.id is null then 'ROOM_NOT_FOUND'
        when d.needs in ('VISIBLE', 'PARTICIPANT') and pt.associated_id is null and not may_see_room(r.id, r.type, d.sender, d.read_all) then 'ROOM_NOT_FOUND'
        when d.channel is not null and ch.id is null then 'CHANNEL_NOT_FOUND'
        -- What customers read goes by a channel; a message without one belongs to internal and group rooms.
        when d.channel is null and d.kind = 'COMMUNICATION' and not d.private and r.type = 'EXTERNAL' then 'CHANNEL_NOT_FOUND'
        when d.joins and oc.conversation_id is null then 'NO_CONVERSATION'
        when d.conv is not null and c.id is null then 'CONVERSATION_RESOLVED'
        when d.needs = 'PARTICIPANT' and pt.associated_id is null then 'NOT_A_PARTICIPANT'
        when d.file is not null and (f.state is null or f.state not in ('UPLOADED', 'KEPT')) then 'FILE_NOT_FOUND'
        when d.file is not null and f.state = 'KEPT' then 'FILE_ALREADY_SENT'
      end unfit
    from d
      left join lateral (select * from rooms r where r.id = d.room limit 1) r on true
      left join lateral (select c.id from conversations c where c.id = d.conv and c.room_id = d.room and c.state <> 'RESOLVED' limit 1) c on true
      left join lateral (select pt.associated_id from participants pt where pt.room_id = d.room and pt.type = 'USER' and pt.associated_id = d.sender limit 1) pt on true
      left join lateral (select ch.id, ch.channel_seq, ch.type, ch.channel_application_id from contact_channels ch where ch.id = d.channel and ch.room_id = d.room limit 1) ch on true
      left join lateral (select k.event_id from client_sends k where d.key is not null and k.sender_id = d.sender and k.client_message_id = d.key limit 1) known on true
      left join lateral (select oc.conversation_id from conversation_channels oc where d.joins and oc.contact_channel_id = d.channel and oc.open limit 1) oc on true
      left join lateral (select f.state from files f where d.file is not null and f.id = d.file and coalesce(f.user_id, f.session_id) = d.uploader limit 1) f on true),
  judged as materialized (
    select l.*,
      case
        -- Two sends of one upload in this batch: the first has it. The first one repeated is answered as that.
        when l.file is not null and l.unfit is null and l.known_event is null and concat(l.sender, ' ', coalesce(l.key, l.ord::text)) <> (
          select concat(e.sender, ' ', coalesce(e.key, e.ord::text)) from looked_at e
          where e.file = l.file and e.unfit is null and e.known_event is null order by e.ord limit 1) then 'FILE_ALREADY_SENT'
        else l.unfit
      end refusal
    from looked_at l),
  fresh as (
    insert into client_sends (account_id, sender_id, client_message_id, event_id)
    select account_id, sender, key, id from judged where refusal is null and key is not null order by ord
    on conflict do nothing returning sender_id, client_message_id, event_id),
  new as materialized (
    select j.*, row_number() over w n,
      sum((kind = 'COMMUNICATION' and not private)::integer) over w pub,
      sum((kind = 'COMMUNICATION' and private)::integer) over w priv,
      case when channel is not null and not private then row_number() over (partition by channel, private order by ord) end cn
    from judged j
    where j.refusal is null and (j.key is null or exists (select 1 from fresh f where f.event_id = j.id))
    window w as (partition by room order by ord)),
  stored as (
    insert into events (id, account_id, room_id, conversation_id, contact_channel_id, seq, change, channel_seq, public_no, private_no, kind, type,
      private, origin_type, origin_id, origin_name, message, participants, modified_value, reason, status, status_at, client_message_id, created_at, file_id)
    select id, account_id, room, conversation, channel, seq0 + n, change0 + n, cseq0 + cn, pub0 + pub, priv0 + priv, kind, type,
      private, origin, sender, name, message, participants, value, reason, status, case when status is not null then moment end, key, moment, file
    from new order by room, ord
    returning events.id, events.seq, events.change, events.channel_seq, events.public_no, events.private_no, events.created_at),
  r as (
    update rooms r set seq = r.seq + t.n, change = r.change + t.n, public_count = r.public_count + t.pub, private_count = r.private_count + t.priv,
      last_event_at = case when t.last is null then r.last_event_at else moment end,
      last_event = coalesce(t.last, r.last_event),
      last_channel_type = case when t.last is null then r.last_channel_type else t.last_channel_type end,
      last_channel_application_id = case when t.last is null then r.last_channel_application_id else t.last_application end,
      last_received_at = case when t.received is null then r.last_received_at else moment end,
      last_received_channel_type = coalesce(t.received, r.last_received_channel_type)
    from (
      select room, count(*) n, max(pub) pub, max(priv) priv,
        (array_agg(jsonb_build_object('id', id, 'type', type, 'text', case when file is null then left(message ->> 'text', 200) end, 'originType', origin,
          'originId', sender, 'privateMessage', private) order by ord desc) filter (where kind = 'COMMUNICATION'))[1] as last,
        (array_agg(channel_type order by ord desc) filter (where kind = 'COMMUNICATION'))[1] as last_channel_type,
        (array_agg(application_id order by ord desc) filter (where kind = 'COMMUNICATION'))[1] as last_application,
        (array_agg(channel_type order by ord desc) filter (where kind = 'COMMUNICATION' and origin = 'CUSTOMER'))[1] as received
      from new group by room) t
    where r.id = t.room),
  ch as (
    update contact_channels c set channel_seq = c.channel_seq + t.n, used_at = moment
    from (select channel, max(cn) n from new where cn is not null group by channel) t where c.id = t.channel),
  ms as (
    insert into memberships as m (account_id, room_id, user_id, seen_public, seen_private, last_seen_at)
    -- Who writes has seen what stands above of the same kind: an answer to the customer says nothing of the notes.
    select account_id, room, sender, coalesce(max(pub0 + pub) filter (where not private), 0), coalesce(max(priv0 + priv) filter (where private), 0), moment from new
      where origin = 'USER' and kind = 'COMMUNICATION' and key is not null group by account_id, room, sender
    on conflict (room_id, user_id) do update set seen_public = greatest(m.seen_public, excluded.seen_public),
      seen_private = greatest(m.seen_private, excluded.seen_private), last_seen_at = excluded.last_seen_at),
  fl as (
    update files f set state = 'KEPT' from new where new.file is not null and f.id = new.file),
  at as (
    insert into attempts (account_id, event_id, contact_channel_id)
    select account_id, id, channel from new where attempt and channel is not null and not private)
  select j.ord, coalesce(j.refusal, case when s.id is not null then 'STORED' else 'DUPLICATE' end),
    coalesce(s.id, s2.id, e.id), j.room, j.epoch, coalesce(j.conversation, e.conversation_id), coalesce(s.seq, s2.seq, e.seq), coalesce(s.change, s2.change, e.change),
    coalesce(s.channel_seq, s2.channel_seq, e.channel_seq), coalesce(s.public_no, s2.public_no, e.public_no),
    coalesce(s.private_no, s2.private_no, e.private_no), coalesce(s.created_at, s2.created_at, e.created_at),
    j.access_no, j.room_type, j.channel_type, j.application_id
  from judged j
    left join stored s on s.id = j.id
    -- The same key twice in this batch.
    left join fresh f on s.id is null and j.refusal is null and f.sender_id = j.sender and f.client_message_id = j.key
    left join stored s2 on s2.id = f.event_id
    left join lateral (select cs.event_id from client_sends cs where s.id is null and j.refusal is null and cs.sender_id = j.sender and cs.client_message_id = j.key limit 1) cs on true
    left join lateral (select e.id, e.seq, e.change, e.channel_seq, e.public_no, e.private_no, e.created_at, e.conversation_id from events e where e.id = cs.event_id limit 1) e on true
  order by j.ord;
end $f$;
