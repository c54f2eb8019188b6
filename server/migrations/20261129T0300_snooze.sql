-- A conversation that was laid aside until a time, or until the customer writes. It stays with its holder.

alter table conversations
  add column snoozed_at timestamptz,
  -- Null while it is snoozed: until the customer writes.
  add column snoozed_until timestamptz,
  -- When it is to wake, whatever woke it: 'epoch' once the customer has written; null while only the customer can wake it.
  add column wakes_at timestamptz,
  add check (snoozed_at is null or state = 'ASSIGNED'),
  add check (snoozed_at is not null or (snoozed_until is null and wakes_at is null));
create index conversations_waking on conversations (account_id, wakes_at) where wakes_at is not null;

alter table notifications
  drop constraint notifications_kind_check,
  add check (kind in ('HANDED_OVER', 'TAKEN_AWAY', 'ADDED_TO_GROUP', 'NOT_DELIVERED', 'DELIVERY_UNKNOWN', 'WOKE_IN_TIME', 'WOKE_BY_CUSTOMER'));

-- Claim across accounts: which accounts have something to wake by then.
create function accounts_with_waking(p_by timestamptz) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id from accounts a where exists (select from conversations c where c.account_id = a.id and c.wakes_at <= p_by)
$$;

-- What sleeps does not go back because its holder is away.
do $$
declare
  stood text := pg_get_functiondef('people_away(integer, integer)'::regprocedure);
  mended text := replace(stood, 'where c.state = ''ASSIGNED'' and c.assigned_user_id is not null group by',
    'where c.state = ''ASSIGNED'' and c.assigned_user_id is not null and c.snoozed_at is null group by');
begin
  if mended = stood then raise exception 'people_away does not count what is held as this migration expects'; end if;
  execute mended;
end $$;

-- A customer's message makes the snoozed conversation that it joins due, by the statement that stores it; the answer says so (`wakes`).
alter type judged_draft add attribute wakes boolean;
do $$
declare
  mended text := pg_get_functiondef('store_events(jsonb)'::regprocedure);
  before text;
  change text[];
begin
  foreach change slice 1 in array array[
    ['draft.sender_name)::judged_draft', 'draft.sender_name, draft.wakes)::judged_draft'],
    ['coalesce(k.event_id, ir.event_id) known,',
      'coalesce(k.event_id, ir.event_id) known, x.message and x.d ->> ''origin'' = ''CUSTOMER'' and sleeping.snoozed_at is not null wakes,'],
    ['where x.joins and oc.contact_channel_id = x.channel and oc.open limit 1) oc on true',
      'where x.joins and oc.contact_channel_id = x.channel and oc.open limit 1) oc on true'
      || E'\n      left join lateral (select sc.snoozed_at from conversations sc where x.joins and sc.id = oc.conversation_id limit 1) sleeping on true'],
    ['files_kept uuid[] := ''{}'';', E'files_kept uuid[] := ''{}'';\n  woken uuid[] := ''{}'';'],
    ['now_in.received_channel_type := draft.received_on;',
      E'now_in.received_channel_type := draft.received_on;\n      if draft.wakes then\n        woken := woken || draft.conversation_id;\n      end if;'],
    ['  if cardinality(files_kept) > 0 then',
      E'  if cardinality(woken) > 0 then\n    update conversations c set wakes_at = ''epoch'' where c.id = any (woken) and c.snoozed_at is not null;\n  end if;\n'
      || '  if cardinality(files_kept) > 0 then']
  ] loop
    before := mended;
    mended := replace(before, change[1], change[2]);
    if mended = before then raise exception 'store_events does not say as this migration expects: %', change[1]; end if;
  end loop;
  execute mended;
end $$;
