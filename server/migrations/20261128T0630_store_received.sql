-- Stores what providers brought, many messages in one round trip: the same batch as store_events takes, in which a draft
-- may bear a `receipt`, the provider's id of the message. A message whose receipt is there already is answered as
-- DUPLICATE; one that store_events refuses leaves no receipt, so that whoever stores it in another way finds none.
create function store_received(p jsonb) returns table (
  ord integer, verdict text, event_id uuid, room_id uuid, epoch integer, conversation_id uuid, seq bigint, change bigint, channel_seq bigint,
  public_no bigint, private_no bigint, created_at timestamptz, access_no bigint, room_type text, channel_type text, channel_application_id uuid)
language plpgsql security invoker
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp as $f$
#variable_conflict use_column
declare
  fresh jsonb;
  places integer[];
begin
  -- In the order in which everybody locks rooms, before anything else is written.
  perform 1 from (select distinct (d ->> 'room')::uuid as id from jsonb_array_elements(p) d order by 1) d
    cross join lateral (select r.id from rooms r where r.id = d.id limit 1 for no key update) r;
  insert into inbound_receipts (account_id, channel_application_id, provider_message_id, event_id)
    select ch.account_id, ch.channel_application_id, x.d ->> 'receipt', (x.d ->> 'id')::uuid
    from jsonb_array_elements(p) with ordinality x(d, i)
      cross join lateral (select * from contact_channels ch where ch.id = (x.d ->> 'channel')::uuid limit 1) ch
    where x.d ->> 'receipt' is not null
    order by ch.channel_application_id, x.d ->> 'receipt', x.i
    on conflict do nothing;
  select jsonb_agg(x.d order by x.i), array_agg((x.i - 1)::integer order by x.i) into fresh, places
  from jsonb_array_elements(p) with ordinality x(d, i)
    left join lateral (select ch.channel_application_id from contact_channels ch where ch.id = (x.d ->> 'channel')::uuid limit 1) ch on true
    left join lateral (select ir.event_id from inbound_receipts ir
      where ir.channel_application_id = ch.channel_application_id and ir.provider_message_id = x.d ->> 'receipt' limit 1) ir on true
  where x.d ->> 'receipt' is null or ir.event_id is null or ir.event_id = (x.d ->> 'id')::uuid;
  if fresh is not null then
    for ord, verdict, event_id, room_id, epoch, conversation_id, seq, change, channel_seq, public_no, private_no, created_at, access_no, room_type,
      channel_type, channel_application_id in select * from store_events(fresh)
    loop
      if verdict <> 'STORED' then
        delete from inbound_receipts ir using contact_channels ch
        where ch.id = (fresh -> ord ->> 'channel')::uuid and ir.channel_application_id = ch.channel_application_id
          and ir.provider_message_id = fresh -> ord ->> 'receipt' and ir.event_id = (fresh -> ord ->> 'id')::uuid;
      end if;
      ord := places[ord + 1];
      return next;
    end loop;
  end if;
  return query
    select (x.i - 1)::integer, 'DUPLICATE', ir.event_id, (x.d ->> 'room')::uuid, r.epoch, e.conversation_id, coalesce(e.seq, 0), coalesce(e.change, 0),
      e.channel_seq, coalesce(e.public_no, 0), coalesce(e.private_no, 0), e.created_at, r.access_no, r.type, ch.type, ch.channel_application_id
    from jsonb_array_elements(p) with ordinality x(d, i)
      cross join lateral (select * from contact_channels ch where ch.id = (x.d ->> 'channel')::uuid limit 1) ch
      cross join lateral (select * from inbound_receipts ir
        where ir.channel_application_id = ch.channel_application_id and ir.provider_message_id = x.d ->> 'receipt' limit 1) ir
      left join lateral (select * from events e where e.id = ir.event_id limit 1) e on true
      left join lateral (select * from rooms r where r.id = (x.d ->> 'room')::uuid limit 1) r on true
    where x.d ->> 'receipt' is not null and not (x.i - 1)::integer = any (coalesce(places, '{}'));
end $f$;
