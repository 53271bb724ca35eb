create table products (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  handle text not null check (length(handle) between 1 and 100),
  title text not null check (length(title) between 1 and 255),
  description text not null,
  vendor text not null,
  type text not null,
  tags text[] not null,
  status text not null check (status in ('draft', 'active', 'archived')),
  -- On show from and until, when it is active; without them always.
  publish_at timestamptz,
  unpublish_at timestamptz,
  seo_title text,
  seo_description text,
  -- [{"name": "Size", "values": ["S", "M"]}]; a variant names one value of each, in this order.
  options jsonb not null,
  custom_fields jsonb not null,
  external_id text,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, handle),
  unique (environment_id, external_id)
);

create table variants (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  product_id text collate "C" not null,
  position integer not null,
  option_values text[] not null,
  -- May repeat, as in shops that sell one thing under two names.
  sku text,
  barcode text,
  cost bigint check (cost >= 0),
  cost_currency text,
  weight_grams integer check (weight_grams >= 0),
  requires_shipping boolean not null,
  external_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, product_id) references products on delete cascade,
  check ((cost is null) = (cost_currency is null))
);
create index variants_of_product on variants (environment_id, product_id, position);
create index variants_by_sku on variants (environment_id, sku) where sku is not null;

-- One price a currency. The shop's own currency has no place of its own: it may change.
create table variant_prices (
  environment_id uuid not null references environments,
  variant_id text collate "C" not null,
  currency text not null check (length(currency) = 3),
  amount bigint not null check (amount >= 0),
  compare_at bigint check (compare_at >= amount),
  primary key (environment_id, variant_id, currency),
  foreign key (environment_id, variant_id) references variants on delete cascade
);

create table product_images (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  product_id text collate "C" not null,
  position integer not null,
  url text not null,
  alt text not null,
  primary key (environment_id, id),
  foreign key (environment_id, product_id) references products on delete cascade
);
create index images_of_product on product_images (environment_id, product_id, position);

-- Handles that a product had before. They lead to the product itself, so there is no chain and no circle of them.
create table product_redirects (
  environment_id uuid not null references environments,
  handle text not null,
  product_id text collate "C" not null,
  created_at timestamptz not null,
  primary key (environment_id, handle),
  foreign key (environment_id, product_id) references products on delete cascade
);
create index redirects_of_product on product_redirects (environment_id, product_id);
