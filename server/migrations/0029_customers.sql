-- People who bought, wrote or signed up. What identifies a person is in the tables of this module, so that an erasure
-- knows where to look.
create table customers (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  name text,
  company text,
  locale text,
  tags text[] not null,
  custom_fields json not null,
  -- The latest consent of each channel; null if there is none.
  email_marketing text,
  sms_marketing text,
  phone_marketing text,
  -- Lowercase name, company, emails, phones and external ids, for search.
  search text not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);
create index customers_search_idx on customers using gin (environment_id, search gin_trgm_ops);
create index customers_email_marketing_idx on customers (environment_id, email_marketing, id desc);
create index customers_tags_idx on customers using gin (environment_id, tags);

-- In lowercase. An email address belongs to one customer.
create table customer_emails (
  environment_id uuid not null references environments,
  address text collate "C" not null,
  customer_id text collate "C" not null,
  -- The first one is the primary one.
  position integer not null,
  verified_at timestamptz,
  primary key (environment_id, address),
  foreign key (environment_id, customer_id) references customers on delete cascade
);
create index customer_emails_customer_id_idx on customer_emails (environment_id, customer_id);

-- In E.164. Households share a phone until one of them verifies it.
create table customer_phones (
  environment_id uuid not null references environments,
  number text collate "C" not null,
  customer_id text collate "C" not null,
  position integer not null,
  verified_at timestamptz,
  primary key (environment_id, customer_id, number),
  foreign key (environment_id, customer_id) references customers on delete cascade
);
create index customer_phones_number_idx on customer_phones (environment_id, number);
create unique index customer_phones_verified_idx on customer_phones (environment_id, number) where verified_at is not null;

create table customer_addresses (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  customer_id text collate "C" not null,
  -- The first one is the default.
  position integer not null,
  address json not null,
  primary key (environment_id, id),
  foreign key (environment_id, customer_id) references customers on delete cascade
);
create index customer_addresses_customer_id_idx on customer_addresses (environment_id, customer_id);

-- The customer's id in other systems.
create table customer_external_ids (
  environment_id uuid not null references environments,
  source text collate "C" not null,
  external_id text collate "C" not null,
  customer_id text collate "C" not null,
  primary key (environment_id, source, external_id),
  foreign key (environment_id, customer_id) references customers on delete cascade
);
create index customer_external_ids_customer_id_idx on customer_external_ids (environment_id, customer_id);

-- Append-only: the latest entry of a channel is the customer's choice, the others prove how it came about.
create table customer_consents (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  customer_id text collate "C" not null,
  channel text not null check (channel in ('email', 'sms', 'phone')),
  state text not null check (state in ('subscribed', 'unsubscribed', 'pending')),
  -- What the customer read when they decided.
  shown_text text,
  source text not null,
  actor text not null,
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, customer_id) references customers on delete cascade
);
create index customer_consents_customer_id_idx on customer_consents (environment_id, customer_id, channel, id desc);

create table customer_notes (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  customer_id text collate "C" not null,
  body text not null,
  author text not null,
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, customer_id) references customers on delete cascade
);
create index customer_notes_customer_id_idx on customer_notes (environment_id, customer_id, id desc);

-- What a customer's orders add up to: those that are neither drafts nor canceled, less refunds. Written in the transactions
-- of the orders. Every customer has a row in the shop's currency, so that lists can be sorted by it. All numbers are
-- `bigint`, times in milliseconds: one statement sorts by any of them.
create table customer_totals (
  environment_id uuid not null references environments,
  customer_id text collate "C" not null,
  currency text not null check (length(currency) = 3),
  orders bigint not null,
  spent bigint not null,
  -- 0: no order.
  first_order_ms bigint not null,
  last_order_ms bigint not null,
  primary key (environment_id, customer_id, currency)
);
create index customer_totals_spent_idx on customer_totals (environment_id, currency, spent desc, customer_id desc);
create index customer_totals_orders_idx on customer_totals (environment_id, currency, orders desc, customer_id desc);
create index customer_totals_last_order_ms_idx on customer_totals (environment_id, currency, last_order_ms desc, customer_id desc);

-- Complete customers, as `customers/queries.ts` reads them.
create view customer_details as
select environment_id, id, name, company, locale, tags, custom_fields, email_marketing, search, version, created_at, updated_at,
  coalesce((
    select json_agg(json_build_object('address', address, 'verified', verified_at is not null) order by position)
    from customer_emails as email
    where email.environment_id = customers.environment_id and email.customer_id = customers.id
  ), '[]') as emails,
  coalesce((
    select json_agg(json_build_object('number', number, 'verified', verified_at is not null) order by position)
    from customer_phones as phone
    where phone.environment_id = customers.environment_id and phone.customer_id = customers.id
  ), '[]') as phones,
  coalesce((
    select json_agg(json_build_object('id', place.id, 'address', address) order by position)
    from customer_addresses as place
    where place.environment_id = customers.environment_id and place.customer_id = customers.id
  ), '[]') as addresses,
  coalesce((
    select json_agg(json_build_object('source', source, 'id', external_id) order by source, external_id)
    from customer_external_ids as external
    where external.environment_id = customers.environment_id and external.customer_id = customers.id
  ), '[]') as external_ids,
  json_build_object('email', email_marketing, 'sms', sms_marketing, 'phone', phone_marketing) as marketing,
  coalesce((
    select json_agg(json_build_object(
      'orders', orders,
      'spent', json_build_object('amount', spent, 'currency', totals.currency),
      'averageOrder', json_build_object(
        'amount', case when orders > 0 then round(spent::numeric / orders) else 0 end, 'currency', totals.currency
      ),
      'firstOrderAt', case when orders > 0 then
        to_char(to_timestamp(first_order_ms / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end,
      'lastOrderAt', case when orders > 0 then
        to_char(to_timestamp(last_order_ms / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end
    ) order by orders desc, totals.currency)
    from customer_totals as totals
    where totals.environment_id = customers.environment_id and totals.customer_id = customers.id
  ), '[]') as statistics
from customers;
