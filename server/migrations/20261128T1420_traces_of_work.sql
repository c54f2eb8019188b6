-- Where waiting work came from (W3C Trace Context), so that whoever takes it up, perhaps another process, goes on with its trace.
alter table raw_inbound add column traceparent text;
alter table attempts add column traceparent text;
