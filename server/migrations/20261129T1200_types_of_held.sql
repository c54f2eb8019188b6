-- Of which types the channels of a conversation are, beside it: whoever gives out weighs everything that every agent holds, and followed each
-- channel of each of it to its type. A conversation loses none of its channels before it is resolved, after which nothing weighs it.

alter table conversations add column channel_types text[] not null default '{}';

create function note_channel_types() returns trigger language plpgsql as $$
begin
  update conversations c set channel_types = now.types
  from (
    select cc.conversation_id as id, array_agg(distinct ch.type order by ch.type) as types
    from conversation_channels cc join contact_channels ch on ch.id = cc.contact_channel_id
    where cc.conversation_id in (select conversation_id from added) group by cc.conversation_id) now
  where c.id = now.id and c.channel_types <> now.types;
  return null;
end $$;
create trigger note_channel_types after insert on conversation_channels referencing new table as added
  for each statement execute function note_channel_types();

update conversations c set channel_types = now.types
from (
  select cc.conversation_id as id, array_agg(distinct ch.type order by ch.type) as types
  from conversation_channels cc join contact_channels ch on ch.id = cc.contact_channel_id group by cc.conversation_id) now
where c.id = now.id and c.state <> 'RESOLVED';

-- A conversation that is given changes its own row and its room's several times in one transaction: room for the next version beside the last.
alter table conversations set (fillfactor = 70);
alter table rooms set (fillfactor = 70);
