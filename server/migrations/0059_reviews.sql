-- Reviews as they last were at the provider that collected them, or as the API received them.
create table reviews (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  source text not null check (source in ('judgeme', 'yotpo', 'okendo', 'trustpilot', 'api')),
  external_id text collate "C" not null,
  -- Null for a review of the shop, and while we don't have the product.
  product_id text collate "C",
  -- How the provider names the product: by its ID in the shop system, its handle or its SKU.
  product_external_id text collate "C",
  product_handle text,
  product_sku text,
  -- Null only if the provider deleted the review before we ever saw it.
  rating smallint check (rating between 1 and 5),
  title text not null,
  body text not null,
  author_name text,
  -- The author, as in carts: a keyed hash of their email, or of the customer who placed the reviewed order.
  customer_key text collate "C",
  verified boolean not null,
  status text not null check (status in ('published', 'hidden', 'deleted')),
  -- Grows with every change at the provider: a lower one comes late and is ignored.
  source_version bigint not null,
  -- A bad review opens one ticket, however often it changes.
  ticket_id text collate "C",
  -- The author's data was erased: the provider's text must not come back.
  erased_at timestamptz,
  -- When it was written.
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, product_id) references products on delete set null (product_id),
  check (rating is not null or status = 'deleted')
);
create unique index reviews_external_id_idx on reviews (environment_id, source, external_id);
create index reviews_product_id_idx on reviews (environment_id, product_id, id desc);
create index reviews_customer_key_idx on reviews (environment_id, customer_key) where customer_key is not null;
-- Those that wait for their product.
create index reviews_unmatched_idx on reviews (environment_id, id) where product_id is null
  and (product_external_id is not null or product_handle is not null or product_sku is not null);

-- Of the published reviews, written with them.
create table product_ratings (
  environment_id uuid not null references environments,
  product_id text collate "C" not null,
  rating_count integer not null check (rating_count >= 0),
  rating_sum integer not null check (rating_sum >= 0),
  primary key (environment_id, product_id),
  foreign key (environment_id, product_id) references products on delete cascade
);

-- Without a row, one or two stars open a ticket.
create table review_settings (
  environment_id uuid primary key references environments,
  ticket_max_rating smallint not null check (ticket_max_rating between 0 and 5),
  updated_at timestamptz not null
);
