create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;
create extension if not exists fuzzystrmatch;

-- In which languages words are read when shoppers search, by their ISO codes.
alter table environments add column search_languages text[] not null default '{en}';

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
  -- What a list shows, all but the prices.
  summary jsonb not null,
  primary key (environment_id, product_id),
  foreign key (environment_id, product_id) references products on delete cascade
);
create index listings_by_title on listings (environment_id, title_key, product_id);
create index listings_by_sold on listings (environment_id, sold, product_id);
create index listings_by_words on listings using gin (environment_id, words);
-- When something goes on show or off it next.
create index listings_by_publish on listings (environment_id, publish_at) where publish_at is not null;
create index listings_by_unpublish on listings (environment_id, unpublish_at) where unpublish_at is not null;

-- Words that somebody who mistypes may have meant: of titles, vendors, types and tags. A word may outlive its product.
create table search_vocabulary (
  environment_id uuid not null references environments,
  word text collate "C" not null check (length(word) between 3 and 50),
  primary key (environment_id, word)
);

create table listing_prices (
  environment_id uuid not null references environments,
  product_id text collate "C" not null,
  currency text not null,
  lowest bigint not null,
  highest bigint not null,
  -- What the cheapest cost before its sale; null when it is not on sale.
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

-- As words are compared: without accents, capitals and punctuation, the same for what is found and for what is asked.
create function search_fold(words text) returns text language sql stable as $$
  select trim(regexp_replace(lower(unaccent(words)), '[[:punct:][:space:]]+', ' ', 'g'))
$$;

-- How the database calls the dictionary of a language.
create function search_dictionary(code text) returns regconfig language sql immutable as $$
  select (case code
    when 'ar' then 'pg_catalog.arabic'
    when 'da' then 'pg_catalog.danish'
    when 'de' then 'pg_catalog.german'
    when 'el' then 'pg_catalog.greek'
    when 'en' then 'pg_catalog.english'
    when 'es' then 'pg_catalog.spanish'
    when 'fi' then 'pg_catalog.finnish'
    when 'fr' then 'pg_catalog.french'
    when 'hu' then 'pg_catalog.hungarian'
    when 'id' then 'pg_catalog.indonesian'
    when 'it' then 'pg_catalog.italian'
    when 'nl' then 'pg_catalog.dutch'
    when 'no' then 'pg_catalog.norwegian'
    when 'pt' then 'pg_catalog.portuguese'
    when 'ro' then 'pg_catalog.romanian'
    when 'ru' then 'pg_catalog.russian'
    when 'sv' then 'pg_catalog.swedish'
    when 'tr' then 'pg_catalog.turkish'
    else 'pg_catalog.simple' end)::regconfig
$$;

-- What a product is found by. Words as they stand, and their stems in the shop's languages; a title weighs most.
create function search_words(languages text[], title text, names text, details text, body text) returns tsvector
language plpgsql stable as $$
declare
  code text;
  language regconfig;
  words tsvector := '';
begin
  foreach code in array array['simple'] || languages loop
    language := search_dictionary(code);
    words := words
      || setweight(to_tsvector(language, search_fold(title)), 'A')
      || setweight(to_tsvector(language, search_fold(names)), 'B')
      || setweight(to_tsvector(language, search_fold(details)), 'C')
      || setweight(to_tsvector(language, search_fold(body)), 'D');
  end loop;
  return words;
end
$$;

-- The beginning of a word, as a query writes it: whatever is in it stands for itself.
create function search_beginning(word text) returns text language sql immutable as $$
  select '''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*'
$$;

-- Every word that is asked for must begin a word of the product, or its stem must; words that a language of the shop passes
-- over (the, und) are passed over. Or all of it is the beginning of a SKU or a barcode.
create function search_query(languages text[], asked text) returns tsquery language plpgsql stable as $$
declare
  code text;
  language regconfig;
  word text;
  stem tsquery;
  either tsquery;
  passed_over boolean;
  number text := lower(trim(asked));
  wanted tsquery := '';
begin
  foreach word in array string_to_array(search_fold(asked), ' ') loop
    either := to_tsquery('simple', search_beginning(word));
    passed_over := false;
    foreach code in array languages loop
      language := search_dictionary(code);
      stem := to_tsquery(language, search_beginning(word));
      passed_over := passed_over or numnode(stem) = 0;
      either := either || stem;
    end loop;
    if not passed_over then wanted := wanted && either; end if;
  end loop;
  if number <> '' then wanted := wanted || search_beginning(number)::tsquery; end if;
  return wanted;
end
$$;

-- Variants that meet all of what is asked of one: a value of each option that is named (values of one option are joined by the
-- unit separator), a price within bounds, being there.
create function listing_variants_meeting(env uuid, option_groups text[], in_currency text, min_price bigint, max_price bigint,
  only_available boolean) returns setof listing_variants language sql stable as $$
  select listing_variants.* from listing_variants
  where listing_variants.environment_id = env
    and (not only_available or listing_variants.available)
    and (option_groups is null or not exists (
      select from unnest(option_groups) as wanted
      where not listing_variants.option_terms && string_to_array(wanted, e'\x1f')
    ))
    and ((min_price is null and max_price is null) or exists (
      select from variant_prices
      where variant_prices.environment_id = env and variant_prices.variant_id = listing_variants.variant_id
        and variant_prices.currency = in_currency
        and (min_price is null or amount >= min_price) and (max_price is null or amount <= max_price)
    ))
$$;

-- What is on show at a time and meets every filter that is given. One place for it: lists in every order, searches and facets
-- ask it, and the planner sees through it.
create function listings_on_show(env uuid, at_time timestamptz, in_collection text, vendors text[], types text[], any_tags text[],
  option_groups text[], in_currency text, min_price bigint, max_price bigint, is_available boolean)
returns setof listings language sql stable as $$
  select listings.* from listings
  where listings.environment_id = env and listings.status = 'active'
    and (listings.publish_at is null or listings.publish_at <= at_time)
    and (listings.unpublish_at is null or listings.unpublish_at > at_time)
    and (in_collection is null or exists (
      select from collection_products
      where collection_products.environment_id = env and collection_products.collection_id = in_collection
        and collection_products.product_id = listings.product_id
    ))
    and (vendors is null or listings.vendor = any(vendors))
    and (types is null or listings.type = any(types))
    and (any_tags is null or listings.tags && any_tags)
    -- Of what is asked of a variant, being there is a part: blue in M can't be had where only red in M can.
    and (is_available is null or case
      when option_groups is null and min_price is null and max_price is null then listings.available = is_available
      when is_available then true
      else not exists (
        select from listing_variants_meeting(env, option_groups, in_currency, min_price, max_price, true) as there
        where there.product_id = listings.product_id
      )
    end)
    and ((option_groups is null and min_price is null and max_price is null) or exists (
      select from listing_variants_meeting(env, option_groups, in_currency, min_price, max_price, coalesce(is_available, false))
        as variant
      where variant.product_id = listings.product_id
    ))
$$;
