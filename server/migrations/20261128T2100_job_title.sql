-- People have the job title that somebody gave them; 'Agent' is what queues call those who stand in them (administration, section 3).
alter table users alter column job_title set default '';
