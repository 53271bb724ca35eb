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
  -- An active product is visible between these times; null means no bound.
  publish_at timestamptz,
  unpublish_at timestamptz,
  seo_title text,
  seo_description text,
  -- [{"name": "Size", "values": ["S", "M"]}]; a variant has one value of each, in this order.
  options jsonb not null,
  -- `none` is never taxed.
  tax_class text not null default 'standard' check (tax_class ~ '^[a-z0-9-]{1,50}$'),
  -- Sold like any product, but money in another form: neither discounted nor taxed.
  gift_card boolean not null default false,
  custom_fields jsonb not null,
  external_id text collate "C",
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
  -- Unique only where the shop asks for it (`environments.unique_skus`).
  sku text,
  barcode text,
  cost bigint check (cost >= 0),
  cost_currency text,
  weight_grams integer check (weight_grams >= 0),
  requires_shipping boolean not null,
  -- By default a variant that was never stocked cannot be sold.
  track_stock boolean not null default true,
  inventory_policy text not null default 'deny' check (inventory_policy in ('deny', 'continue')),
  -- Null: the shop's limit.
  max_quantity_per_order integer check (max_quantity_per_order > 0),
  external_id text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, product_id) references products on delete cascade,
  check ((cost is null) = (cost_currency is null))
);
create index variants_product_id_idx on variants (environment_id, product_id, position);
create index variants_sku_idx on variants (environment_id, sku) where sku is not null;

-- One row per currency. The shop's default currency is not special: it may change.
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
  -- Set for an uploaded file. The reference prevents its deletion, and the check below keeps it in its environment.
  file_name text collate "C" generated always as
    (case when starts_with(url, '/files/') then split_part(url, '/', 4) end) stored,
  primary key (environment_id, id),
  foreign key (environment_id, product_id) references products on delete cascade,
  foreign key (environment_id, file_name) references files,
  check (not starts_with(url, '/files/') or url = '/files/' || environment_id || '/' || split_part(url, '/', 4))
);
create index product_images_product_id_idx on product_images (environment_id, product_id, position);
create index product_images_file_name_idx on product_images (environment_id, file_name) where file_name is not null;

-- Former handles. They point to the product, not to the next handle, so there are no chains or loops.
create table product_redirects (
  environment_id uuid not null references environments,
  handle text not null,
  product_id text collate "C" not null,
  created_at timestamptz not null,
  primary key (environment_id, handle),
  foreign key (environment_id, product_id) references products on delete cascade
);
create index product_redirects_product_id_idx on product_redirects (environment_id, product_id);

-- CSV imports. The report is kept; the file only until the import has finished.
create table imports (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed')),
  on_error text not null check (on_error in ('skip', 'abort')),
  dry_run boolean not null,
  -- Who sent the file: the job runs with their permissions.
  caller json not null,
  -- The bytes as received: the report names encoding errors.
  file bytea,
  size_bytes integer not null,
  -- Null until the file has been parsed.
  rows_total integer,
  rows_done integer not null default 0,
  -- Limits the restarts of a file that crashes the process.
  attempts integer not null default 0,
  -- Rows without a product count first, then each product. Written together with the products, so that a restarted
  -- import continues where it stopped.
  steps_done integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  -- Counts all errors; the list stops at a thousand.
  error_count integer not null default 0,
  errors jsonb not null default '[]',
  warnings jsonb not null default '[]',
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (environment_id, id)
);

-- For the first large import: without statistics, PostgreSQL finds the variant of each price by scanning all variants of
-- the environment instead of by key, which takes minutes. Autovacuum would analyze the tables only a minute later.
create function analyze_catalog() returns void language plpgsql as $$
begin
  if (select reltuples < 10000 from pg_class where oid = 'variants'::regclass) then
    analyze (skip_locked) products, variants, variant_prices, product_images, listings, listing_prices, listing_variants;
  end if;
end
$$;
