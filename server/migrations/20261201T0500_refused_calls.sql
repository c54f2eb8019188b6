-- Calls at an end's own address that did not prove to be its provider's: mostly a secret that was changed on one side alone.
alter table channel_health add column refused_calls integer not null default 0;
alter table channel_health add column last_refused_call_at timestamptz;
