-- Mails that became nothing, for whoever looks after a mailbox.
create index mails_ignored on mails (account_id, channel_application_id, id) where state = 'IGNORED';
