-- What the carrier last reported. Null until it reports anything.
alter table fulfillments add column tracking_status text;
alter table fulfillments add column estimated_delivery_at timestamptz;
-- New rows only: checking the old ones, which have no status, would lock the table.
alter table fulfillments add constraint fulfillments_tracking_status_check check (tracking_status in ('label_created',
  'in_transit', 'out_for_delivery', 'available_for_pickup', 'attempt_failed', 'delivered', 'exception', 'returning',
  'returned', 'expired', 'canceled')) not valid;
-- Carriers know a shipment only by its number, which people write with spaces and dashes.
create index fulfillments_tracking_number_idx on fulfillments
  (environment_id, upper(regexp_replace(tracking ->> 'number', '[^A-Za-z0-9]', '', 'g'))) where tracking is not null;

-- Everything that carriers reported. Rows are only added: the status of a fulfillment follows from all of them.
create table tracking_events (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  order_id text collate "C" not null,
  fulfillment_id text collate "C" not null,
  source text not null check (source in ('easypost', 'shippo', 'aftership')),
  -- Uppercase, without spaces and dashes. A fulfillment may get another one, about which this says nothing.
  tracking_number text,
  status text not null,
  message text,
  location text,
  occurred_at timestamptz not null,
  -- A hash of all that was reported: providers send the whole history each time.
  fingerprint text collate "C" not null,
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, fulfillment_id) references fulfillments
);
create unique index tracking_events_fingerprint_idx on tracking_events (environment_id, fulfillment_id, fingerprint);
create index tracking_events_order_id_idx on tracking_events (environment_id, order_id);

-- Also when a shipment is out for delivery, delivered or in trouble.
alter table email_templates drop constraint email_templates_kind_check;
alter table email_templates add check (kind in ('order_confirmation', 'order_shipped', 'shipment_update', 'order_refunded', 'gift_card', 'login_code', 'chat_code'));
alter table emails drop constraint emails_kind_check;
alter table emails add check (kind in ('order_confirmation', 'order_shipped', 'shipment_update', 'order_refunded', 'gift_card', 'login_code', 'chat_code'));
