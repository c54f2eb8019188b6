-- The name of its room at that moment: whoever has lost sight of a room since must not hear its later names.
alter table notifications add column room_name text not null default '';
update notifications n set room_name = coalesce(r.name, (
  select concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')) from contacts c where c.id = r.contact_id), '')
from rooms r where r.id = n.room_id;
