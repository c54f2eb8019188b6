-- When the provider first had its chance and did not take it (was asked, or would have been had it not been left alone): what is put off waits for a
-- quarter of an hour from then, and no longer. Waiting behind others of the same customer, or for a turn of our own, is no such time.
alter table attempts add column waits_since timestamptz;
-- What is wrong with the line by what went wrong last; null where that was one message, or the pace.
alter table channel_health add column last_error_problem text check (last_error_problem in ('REFUSED', 'UNREACHABLE', 'MISCONFIGURED'));
