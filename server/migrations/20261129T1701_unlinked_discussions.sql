-- A chat of colleagues may stand beside a customer's room no longer. Who linked the two, who ended that, and when stays.
alter table discussions
  add column ended_by uuid,
  add column ended_at timestamptz,
  add foreign key (account_id, ended_by) references users (account_id, id),
  add check ((ended_by is null) = (ended_at is null));
