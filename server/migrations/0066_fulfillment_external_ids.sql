-- Of the shop that a fulfillment was imported from.
alter table fulfillments add column external_id text collate "C";
create unique index fulfillments_external_id_idx on fulfillments (environment_id, external_id) where external_id is not null;
