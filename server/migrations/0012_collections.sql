create table collections (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  handle text not null check (length(handle) between 1 and 100),
  title text not null check (length(title) between 1 and 255),
  description text not null,
  image_id text collate "C",
  image_url text,
  image_alt text not null,
  status text not null check (status in ('draft', 'active')),
  kind text not null check (kind in ('manual', 'rules')),
  -- Whether a product must meet all rules or any: [{"field": "tag", "relation": "has", "value": "summer"}].
  match text not null check (match in ('all', 'any')),
  rules jsonb not null,
  sort text not null check (sort in ('manual', 'newest', 'title', 'price', '-price', 'best_selling')),
  seo_title text,
  seo_description text,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, handle),
  check ((image_id is null) = (image_url is null))
);

-- The products of manual and rule-based collections. Rules run when a product or a rule changes, never on a read.
create table collection_products (
  environment_id uuid not null references environments,
  collection_id text collate "C" not null,
  product_id text collate "C" not null,
  position integer not null,
  primary key (environment_id, collection_id, product_id),
  foreign key (environment_id, collection_id) references collections on delete cascade,
  foreign key (environment_id, product_id) references products on delete cascade
);
create index collection_products_product_id_idx on collection_products (environment_id, product_id, collection_id);
create index collection_products_position_idx on collection_products (environment_id, collection_id, position, product_id);
