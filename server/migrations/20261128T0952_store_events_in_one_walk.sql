-- How events are stored, once more. One large statement did everything for every batch, whatever was in it, and setting it up cost a
-- millisecond for each call. Now there is one look-up, one walk over the drafts that judges and numbers them, and one insert for
-- each kind of row that there really is.

-- What these keys check row by row, a lock in each row they point at, is what store_events has just looked up behind the account
-- wall: room, conversation and channel of an event, the account of a key, the application of a receipt. They were a fifth of a
-- message's cost. What events point at is kept from being deleted below instead.
alter table client_sends drop constraint client_sends_account_id_fkey;
alter table inbound_receipts drop constraint inbound_receipts_account_id_channel_application_id_fkey;
alter table raw_inbound drop constraint raw_inbound_account_id_channel_application_id_fkey;
alter table events drop constraint events_account_id_room_id_fkey,
  drop constraint events_account_id_conversation_id_fkey,
  drop constraint events_account_id_contact_channel_id_fkey;

create function keep_while_events_stand() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (case tg_table_name
    when 'rooms' then exists (select from events e where e.room_id = old.id)
    when 'conversations' then exists (select from events e where e.room_id = (to_jsonb(old) ->> 'room_id')::uuid and e.conversation_id = old.id)
    else exists (select from events e where e.room_id = (to_jsonb(old) ->> 'room_id')::uuid and e.contact_channel_id = old.id)
  end) then
    raise foreign_key_violation using message = format('events stand in %s %s', tg_table_name, old.id), table = tg_table_name;
  end if;
  return old;
end $$;
create trigger kept_while_events_stand before delete on rooms for each row execute function keep_while_events_stand();
create trigger kept_while_events_stand before delete on conversations for each row execute function keep_while_events_stand();
create trigger kept_while_events_stand before delete on contact_channels for each row execute function keep_while_events_stand();

-- Room in each page for the next version of a row: what every message changes there is in no index.
alter table contact_channels set (fillfactor = 80);
alter table memberships set (fillfactor = 80);

drop function store_received(jsonb);
drop function store_events(jsonb);

-- What became of a draft.
create type judged_draft as (ord integer, verdict text, event_id uuid, room_id uuid, epoch integer, conversation_id uuid, seq bigint,
  change bigint, channel_seq bigint, public_no bigint, private_no bigint, created_at timestamptz, access_no bigint, room_type text,
  channel_type text, channel_application_id uuid, contact_channel_id uuid, origin_id uuid, origin_name text);
-- Where a draft that is stored stands; the rest of it is read from the batch, by `ord`.
create type event_place as (ord integer, account_id uuid, conversation_id uuid, channel_application_id uuid, seq bigint, change bigint,
  channel_seq bigint, public_no bigint, private_no bigint);
-- How far a batch brings one room; `last_message` is the place of a draft in the batch.
create type room_advance as (room_id uuid, seq bigint, change bigint, public_count bigint, private_count bigint, last_message integer,
  last_channel_type text, last_application_id uuid, received_channel_type text);

-- Stores a batch of event drafts of one account in one round trip. The first statement locks the rooms, sorted, for no key
-- update; what follows reads after the locks, judges each draft and stores what holds. Look-ups are lateral and limited, and
-- other plans are off, because plans made on empty tables are cached. Each expression of the walk is set up anew for every call:
-- hence as few as can be, and what few drafts ask is asked in branches.
--
-- A draft: id, room, conv, channel (contact channel), join (take the channel's open conversation), kind, type, private,
-- origin, sender, name, key (client message id), receipt (the provider's id of the message), needs (PARTICIPANT | VISIBLE), readAll,
-- message, file, uploader, participants, value, reason, status, attempt; instead of room, channel, sender and name: application and
-- address, of which they are found here; raw (what the provider brought: kept as done with the message that it became).
-- Verdicts: STORED, DUPLICATE, ROOM_NOT_FOUND, CHANNEL_NOT_FOUND, OTHERS_WAIT (a delivery of the same address is still to be worked
-- on), NO_CONVERSATION, CONVERSATION_RESOLVED, NOT_A_PARTICIPANT, FILE_NOT_FOUND, FILE_ALREADY_SENT; in the order of the rooms.
-- A key or receipt that somebody stores in another room at this very moment fails the call; asked again it is a DUPLICATE.
create function store_events(p jsonb) returns setof judged_draft
language plpgsql security invoker
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set search_path = public, pg_temp as $f$
declare
  moment timestamptz;
  draft record;
  refusal text;
  file_state text;
  known events;
  place event_place;
  fresh event_place[] := '{}';
  -- What makes a draft the same as another, in the order of `fresh`.
  onces text[] := '{}';
  repeated integer[] := '{}';
  files_kept uuid[] := '{}';
  now_in room_advance;
  rooms_on room_advance[] := '{}';
  channels uuid[] := '{}';
  channel_seqs bigint[] := '{}';
  at integer;
  account uuid;
begin
  -- Whose address it is. What changes before its room is locked is found by the look-up after it.
  if p @? '$[*].address' then
    select jsonb_agg(x.d || coalesce(whose.facts, '{}') order by x.i) into p
    from jsonb_array_elements(p) with ordinality x(d, i)
      left join lateral (
        select jsonb_build_object('room', ch.room_id, 'channel', ch.id, 'sender', ch.contact_id, 'name', nullif(btrim(c.first_name || ' ' || c.last_name), ''),
          'waits', x.d ? 'raw' and exists (select from raw_inbound w
            where w.channel_application_id = ch.channel_application_id and w.address = ch.address and w.state = 'WAITING')) facts
        from contact_channels ch
          cross join lateral (select c.first_name, c.last_name from contacts c where c.id = ch.contact_id limit 1) c
        where ch.channel_application_id = (x.d ->> 'application')::uuid and ch.address = x.d ->> 'address' limit 1) whose on x.d ? 'address';
  end if;
  -- One look-up by key for each room: plans that were made while the tables were small walked the account's whole index instead.
  perform 1 from (select distinct (d ->> 'room')::uuid as id from jsonb_array_elements(p) d order by 1) d
    cross join lateral (select r.id from rooms r where r.id = d.id limit 1 for no key update) r;
  -- After the rooms: the same upload may be sent into another room, or be swept away, at this very moment.
  if p @? '$[*].file' then
    perform 1 from files f where f.id = any (array(select distinct (d ->> 'file')::uuid from jsonb_array_elements(p) d)) order by f.id for no key update;
  end if;
  -- Read after the locks, so that times rise with places.
  moment := clock_timestamp();

  for draft in
    with x as materialized (
      select (x.i - 1)::integer ord, x.d, (x.d ->> 'room')::uuid room, (x.d ->> 'channel')::uuid channel, (x.d ->> 'sender')::uuid sender,
        x.d ->> 'key' as key, x.d ->> 'receipt' receipt, x.d ->> 'needs' needs, coalesce((x.d ->> 'join')::boolean, false) joins,
        x.d ->> 'kind' = 'COMMUNICATION' message, coalesce((x.d ->> 'private')::boolean, false) private
      from jsonb_array_elements(p) with ordinality x(d, i))
    select x.ord, x.d body, x.room, x.channel, x.sender, x.d ->> 'name' sender_name, x.message and not x.private public_message, x.message and x.private private_message,
      x.channel is not null and not x.private on_channel, case when x.message and x.d ->> 'origin' = 'CUSTOMER' then ch.channel_type end received_on,
      r.account_id, r.room_type, r.epoch, r.access_no, r.seq, r.change, r.public_count, r.private_count,
      ch.channel_seq, ch.channel_type, ch.channel_application_id,
      case when x.joins then oc.conversation_id else (x.d ->> 'conv')::uuid end conversation_id,
      case when x.key is not null then concat(x.sender, ' ', x.key) when x.receipt is not null then concat(ch.channel_application_id, ' ', x.receipt) end once,
      coalesce(k.event_id, ir.event_id) known,
      x.needs is not null and pt.takes_part is null stranger,
      x.d ?| array['conv', 'file'] or (x.needs is not null and pt.takes_part is null) asks_more,
      case
        when r.account_id is null then 'ROOM_NOT_FOUND'
        when x.channel is not null and ch.id is null then 'CHANNEL_NOT_FOUND'
        -- What customers read goes by a channel; a message without one belongs to internal and group rooms.
        when x.channel is null and x.message and not x.private and r.room_type = 'EXTERNAL' then 'CHANNEL_NOT_FOUND'
        when (x.d ->> 'waits')::boolean then 'OTHERS_WAIT'
        when x.joins and oc.conversation_id is null then 'NO_CONVERSATION'
        when x.needs = 'PARTICIPANT' and pt.takes_part is null then 'NOT_A_PARTICIPANT'
      end refusal
    from x
      left join lateral (select r.account_id, r.type room_type, r.epoch, r.access_no, r.seq, r.change, r.public_count, r.private_count
        from rooms r where r.id = x.room limit 1) r on true
      left join lateral (select true takes_part from participants pt
        where x.needs is not null and pt.room_id = x.room and pt.type = 'USER' and pt.associated_id = x.sender limit 1) pt on true
      left join lateral (select ch.id, ch.channel_seq, ch.type channel_type, ch.channel_application_id from contact_channels ch
        where ch.id = x.channel and ch.room_id = x.room limit 1) ch on true
      left join lateral (select oc.conversation_id from conversation_channels oc
        where x.joins and oc.contact_channel_id = x.channel and oc.open limit 1) oc on true
      left join lateral (select k.event_id from client_sends k
        where x.key is not null and k.sender_id = x.sender and k.client_message_id = x.key limit 1) k on true
      left join lateral (select ir.event_id from inbound_receipts ir
        where x.receipt is not null and ir.channel_application_id = ch.channel_application_id and ir.provider_message_id = x.receipt limit 1) ir on true
    order by x.room, x.ord
  loop
    -- What was stored once is answered as that, whatever has happened to its conversation since.
    account := coalesce(draft.account_id, account);
    if draft.known is not null then
      select * into known from events where id = draft.known;
      repeated := repeated || draft.ord;
      return next row(draft.ord, 'DUPLICATE', draft.known, draft.room, draft.epoch, coalesce(draft.conversation_id, known.conversation_id), coalesce(known.seq, 0),
        coalesce(known.change, 0), known.channel_seq, coalesce(known.public_no, 0), coalesce(known.private_no, 0), known.created_at, draft.access_no,
        draft.room_type, draft.channel_type, draft.channel_application_id, draft.channel, draft.sender, draft.sender_name)::judged_draft;
      continue;
    elsif draft.once = any (onces) then
      place := fresh[array_position(onces, draft.once)];
      repeated := repeated || draft.ord;
      return next row(draft.ord, 'DUPLICATE', p -> place.ord ->> 'id', draft.room, draft.epoch, place.conversation_id, place.seq, place.change, place.channel_seq,
        place.public_no, place.private_no, moment, draft.access_no, draft.room_type, draft.channel_type, draft.channel_application_id, draft.channel, draft.sender, draft.sender_name)::judged_draft;
      continue;
    end if;

    refusal := draft.refusal;
    if draft.asks_more and draft.account_id is not null then
      if draft.stranger and not may_see_room(draft.room, draft.room_type, draft.sender, coalesce((draft.body ->> 'readAll')::boolean, false)) then
        refusal := 'ROOM_NOT_FOUND';
      elsif draft.body ? 'conv' and (refusal is null or refusal = 'NOT_A_PARTICIPANT') and not exists (select from conversations c
        where c.id = (draft.body ->> 'conv')::uuid and c.room_id = draft.room and c.state <> 'RESOLVED') then
        refusal := 'CONVERSATION_RESOLVED';
      elsif draft.body ? 'file' and refusal is null then
        file_state := (select f.state from files f where f.id = (draft.body ->> 'file')::uuid and coalesce(f.user_id, f.session_id) = (draft.body ->> 'uploader')::uuid);
        if file_state = 'KEPT' or (draft.body ->> 'file')::uuid = any (files_kept) then
          refusal := 'FILE_ALREADY_SENT';
        elsif file_state is distinct from 'UPLOADED' then
          refusal := 'FILE_NOT_FOUND';
        else
          files_kept := files_kept || (draft.body ->> 'file')::uuid;
        end if;
      end if;
    end if;
    if refusal is not null then
      return next row(draft.ord, refusal, null, draft.room, draft.epoch, draft.conversation_id, null, null, null, null, null, null, draft.access_no,
        draft.room_type, draft.channel_type, draft.channel_application_id, draft.channel, draft.sender, draft.sender_name)::judged_draft;
      continue;
    end if;

    if now_in.room_id is distinct from draft.room then
      if now_in.room_id is not null then
        rooms_on := rooms_on || now_in;
      end if;
      now_in := row(draft.room, draft.seq, draft.change, draft.public_count, draft.private_count, null, null, null, null);
    end if;
    now_in.seq := now_in.seq + 1;
    now_in.change := now_in.change + 1;
    if draft.public_message then
      now_in.public_count := now_in.public_count + 1;
    elsif draft.private_message then
      now_in.private_count := now_in.private_count + 1;
    end if;
    if draft.public_message or draft.private_message then
      now_in.last_message := draft.ord;
      now_in.last_channel_type := draft.channel_type;
      now_in.last_application_id := draft.channel_application_id;
    end if;
    if draft.received_on is not null then
      now_in.received_channel_type := draft.received_on;
    end if;
    at := null;
    if draft.on_channel then
      at := array_position(channels, draft.channel);
      if at is null then
        channels := channels || draft.channel;
        channel_seqs := channel_seqs || draft.channel_seq;
        at := cardinality(channels);
      end if;
      channel_seqs[at] := channel_seqs[at] + 1;
    end if;
    place := row(draft.ord, draft.account_id, draft.conversation_id, draft.channel_application_id, now_in.seq, now_in.change, channel_seqs[at], now_in.public_count, now_in.private_count);
    fresh := fresh || place;
    onces := onces || draft.once;
    return next row(draft.ord, 'STORED', draft.body ->> 'id', draft.room, draft.epoch, draft.conversation_id, now_in.seq, now_in.change, place.channel_seq, now_in.public_count, now_in.private_count,
      moment, draft.access_no, draft.room_type, draft.channel_type, draft.channel_application_id, draft.channel, draft.sender, draft.sender_name)::judged_draft;
  end loop;

  if p @? '$[*].raw' then
    insert into raw_inbound (id, account_id, channel_application_id, address, delivery_key, body, state, tries, settled_at)
    select (t.d -> 'raw' ->> 'id')::uuid, account, (t.d ->> 'application')::uuid, t.d ->> 'address', t.d -> 'raw' ->> 'key', t.d -> 'raw' ->> 'body',
      'DONE', 1, moment
    from (select p -> t.ord d from unnest(repeated || array(select f.ord from unnest(fresh) f)) t(ord) offset 0) t
    where t.d ? 'raw'
    on conflict do nothing;
  end if;
  if cardinality(fresh) = 0 then
    return;
  end if;
  insert into events (id, account_id, room_id, conversation_id, contact_channel_id, seq, change, channel_seq, public_no, private_no, kind, type,
    private, origin_type, origin_id, origin_name, message, participants, modified_value, reason, status, status_at, client_message_id, created_at, file_id)
  select (f.d ->> 'id')::uuid, f.account_id, (f.d ->> 'room')::uuid, f.conversation_id, (f.d ->> 'channel')::uuid, f.seq, f.change, f.channel_seq,
    f.public_no, f.private_no, f.d ->> 'kind', f.d ->> 'type', coalesce((f.d ->> 'private')::boolean, false), f.d ->> 'origin', (f.d ->> 'sender')::uuid,
    f.d ->> 'name', f.d -> 'message', coalesce(f.d -> 'participants', '[]'), f.d ->> 'value', f.d ->> 'reason', f.d ->> 'status',
    case when f.d ? 'status' then moment end, f.d ->> 'key', moment, (f.d ->> 'file')::uuid
  from (select p -> f.ord d, f.* from unnest(fresh) f offset 0) f;
  update rooms r set seq = t.seq, change = t.change, public_count = t.public_count, private_count = t.private_count,
    last_event_at = case when t.d is null then r.last_event_at else moment end,
    -- The last words of a room are none where the message is a file.
    last_event = case when t.d is null then r.last_event else jsonb_build_object('id', t.d -> 'id', 'type', t.d -> 'type',
      'text', case when not t.d ? 'file' then left(t.d -> 'message' ->> 'text', 200) end, 'originType', t.d -> 'origin', 'originId', t.d -> 'sender',
      'privateMessage', coalesce((t.d ->> 'private')::boolean, false)) end,
    last_channel_type = case when t.d is null then r.last_channel_type else t.last_channel_type end,
    last_channel_application_id = case when t.d is null then r.last_channel_application_id else t.last_application_id end,
    last_received_at = case when t.received_channel_type is null then r.last_received_at else moment end,
    last_received_channel_type = coalesce(t.received_channel_type, r.last_received_channel_type)
  from (select p -> t.last_message d, t.* from unnest(rooms_on || now_in) t offset 0) t where r.id = t.room_id;
  if cardinality(channels) > 0 then
    update contact_channels c set channel_seq = t.n, used_at = moment from unnest(channels, channel_seqs) t(id, n) where c.id = t.id;
  end if;
  if p @? '$[*].key' then
    insert into client_sends (account_id, sender_id, client_message_id, event_id)
    select f.account_id, (f.d ->> 'sender')::uuid, f.d ->> 'key', (f.d ->> 'id')::uuid
    from (select p -> f.ord d, f.account_id from unnest(fresh) f offset 0) f where f.d ? 'key';
    insert into memberships as m (account_id, room_id, user_id, seen_public, seen_private, last_seen_at)
    -- Who writes has seen what stands above of the same kind: an answer to the customer says nothing of the notes.
    select f.account_id, (f.d ->> 'room')::uuid, (f.d ->> 'sender')::uuid, coalesce(max(f.public_no) filter (where not f.private), 0),
      coalesce(max(f.private_no) filter (where f.private), 0), moment
    from (select p -> f.ord d, coalesce((p -> f.ord ->> 'private')::boolean, false) private, f.* from unnest(fresh) f offset 0) f
    where f.d ->> 'origin' = 'USER' and f.d ->> 'kind' = 'COMMUNICATION' and f.d ? 'key'
    group by 1, 2, 3
    on conflict (room_id, user_id) do update set seen_public = greatest(m.seen_public, excluded.seen_public),
      seen_private = greatest(m.seen_private, excluded.seen_private), last_seen_at = excluded.last_seen_at;
  end if;
  if p @? '$[*].receipt' then
    insert into inbound_receipts (account_id, channel_application_id, provider_message_id, event_id)
    select f.account_id, f.channel_application_id, f.d ->> 'receipt', (f.d ->> 'id')::uuid
    from (select p -> f.ord d, f.* from unnest(fresh) f offset 0) f where f.d ? 'receipt';
  end if;
  if cardinality(files_kept) > 0 then
    update files f set state = 'KEPT' where f.id = any (files_kept);
  end if;
  if p @? '$[*].attempt' then
    insert into attempts (account_id, event_id, contact_channel_id)
    select f.account_id, (f.d ->> 'id')::uuid, (f.d ->> 'channel')::uuid
    from (select p -> f.ord d, f.* from unnest(fresh) f offset 0) f where (f.d ->> 'attempt')::boolean and f.channel_seq is not null;
  end if;
end $f$;
