-- Whom a trouble of a service names: once an end is called so, the message can be given to it.
alter table carrier_service_troubles add column named text not null default '';
-- Newest first, of one service.
create index carrier_service_troubles_of_service on carrier_service_troubles (service_id, id);
