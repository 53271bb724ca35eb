-- Which account a shop's key opens: a new key of the same one may come at any time, another account only when nothing is under way.
alter table payment_connections
  -- As Stripe names it; null where it does not tell.
  add column account text,
  -- Another with every change of the account or its mode: a checkout is written only in the one in which its payment was opened.
  add column era uuid not null default gen_random_uuid(),
  -- When Stripe was last heard, to the minute.
  add column heard_at timestamptz;

-- What still waits at a provider is few, of however many payments.
create index order_payments_authorized on order_payments (environment_id) where status = 'authorized';

-- Why the money was not captured, or not given up.
alter table payment_deeds add column failure text;
