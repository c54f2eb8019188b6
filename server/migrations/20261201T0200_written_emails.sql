-- What an agent writes of an e-mail that is sent later: whom it goes to, its subject, its looks, what it answers.
alter table scheduled_messages add column email jsonb;

-- What is passed on goes along as it is kept: a file may belong to several e-mails.
alter table event_files drop constraint event_files_pkey, add primary key (account_id, file_id, event_id);
