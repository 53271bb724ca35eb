-- When each dispute itself is due: its ticket may have another date, of another dispute or of staff.
alter table payment_alerts add column due_at timestamptz;
create index payment_alerts_ticket_id_idx on payment_alerts (environment_id, ticket_id) where due_at is not null;
