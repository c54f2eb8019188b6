-- How somebody works, as they chose it in their profile.
alter table users add column enter_sends boolean not null default true;
