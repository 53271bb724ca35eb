-- The order in which readers of the feed see events. Assigned after the commit (`events/sequence.ts`), so that whoever has
-- read a position has seen everything below it.
alter table events add column position bigint;
create unique index events_position_idx on events (environment_id, position) where position is not null;
-- Readers of a few types.
create index events_type_position_idx on events (environment_id, type, position) where position is not null;
create index events_unsequenced_idx on events (environment_id, id) where position is null;

-- The last position assigned. Whoever assigns positions locks the row; who writes events does not.
create table event_feeds (
  environment_id uuid not null references environments,
  last_position bigint not null,
  primary key (environment_id)
);
