-- What events tell beside words and one file: when they began, an e-mail, a call (communications, section 3). How an e-mail looks is kept
-- apart: it weighs a hundred times what it says, and is read by whoever opens it alone.
alter table events add column details jsonb;
alter table rooms add column last_received jsonb;

create table email_bodies (
  account_id uuid not null,
  event_id uuid not null,
  html text not null,
  primary key (account_id, event_id),
  foreign key (account_id, event_id) references events (account_id, id) on delete cascade
);
alter table email_bodies enable row level security;
create policy own_account on email_bodies to parley_app
  using (account_id = nullif(current_setting('app.account', true), '')::uuid);

-- Files of events that have several: attachments and pictures of e-mails, recordings of calls.
create table event_files (
  account_id uuid not null,
  file_id uuid not null,
  event_id uuid not null,
  primary key (account_id, file_id),
  foreign key (account_id, event_id) references events (account_id, id) on delete cascade,
  foreign key (account_id, file_id) references files (account_id, id)
);
create index event_files_of_event on event_files (account_id, event_id);
alter table event_files enable row level security;
create policy own_account on event_files to parley_app
  using (account_id = nullif(current_setting('app.account', true), '')::uuid);

-- store_events keeps them with the event, says with it how the channel is called and which number it came from, and writes what a room
-- received last.
alter type judged_draft add attribute application_name text, add attribute phone_number text;
alter type room_advance add attribute last_received integer;
do $$
declare
  mended text := pg_get_functiondef('store_events(jsonb)'::regprocedure);
  before text;
  change text[];
begin
  foreach change slice 1 in array array[
    ['draft.wakes)::judged_draft', 'draft.wakes, draft.application_name, draft.phone_number)::judged_draft'],
    ['ch.channel_seq, ch.channel_type, ch.channel_application_id,',
      'ch.channel_seq, ch.channel_type, ch.channel_application_id, ch.application_name, ch.phone_number,'],
    ['select ch.id, ch.channel_seq, ch.type channel_type, ch.channel_application_id from contact_channels ch',
      'select ch.id, ch.channel_seq, ch.type channel_type, ch.channel_application_id, '
      || 'case when ch.type in (''VIBER'', ''WHATSAPP'', ''SMS'', ''PHONE'') then ch.address end phone_number, '
      || '(select ca.name from channel_applications ca where ca.id = ch.channel_application_id limit 1) application_name from contact_channels ch'],
    ['draft.public_count, draft.private_count, null, null, null, null);', 'draft.public_count, draft.private_count, null, null, null, null, null);'],
    ['now_in.received_channel_type := draft.received_on;',
      E'now_in.received_channel_type := draft.received_on;\n      now_in.last_received := draft.ord;'],
    ['client_message_id, created_at, file_id, assignment, quotes)', 'client_message_id, created_at, file_id, assignment, quotes, details)'],
    ['(f.d #>> ''{message,quote,eventId}'')::uuid', '(f.d #>> ''{message,quote,eventId}'')::uuid, f.d -> ''details'''],
    ['last_received_channel_type = coalesce(t.received_channel_type, r.last_received_channel_type)',
      E'last_received_channel_type = coalesce(t.received_channel_type, r.last_received_channel_type),\n'
      || '    last_received = case when t.got is null then r.last_received else jsonb_build_object(''id'', t.got -> ''id'', ''type'', t.got -> ''type'', '
      || '''text'', left(t.got -> ''message'' ->> ''text'', 200)) end'],
    ['from (select p -> t.last_message d, t.*', 'from (select p -> t.last_message d, p -> t.last_received got, t.*'],
    ['  if cardinality(files_kept) > 0 then',
      E'  if p @? ''$[*].html'' then\n'
      || E'    insert into email_bodies (account_id, event_id, html)\n'
      || E'    select f.account_id, (f.d ->> ''id'')::uuid, f.d ->> ''html''\n'
      || E'    from (select p -> f.ord d, f.account_id from unnest(fresh) f offset 0) f where f.d ? ''html'';\n'
      || E'  end if;\n'
      || E'  if p @? ''$[*].files'' then\n'
      || E'    insert into event_files (account_id, event_id, file_id)\n'
      || E'    select f.account_id, (f.d ->> ''id'')::uuid, x.id::uuid\n'
      || E'    from (select p -> f.ord d, f.account_id from unnest(fresh) f offset 0) f cross join lateral jsonb_array_elements_text(f.d -> ''files'') x(id);\n'
      || E'    update files f set state = ''KEPT'' where f.id = any (array(select x.id::uuid\n'
      || E'      from (select p -> f.ord d from unnest(fresh) f offset 0) t cross join lateral jsonb_array_elements_text(t.d -> ''files'') x(id)));\n'
      || E'  end if;\n'
      || '  if cardinality(files_kept) > 0 then']
  ] loop
    before := mended;
    mended := replace(before, change[1], change[2]);
    if mended = before then raise exception 'store_events does not say as this migration expects: %', change[1]; end if;
  end loop;
  execute mended;
end $$;

update rooms r set last_received = (
  select jsonb_build_object('id', e.id, 'type', e.type, 'text', left(e.message ->> 'text', 200))
  from events e where e.room_id = r.id and e.kind = 'COMMUNICATION' and e.origin_type = 'CUSTOMER' order by e.seq desc limit 1)
where r.last_received_at is not null;
