-- By SMS and e-mail a message for later may be written while there is no conversation: at its time it begins one, held by its author. One that was
-- written into a conversation does not begin another when that has ended.
alter table scheduled_messages add column starts boolean not null default false;
