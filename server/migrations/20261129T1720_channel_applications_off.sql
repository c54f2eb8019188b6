-- Our end of a channel can be switched off: no conversation starts on it, and nothing is sent over it, until it is on again.
alter table channel_applications add column active boolean not null default true;
