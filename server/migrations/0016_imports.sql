-- Files of products that were handed in. What became of each is kept; the file itself only until that is known.
create table imports (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  status text not null check (status in ('queued', 'running', 'done', 'failed')),
  on_error text not null check (on_error in ('keep-good', 'nothing')),
  dry_run boolean not null,
  -- As it came, byte by byte: what is wrong with its text is for the report to say.
  file bytea,
  size_bytes integer not null,
  -- Not known before the file was read.
  rows_total integer,
  rows_done integer not null default 0,
  -- How often it was begun: a file that ends the process must not do so for ever.
  attempts integer not null default 0,
  -- How far it has come: rows that are nobody's, then product by product. Written together with the products, so that a
  -- second run goes on where the first was cut off.
  steps_done integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  -- All of them; the list beside it ends at a thousand.
  error_count integer not null default 0,
  errors jsonb not null default '[]',
  warnings jsonb not null default '[]',
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (environment_id, id)
);

-- A young database does not know yet how its tables are filled, and looks every price's variant up among all variants of its
-- environment in place of by its key: the first large import would take minutes. PostgreSQL learns by itself, but a minute later.
create function learn_catalog() returns void language plpgsql as $$
begin
  if (select reltuples < 10000 from pg_class where oid = 'variants'::regclass) then
    analyze (skip_locked) products, variants, variant_prices, product_images, listings, listing_prices, listing_variants;
  end if;
end
$$;
