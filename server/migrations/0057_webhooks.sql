-- Where a shop receives its events. Each endpoint reads the feed of events by itself, from `position` on, so an event is
-- not copied once per endpoint.
create table webhook_endpoints (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  -- The format of the requests: `standard` (Standard Webhooks), or `acp` for the agent of the Agentic Commerce Protocol.
  kind text not null,
  url text not null,
  description text not null,
  -- Types of events, or '*' for all.
  events text[] not null,
  is_active boolean not null,
  -- Why it was deactivated automatically: `failing` or `gone`.
  disabled_reason text,
  sealed_secret text not null,
  -- Signs as well until `previous_secret_until`, so that receivers can change over.
  sealed_previous_secret text,
  previous_secret_until timestamptz,
  -- Events before it are not sent: it was created or activated then.
  starts_at timestamptz not null,
  -- Of the last event whose first attempt is done.
  position bigint not null,
  -- Attempts that failed since the last success, and the time of the first of them.
  failure_count integer not null,
  failing_since timestamptz,
  -- Nothing is sent before: it failed too often in a row, or asked for a pause (`Retry-After`).
  paused_until timestamptz,
  -- The process that sends to it. When the lease ends, another one may take over.
  lease_owner uuid,
  lease_until timestamptz,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);
create unique index webhook_endpoints_acp_idx on webhook_endpoints (environment_id) where kind = 'acp';

-- Attempts to send an event to an endpoint. The row is written after the first attempt, or by a replay.
create table webhook_deliveries (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  -- No foreign key: the log outlives the endpoint.
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text not null,
  -- Null for a test event, which is sent to one endpoint only.
  position bigint,
  status text not null check (status in ('pending', 'delivered', 'failed', 'canceled')),
  -- Failed attempts since the first one or the last replay: the step of the retry schedule.
  failures integer not null,
  next_attempt_at timestamptz,
  -- `Attempt[]` of `modules/webhooks/schemas.ts`, oldest first.
  attempts jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);
create unique index webhook_deliveries_event_id_idx on webhook_deliveries (environment_id, event_id, endpoint_id);
create index webhook_deliveries_endpoint_id_idx on webhook_deliveries (environment_id, endpoint_id, id);
create index webhook_deliveries_due_idx on webhook_deliveries (environment_id, endpoint_id, next_attempt_at, position)
  where status = 'pending';
create index webhook_deliveries_created_at_idx on webhook_deliveries (created_at);

-- Agents are endpoints now. Their secrets stay as they are sealed.
insert into webhook_endpoints (environment_id, id, kind, url, description, events, is_active, sealed_secret, starts_at,
  position, failure_count, version, created_at, updated_at)
select environment_id, 'whe_' || left(md5(environment_id::text), 26), 'acp', url, '',
  array['order.created', 'order.updated', 'order.canceled', 'order.captured', 'order.refunded', 'order.refund_failed',
    'order.fulfilled', 'order.fulfillment_updated', 'order.fulfillment_canceled', 'order.delivered',
    'order.payment_recorded', 'order.exchanged', 'order.return_requested', 'order.return_approved',
    'order.return_rejected', 'order.return_received', 'order.return_closed', 'payment.disputed'],
  true, sealed_secret, now(), 0, 0, 1, updated_at, updated_at
from agent_webhooks;
drop table agent_webhooks;
