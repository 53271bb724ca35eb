-- Replays of a period. Only numbered events are replayed, so whoever emits one does not write this index.
create index events_created_at_idx on events (environment_id, created_at) where position is not null;

-- Fulfillments in trouble have a ticket, too.
alter table payment_alerts drop constraint payment_alerts_kind_check;
alter table payment_alerts add constraint payment_alerts_kind_check
  check (kind in ('dispute', 'fraud_warning', 'refund_failed', 'shipment')) not valid;
alter table payment_alerts validate constraint payment_alerts_kind_check;
