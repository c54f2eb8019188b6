-- By what a mail that comes in is known to answer one that is here: the Message-IDs of all e-mails of an account, in and out, and the signs in brackets
-- (`[#T-1042]`) that our own bear in their subjects. Written with the event, whoever stores it. A hash (SHA-256), since others make these ids as
-- long as they like.
create table mail_ids (
  account_id uuid not null,
  id_hash bytea not null,
  event_id uuid not null,
  primary key (account_id, id_hash, event_id),
  foreign key (account_id, event_id) references events (account_id, id) on delete cascade
);
create index mail_ids_of_event on mail_ids (account_id, event_id);
alter table mail_ids enable row level security;
create policy own_account on mail_ids to parley_app using (account_id = nullif(current_setting('app.account', true), '')::uuid);

create function ids_of_email(p_email jsonb, p_origin text) returns setof text
language sql immutable set search_path = public, pg_temp as $$
  select p_email ->> 'id' where p_email ->> 'id' like '<%>'
  union
  -- What a customer writes into a subject leads nobody anywhere.
  select '[#' || upper(s.sign[1]) || ']' from regexp_matches(p_email ->> 'subject', '\[#([A-Za-z0-9-]{2,60})\]', 'g') s(sign) where p_origin <> 'CUSTOMER'
$$;

create function keep_mail_ids() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into mail_ids (account_id, id_hash, event_id)
  select new.account_id, sha256(convert_to(i.id, 'UTF8')), new.id from ids_of_email(new.details -> 'email', new.origin_type) i(id)
  on conflict do nothing;
  return null;
end $$;
create trigger mail_ids_kept after insert on events for each row when (new.type = 'EMAIL') execute function keep_mail_ids();

insert into mail_ids (account_id, id_hash, event_id)
select e.account_id, sha256(convert_to(i.id, 'UTF8')), e.id
from events e cross join lateral ids_of_email(e.details -> 'email', e.origin_type) i(id) where e.type = 'EMAIL'
on conflict do nothing;

-- Conversations of which somebody is a further customer, and their e-mails.
create index participants_of_contact on participants (associated_id) where type = 'CUSTOMER';
create index events_of_email on events (conversation_id, id) where type = 'EMAIL';
