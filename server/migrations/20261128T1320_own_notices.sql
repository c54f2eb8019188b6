-- Which events ring, and how, as somebody chose it in their profile; what is missing is as it is for everybody.
alter table users add column notices jsonb not null default '{}';
