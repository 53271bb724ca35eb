-- The shop that an environment is synced from. Its secret, by which we know its webhooks, is in `connections`.
create table shopify_connections (
  environment_id uuid primary key references environments,
  -- Its permanent domain, such as `northwind.myshopify.com`.
  shop text not null,
  name text not null,
  currency text not null,
  scopes text[] not null,
  api_version text not null,
  sealed_token text not null,
  status text not null check (status in ('active', 'disabled')),
  disabled_reason text,
  -- When our URL was last subscribed to the shop's webhooks, or why it could not be.
  webhooks_subscribed_at timestamptz,
  webhooks_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table shopify_runs (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  mode text not null check (mode in ('full', 'incremental')),
  resources text[] not null,
  dry_run boolean not null,
  delete_missing boolean not null,
  confirm_deletions boolean not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'canceled')),
  -- A resource, or `images`, and what is being done about it.
  stage text not null,
  phase text not null check (phase in ('export', 'wait', 'read', 'recheck', 'delete', 'images')),
  -- The shop's, from its first answer on.
  currency text,
  -- Increases with every change: of two workers that continue the same run, one finds another number and stops.
  step integer not null,
  -- The export of the stage, and how far it was read.
  operation_id text collate "C",
  export_url text,
  next_byte bigint not null,
  expected_roots integer,
  roots_read integer not null,
  -- Exports started for the stage: one that fails is started again.
  exports integer not null,
  -- In a row, without progress in between.
  failures integer not null,
  -- Of the images: the last one that was tried.
  image_cursor text collate "C" not null,
  -- {"products": {"read": 1, "created": 1, …}, …}
  counts json not null,
  warnings json not null,
  -- Why it failed, or what it waits for.
  error text,
  actor text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);
-- One at a time: two would undo each other's changes.
create unique index shopify_runs_active_idx on shopify_runs (environment_id) where status in ('queued', 'running');
-- All environments: one schedule deletes what is too old.
create index shopify_runs_retention_idx on shopify_runs (created_at);

-- What a run did, or would do, to each object. Unchanged objects have no row.
create table shopify_run_items (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  run_id text collate "C" not null,
  resource text not null,
  external_id text collate "C" not null,
  local_id text collate "C",
  -- `pending`: the export was incomplete here, and the object is read again at the end.
  outcome text not null check (outcome in ('created', 'updated', 'deleted', 'failed', 'pending')),
  -- Of a product or collection. Customers and orders have none: it would be a person's name.
  title text,
  changes json not null,
  error text,
  primary key (environment_id, id),
  unique (environment_id, run_id, resource, external_id),
  foreign key (environment_id, run_id) references shopify_runs on delete cascade
);
create index shopify_run_items_run_idx on shopify_run_items (environment_id, run_id, id desc);

-- The objects that a full run has seen, one row per batch: what is in `shopify_objects` and not here is gone.
create table shopify_run_batches (
  environment_id uuid not null references environments,
  run_id text collate "C" not null,
  resource text not null,
  start_byte bigint not null,
  external_ids text[] not null,
  primary key (environment_id, run_id, resource, start_byte),
  foreign key (environment_id, run_id) references shopify_runs on delete cascade
);

-- Our object for each object of the shop. A row is written only when the object changes.
create table shopify_objects (
  environment_id uuid not null references environments,
  -- As in exports, with the variants as `inventory`, and `locations`.
  resource text not null,
  -- The shop's ID, or a keyed hash of it if the customer was erased: they are never imported again.
  external_id text collate "C" not null,
  -- The product of a variant.
  parent_id text collate "C",
  local_id text collate "C" not null,
  -- Of our product after the last sync: another one means that somebody changed it here.
  local_version integer,
  -- Of everything that we take from the shop. Empty until it was taken.
  content_hash text not null,
  -- When the shop last changed it: an older webhook is ignored.
  source_updated_at timestamptz,
  updated_at timestamptz not null,
  primary key (environment_id, resource, external_id)
);
create index shopify_objects_local_id_idx on shopify_objects (environment_id, local_id);
create index shopify_objects_parent_id_idx on shopify_objects (environment_id, parent_id) where parent_id is not null;

-- Images of the shop, downloaded once. Until then our product shows the shop's URL.
create table shopify_images (
  environment_id uuid not null references environments,
  -- Of the image, or of the collection that it belongs to.
  external_id text collate "C" not null,
  owner text not null check (owner in ('products', 'collections')),
  owner_id text collate "C" not null,
  source_url text collate "C" not null,
  -- In `files`.
  file_name text collate "C",
  status text not null check (status in ('pending', 'stored', 'failed')),
  error text,
  updated_at timestamptz not null,
  primary key (environment_id, external_id)
);
create index shopify_images_pending_idx on shopify_images (environment_id, external_id) where status = 'pending';
create index shopify_images_source_url_idx on shopify_images (environment_id, source_url) where file_name is not null;
create index shopify_images_owner_id_idx on shopify_images (environment_id, owner_id);
