-- Messages to customers that are sent later: at a time that was chosen, or when they can be taken back no more.
create table scheduled_messages (
  id uuid primary key,
  account_id uuid not null,
  room_id uuid not null,
  contact_channel_id uuid not null,
  author_id uuid not null,
  -- The client's: asked again under it, nothing more is stored.
  client_message_id text not null,
  text text not null,
  file_ids uuid[] not null,
  send_at timestamptz not null,
  timezone text not null,
  -- It was sent, and can be taken back until then.
  undo boolean not null,
  unless_customer_writes boolean not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'CANCELLED', 'FAILED')),
  -- A key of the catalogue.
  reason text,
  -- Its author has looked after what was not sent.
  dismissed boolean not null default false,
  -- When somebody has to look after it: its time, what must be told of it, or the end of a lease.
  due_at timestamptz,
  lease uuid,
  tries integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  unique (account_id, author_id, client_message_id),
  foreign key (account_id, room_id) references rooms (account_id, id) on delete cascade,
  foreign key (account_id, contact_channel_id) references contact_channels (account_id, id) on delete cascade,
  foreign key (account_id, author_id) references users (account_id, id) on delete cascade,
  check (state <> 'WAITING' or due_at is not null)
);
create index scheduled_messages_due on scheduled_messages (due_at) where due_at is not null;
create index scheduled_messages_waiting on scheduled_messages (room_id, send_at, id) where state = 'WAITING';
create index scheduled_messages_unsent on scheduled_messages (room_id, author_id) where state in ('CANCELLED', 'FAILED') and not dismissed;
create index scheduled_messages_of_author on scheduled_messages (author_id, room_id)
  where state = 'WAITING' or (state in ('CANCELLED', 'FAILED') and not dismissed);
create index scheduled_messages_of_channel on scheduled_messages (contact_channel_id);
create index scheduled_messages_settled on scheduled_messages (settled_at) where settled_at is not null;

alter table scheduled_messages enable row level security;
create policy own_account on scheduled_messages to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);

-- Claim across accounts: what is due, of each room no more than the one whose time came first, so that nothing overtakes.
create function claim_scheduled(p_lease uuid, p_lease_seconds integer, p_limit integer) returns table (id uuid, account_id uuid)
language sql security definer set search_path = public, pg_temp as $$
  update scheduled_messages s
  set lease = p_lease, tries = s.tries + 1, due_at = clock_timestamp() + make_interval(secs => p_lease_seconds)
  where s.id = any (array(
    select d.id from scheduled_messages d
    -- By a look at the room of each, and not at all that wait anywhere.
    where d.due_at <= statement_timestamp() and (d.state <> 'WAITING' or d.id = (
      select e.id from scheduled_messages e where e.room_id = d.room_id and e.state = 'WAITING' order by e.send_at, e.id limit 1))
    order by d.due_at limit p_limit for update skip locked))
  returning s.id, s.account_id
$$;

alter table notifications
  drop constraint notifications_kind_check,
  add check (kind in ('HANDED_OVER', 'TAKEN_AWAY', 'GIVEN_TO_OTHER', 'PUT_INTO_QUEUE', 'RESOLVED_BY_OTHER', 'ADDED_TO_GROUP',
    'REMOVED_FROM_GROUP', 'NOT_DELIVERED', 'DELIVERY_UNKNOWN', 'WOKE_IN_TIME', 'WOKE_BY_CUSTOMER', 'WOKE_WHILE_AWAY', 'MENTIONED',
    'SCHEDULED_NOT_SENT', 'SCHEDULED_OVERTAKEN', 'SCHEDULED_CANCELLED'));

-- A customer's message cancels what was to be sent unless they wrote, by the statement that stores it. And what is sent by the clock says
-- nothing of what its author has seen. What waits or was sent under a key is not sent once more under it (verdict KEPT_FOR_LATER): both
-- come under the room's lock.
do $$
declare
  mended text := pg_get_functiondef('store_events(jsonb)'::regprocedure);
  before text;
  change text[];
begin
  foreach change slice 1 in array array[
    [E'    refusal := draft.refusal;\n',
      E'    refusal := draft.refusal;\n'
      || E'    if refusal is null and draft.body ->> ''origin'' = ''USER'' and draft.body ->> ''key'' not like ''later-%'' then\n'
      || E'      if exists (select from scheduled_messages s\n'
      || E'        where s.author_id = draft.sender and s.client_message_id = draft.body ->> ''key'' and s.state in (''WAITING'', ''SENT'')) then\n'
      || E'        refusal := ''KEPT_FOR_LATER'';\n'
      || E'      end if;\n'
      || E'    end if;\n'],
    ['  if cardinality(files_kept) > 0 then',
      E'  if p @? ''$[*].origin ? (@ == "CUSTOMER")'' then\n'
      || E'    update scheduled_messages s set state = ''CANCELLED'', reason = ''SCHEDULED_CUSTOMER_WROTE'', settled_at = moment, due_at = moment, tries = 0, lease = null\n'
      || E'    from unnest(rooms_on || now_in) t\n'
      || E'    where t.received_channel_type is not null and s.room_id = t.room_id and s.state = ''WAITING'' and s.unless_customer_writes;\n'
      || E'  end if;\n'
      || '  if cardinality(files_kept) > 0 then'],
    ['where f.d ->> ''origin'' = ''USER'' and f.d ->> ''kind'' = ''COMMUNICATION'' and f.d ? ''key''',
      'where f.d ->> ''origin'' = ''USER'' and f.d ->> ''kind'' = ''COMMUNICATION'' and f.d ->> ''key'' not like ''later-%''']
  ] loop
    before := mended;
    mended := replace(before, change[1], change[2]);
    if mended = before then raise exception 'store_events does not say as this migration expects: %', change[1]; end if;
  end loop;
  execute mended;
end $$;
