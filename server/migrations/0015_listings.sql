create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

-- In which languages words are read when shoppers search, as PostgreSQL names its dictionaries.
alter table environments add column search_languages text[] not null default '{english}';

-- One row a product, made anew whenever anything changes that a list shows, filters, sorts or finds by.
create table listings (
  environment_id uuid not null references environments,
  product_id text collate "C" not null,
  status text not null,
  publish_at timestamptz,
  unpublish_at timestamptz,
  title_key text collate "C" not null,
  vendor text not null,
  type text not null,
  tags text[] not null,
  -- 'Size:M', of all variants; those of one variant are in listing_variants.
  option_terms text[] not null,
  available boolean not null,
  -- How many were sold lately.
  sold integer not null,
  -- What is found: stems in the shop's languages, whole words, SKUs and barcodes.
  words tsvector not null,
  -- What is resembled, for who mistypes.
  spelling text not null,
  -- What a list shows, all but the prices.
  summary jsonb not null,
  primary key (environment_id, product_id),
  foreign key (environment_id, product_id) references products on delete cascade
);
create index listings_by_title on listings (environment_id, title_key, product_id);
create index listings_by_sold on listings (environment_id, sold, product_id);
create index listings_by_words on listings using gin (environment_id, words);
create index listings_by_spelling on listings using gin (environment_id, spelling gin_trgm_ops);
-- When something goes on show or off it next.
create index listings_by_publish on listings (environment_id, publish_at) where publish_at is not null;
create index listings_by_unpublish on listings (environment_id, unpublish_at) where unpublish_at is not null;

create table listing_prices (
  environment_id uuid not null references environments,
  product_id text collate "C" not null,
  currency text not null,
  lowest bigint not null,
  highest bigint not null,
  -- The highest price that a variant had before its sale; null when nothing is on sale.
  compare_at bigint,
  primary key (environment_id, product_id, currency),
  foreign key (environment_id, product_id) references listings on delete cascade
);
create index listing_prices_by_amount on listing_prices (environment_id, currency, lowest, product_id);

-- For filters that one and the same variant must meet: blue, in M, in stock, under 50.
create table listing_variants (
  environment_id uuid not null references environments,
  product_id text collate "C" not null,
  variant_id text collate "C" not null,
  option_terms text[] not null,
  available boolean not null,
  primary key (environment_id, product_id, variant_id),
  foreign key (environment_id, product_id) references listings on delete cascade
);

-- A word as it is asked for: the beginning of a word as it stands, or of its stem in one of the shop's languages. Words that
-- such a language passes over (the, und) are passed over.
create function search_query(languages text[], tokens text[], phrase text) returns tsquery language sql stable as $$
  select coalesce(
    (
      select string_agg('(' || word.query || ')', ' & ')::tsquery
      from unnest(tokens) as token,
      lateral (
        select string_agg(distinct stem.query::text, ' | ') as query, bool_or(stem.is_passed_over) as is_passed_over
        from (
          select to_tsquery('simple', token || ':*') as query, false as is_passed_over
          union all
          select to_tsquery(language::regconfig, token || ':*'), numnode(to_tsquery(language::regconfig, token)) = 0
          from unnest(languages) as language
        ) as stem
        where numnode(stem.query) > 0 or stem.is_passed_over
      ) as word
      where not word.is_passed_over
    ),
    ''::tsquery
  ) || coalesce((select (quote_literal(phrase) || ':*')::tsquery where phrase <> ''), ''::tsquery)
$$;
