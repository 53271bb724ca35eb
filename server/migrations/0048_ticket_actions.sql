-- What staff did for the customer of a ticket. The refund, points and so on are in their own tables; `details` has their
-- IDs and amounts, so that a ticket shows them without reading five tables.
create table ticket_actions (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  ticket_id text collate "C" not null,
  type text not null,
  order_id text collate "C",
  details json not null,
  actor text not null,
  request_key text,
  created_at timestamptz not null,
  primary key (environment_id, id)
);
create index ticket_actions_ticket_id_idx on ticket_actions (environment_id, ticket_id, id);
-- A retried request finds what it did.
create unique index ticket_actions_request_key_idx on ticket_actions (environment_id, ticket_id, request_key)
  where request_key is not null;

-- Reports read what was created, resolved or sent in a range of days.
create index tickets_created_at_idx on tickets (environment_id, created_at);
create index tickets_resolved_at_idx on tickets (environment_id, resolved_at) where resolved_at is not null;
create index ticket_messages_replies_idx on ticket_messages (environment_id, created_at) where kind = 'reply';

create index csat_surveys_rated_at_idx on csat_surveys (environment_id, rated_at) where rated_at is not null;

-- How much working time had passed at this time, in seconds. Business hours are spans in their order: when each starts
-- and ends, and the working time before it.
create function working_seconds(at timestamptz, starts float8[], ends float8[], totals float8[]) returns float8
language sql stable strict parallel safe
return (
  select case
    when span = 0 then 0
    else totals[span] + least(extract(epoch from at)::float8, ends[span]) - starts[span]
  end
  from width_bucket(extract(epoch from at)::float8, starts) as span
);
