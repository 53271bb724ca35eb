-- no transaction
-- What the retention of checkouts deletes. Completed ones are not in it: they are part of their order.
create index concurrently if not exists checkouts_unsuccessful_idx on checkouts (created_at)
  where outcome in ('declined', 'canceled', 'expired', 'refunded');
