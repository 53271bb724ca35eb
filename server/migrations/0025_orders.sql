-- The last assigned order number. Taken in a transaction of its own, so that orders do not wait for each other; the
-- number of an order that fails stays unused.
create table order_counters (
  environment_id uuid primary key references environments,
  last integer not null
);

create table orders (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  number integer not null,
  -- Staff edit drafts; all other states follow from payments, fulfillments and returns (`orders/status.ts`).
  status text not null check (status in ('draft', 'open', 'archived', 'canceled')),
  payment_status text not null check (payment_status in
    ('pending', 'authorized', 'partially_paid', 'paid', 'partially_refunded', 'refunded', 'voided', 'disputed', 'charged_back')),
  fulfillment_status text not null check (fulfillment_status in ('unfulfilled', 'partially_fulfilled', 'fulfilled', 'not_required')),
  return_status text not null check (return_status in ('none', 'requested', 'in_progress', 'returned')),
  currency text not null check (length(currency) = 3),
  -- The amount due when the order was placed; it never changes.
  total bigint not null check (total >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  email text,
  customer_id text collate "C",
  source text not null,
  -- Names, addresses, totals, taxes, promotions and shipping when the order was placed (`OrderSnapshot` in `orders/schemas.ts`).
  contents json not null,
  tags text[] not null default '{}',
  staff_note text,
  -- Lowercase number, email, names, SKUs and titles, for search.
  search text not null,
  version integer not null,
  placed_at timestamptz not null,
  canceled_at timestamptz,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, number)
);
create index orders_placed_at_idx on orders (environment_id, placed_at desc, id desc);
create index orders_email_idx on orders (environment_id, lower(email));
create index orders_customer_id_idx on orders (environment_id, customer_id, placed_at desc, id desc)
  where customer_id is not null;
create index orders_search_idx on orders using gin (environment_id, search gin_trgm_ops);
-- The order's id in the shop that it was imported from: importing it again does not create a second order.
create unique index orders_external_id_idx on orders (environment_id, (contents ->> 'externalId'))
  where contents ->> 'externalId' is not null;

create table order_items (
  environment_id uuid not null references environments,
  order_id text collate "C" not null,
  id text collate "C" not null,
  position integer not null,
  variant_id text collate "C",
  product_id text collate "C",
  -- `ordered` never changes; `current` is less the units removed before fulfillment.
  ordered integer not null check (ordered > 0),
  current integer not null check (current >= 0 and current <= ordered),
  -- Always the sum of the fulfillments that are not canceled.
  fulfilled integer not null default 0 check (fulfilled >= 0),
  -- Always the sum of `received` in the returns.
  returned integer not null default 0 check (returned >= 0 and returned <= fulfilled),
  refunded integer not null default 0 check (refunded >= 0 and refunded <= ordered),
  requires_shipping boolean not null,
  -- Charged for all units, with discounts and taxes.
  total bigint not null check (total >= 0),
  -- Title, SKU, options, image, prices and taxes when the order was placed.
  details json not null,
  primary key (environment_id, order_id, id),
  foreign key (environment_id, order_id) references orders,
  check (fulfilled <= current + refunded)
);
create index order_items_variant_id_idx on order_items (environment_id, variant_id);

create table order_cancellations (
  environment_id uuid not null references environments,
  order_id text collate "C" not null,
  reason text not null check (reason in ('customer', 'fraud', 'inventory', 'declined', 'other')),
  staff_note text,
  -- Identifies a retry of the same request.
  request_key text collate "C",
  created_at timestamptz not null,
  primary key (environment_id, order_id),
  foreign key (environment_id, order_id) references orders
);

create table order_payments (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  order_id text collate "C" not null,
  kind text not null check (kind in ('provider', 'gift_card', 'points', 'external')),
  provider text,
  -- The provider's id of the payment, the gift card, or the order whose returned items pay for this one.
  ref text collate "C",
  status text not null check (status in ('authorized', 'paid', 'voided')),
  currency text not null,
  amount bigint not null check (amount > 0),
  captured bigint not null check (captured >= 0 and captured <= amount),
  refunded bigint not null default 0 check (refunded >= 0 and refunded <= captured),
  -- Such as the brand and the last digits of the card.
  details json not null,
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, order_id) references orders
);
create index order_payments_order_id_idx on order_payments (environment_id, order_id);
-- A provider's payment pays for one order.
create unique index order_payments_provider_ref_idx on order_payments (environment_id, provider, ref) where kind = 'provider';
-- Exchanges of an order.
create index order_payments_external_ref_idx on order_payments (environment_id, ref) where kind = 'external';
-- Few payments are still open at the provider.
create index order_payments_authorized_idx on order_payments (environment_id) where status = 'authorized';

-- Refunds and payment operations are written before the provider is called, and record the result. Their id is the
-- idempotency key of that call, so that repeating it moves no money twice.
create table order_refunds (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  order_id text collate "C" not null,
  status text not null check (status in ('pending', 'completed', 'failed')),
  currency text not null,
  amount bigint not null check (amount >= 0),
  -- The parts of the amount that were charged for shipping and for items (`orders/refunds/plan-refund.ts`).
  shipping bigint not null check (shipping >= 0),
  items json not null,
  -- The payments that it returns to, with their amounts.
  tenders json not null,
  reason text,
  staff_note text,
  actor text not null,
  -- Identifies a retry of the same request.
  request_key text collate "C",
  -- When to ask the provider for the result.
  check_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, order_id) references orders
);
create index order_refunds_order_id_idx on order_refunds (environment_id, order_id, id);
create index order_refunds_check_at_idx on order_refunds (check_at) where status = 'pending';

-- Captures and voids of authorized payments.
create table payment_operations (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  order_id text collate "C" not null,
  payment_id text collate "C" not null,
  kind text not null check (kind in ('capture', 'void')),
  status text not null check (status in ('pending', 'completed', 'failed')),
  amount bigint not null check (amount > 0),
  failure text,
  actor text not null,
  request_key text collate "C",
  check_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, order_id) references orders,
  foreign key (environment_id, payment_id) references order_payments
);
create index payment_operations_order_id_idx on payment_operations (environment_id, order_id, id);
-- One operation at a time.
create unique index payment_operations_payment_id_idx on payment_operations (environment_id, payment_id)
  where status = 'pending';
create index payment_operations_check_at_idx on payment_operations (check_at) where status = 'pending';

create table fulfillments (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  order_id text collate "C" not null,
  status text not null check (status in ('shipped', 'delivered', 'canceled')),
  -- Items and quantities; never changes.
  items json not null,
  tracking json,
  -- Informational: stock was taken when the order was placed.
  location_id text collate "C",
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (environment_id, id),
  foreign key (environment_id, order_id) references orders
);
create index fulfillments_order_id_idx on fulfillments (environment_id, order_id, id);

create table returns (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  order_id text collate "C" not null,
  status text not null check (status in ('requested', 'approved', 'rejected', 'received', 'closed')),
  staff_note text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, order_id) references orders
);
create index returns_order_id_idx on returns (environment_id, order_id, id);

create table return_items (
  environment_id uuid not null references environments,
  return_id text collate "C" not null,
  item_id text collate "C" not null,
  position integer not null,
  quantity integer not null check (quantity > 0),
  received integer not null default 0 check (received >= 0 and received <= quantity),
  restocked integer not null default 0 check (restocked >= 0 and restocked <= received),
  reason text,
  primary key (environment_id, return_id, item_id),
  foreign key (environment_id, return_id) references returns
);

-- The latest status of each dispute, from its events. A decided dispute stays decided: late events do not reopen it.
create view order_disputes as
select distinct on (environment_id, order_id, data ->> 'disputeId')
  environment_id, order_id, data ->> 'disputeId' as id, data ->> 'providerPaymentId' as ref, data ->> 'status' as status,
  data -> 'amount' as amount, events.id as event_id
from events
where type = 'payment.disputed' and order_id is not null
order by environment_id, order_id, data ->> 'disputeId',
  data ->> 'status' in ('lost', 'won', 'warning_closed', 'prevented') desc, events.id desc;

-- Complete orders, as `orders/queries.ts` reads them.
create view order_details as
select environment_id, id, number, status, payment_status, fulfillment_status, return_status, currency, total, refunded, email,
  customer_id, source, contents, tags, staff_note, search, version, placed_at, canceled_at, updated_at,
  (
    select json_agg(json_build_object('id', item.id, 'variantId', variant_id, 'productId', product_id, 'ordered', ordered,
      'current', current, 'fulfilled', fulfilled, 'returned', returned, 'refunded', item.refunded,
      'requiresShipping', requires_shipping, 'total', item.total, 'details', details) order by position)
    from order_items as item
    where item.environment_id = orders.environment_id and item.order_id = orders.id
  ) as items,
  coalesce((
    select json_agg(json_build_object('id', payment.id, 'kind', kind, 'provider', provider, 'ref', ref,
      'status', payment.status, 'amount', amount, 'captured', captured, 'refunded', payment.refunded, 'details', details,
      'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by payment.id)
    from order_payments as payment
    where payment.environment_id = orders.environment_id and payment.order_id = orders.id
  ), '[]') as payments,
  coalesce((
    select json_agg(json_build_object('id', dispute.id, 'ref', ref, 'status', dispute.status, 'amount', amount)
      order by dispute.id)
    from order_disputes as dispute
    where dispute.environment_id = orders.environment_id and dispute.order_id = orders.id
  ), '[]') as disputes,
  coalesce((
    select json_agg(json_build_object('status', refund.status, 'items', items, 'tenders', tenders) order by refund.id)
    from order_refunds as refund
    where refund.environment_id = orders.environment_id and refund.order_id = orders.id
  ), '[]') as refunds
from orders;

-- Complete returns, with the order that an exchange created and what is left of its credit.
create view return_details as
select environment_id, id, order_id, status, staff_note, created_at, updated_at,
  (
    select json_agg(json_build_object('itemId', item_id, 'quantity', quantity, 'received', received, 'restocked', restocked,
      'reason', reason) order by position)
    from return_items as item
    where item.environment_id = returns.environment_id and item.return_id = returns.id
  ) as items,
  (
    select json_build_object('orderId', exchange_order.id, 'number', exchange_order.number, 'credit', json_build_object('currency', exchange_order.currency,
      'amount', (
        select coalesce(sum(captured - payment.refunded), 0) from order_payments as payment
        where payment.environment_id = returns.environment_id and payment.order_id = exchange_order.id and kind = 'external'
          and ref = returns.order_id and details ->> 'exchangeOf' is not null
      )))
    from events as event
    join orders as exchange_order on exchange_order.environment_id = event.environment_id and exchange_order.id = event.data ->> 'newOrderId'
    where event.environment_id = returns.environment_id and event.order_id = returns.order_id
      and event.type = 'order.exchanged' and event.data ->> 'returnId' = returns.id
    limit 1
  ) as exchange
from returns;
