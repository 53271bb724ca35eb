create extension if not exists btree_gin;

-- One row per product with everything that lists show, filter, sort and search by. Rebuilt in the transaction that
-- changes any of it (decision 14).
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
  -- 'Size:M', of all variants, and of those that are available.
  option_terms text[] not null,
  available_terms text[] not null default '{}',
  -- {"EUR": [1999, 2499, 2999, "var_…", false]}: the lowest price, the highest, the compare-at price of the cheapest, the
  -- first variant available in this currency (null: none), and whether other variants are available but have no price
  -- in it. In this row, because a list that joined prices took 7 s in a new shop with 5,000 products, until PostgreSQL
  -- had analyzed the tables.
  prices jsonb not null default '{}',
  -- Units sold recently.
  units_sold integer not null,
  -- Stems in the shop's languages, whole words, SKUs and barcodes.
  search_vector tsvector not null,
  -- What a list shows, except the prices.
  summary jsonb not null,
  primary key (environment_id, product_id),
  foreign key (environment_id, product_id) references products on delete cascade
);
create index listings_title_key_idx on listings (environment_id, title_key, product_id desc);
create index listings_units_sold_idx on listings (environment_id, units_sold, product_id);
create index listings_search_vector_idx on listings using gin (environment_id, search_vector);
-- The next time that a product appears or disappears.
create index listings_publish_at_idx on listings (environment_id, publish_at) where publish_at is not null;
create index listings_unpublish_at_idx on listings (environment_id, unpublish_at) where unpublish_at is not null;

-- Only for the two orders by price.
create table listing_prices (
  environment_id uuid not null references environments,
  product_id text collate "C" not null,
  currency text not null,
  lowest bigint not null,
  highest bigint not null,
  -- The compare-at price of the cheapest variant; null when it is not on sale.
  compare_at bigint,
  primary key (environment_id, product_id, currency),
  foreign key (environment_id, product_id) references listings on delete cascade
);
create index listing_prices_lowest_idx on listing_prices (environment_id, currency, lowest, product_id);
-- Cheapest first and, among equal prices, newest first: read backward, that is the highest negative price, then the
-- highest id.
create index listing_prices_negative_lowest_idx on listing_prices (environment_id, currency, (-lowest), product_id);

-- For filters that a single variant must meet: blue, in M, in stock, under 50.
create table listing_variants (
  environment_id uuid not null references environments,
  product_id text collate "C" not null,
  variant_id text collate "C" not null,
  option_terms text[] not null,
  available boolean not null,
  -- {"EUR": 1999}
  prices jsonb not null default '{}',
  primary key (environment_id, product_id, variant_id),
  foreign key (environment_id, product_id) references listings on delete cascade
);

create function listing_price(prices jsonb, in_currency text)
returns table (lowest bigint, highest bigint, compare_at bigint, offered_variant_id text, is_offered_in_part boolean)
language sql immutable rows 1 as $$
  select (prices -> in_currency ->> 0)::bigint, (prices -> in_currency ->> 1)::bigint, (prices -> in_currency ->> 2)::bigint,
    prices -> in_currency ->> 3, (prices -> in_currency ->> 4)::boolean
$$;

-- The variants that meet all variant filters. Each element of `option_groups` holds the accepted terms of one option,
-- joined by the unit separator. At most five options, each spelled out: a subquery per variant took longer than all
-- else. A variant without a price in the currency is not available.
create function matching_listing_variants(environment uuid, option_groups text[], in_currency text, min_price bigint,
  max_price bigint, only_available boolean) returns setof listing_variants language sql stable as $$
  select listing_variants.* from listing_variants
  where listing_variants.environment_id = environment
    and (not only_available or (listing_variants.available and listing_variants.prices ? in_currency))
    and (option_groups[1] is null or listing_variants.option_terms && string_to_array(option_groups[1], e'\x1f'))
    and (option_groups[2] is null or listing_variants.option_terms && string_to_array(option_groups[2], e'\x1f'))
    and (option_groups[3] is null or listing_variants.option_terms && string_to_array(option_groups[3], e'\x1f'))
    and (option_groups[4] is null or listing_variants.option_terms && string_to_array(option_groups[4], e'\x1f'))
    and (option_groups[5] is null or listing_variants.option_terms && string_to_array(option_groups[5], e'\x1f'))
    and (min_price is null or (listing_variants.prices -> in_currency)::bigint >= min_price)
    and (max_price is null or (listing_variants.prices -> in_currency)::bigint <= max_price)
$$;

-- The products that are visible at a time and meet all filters. Lists in every order, searches and facets share it; the
-- planner inlines it.
create function public_listings(environment uuid, at_time timestamptz, in_collection text, vendors text[], types text[],
  any_tags text[], option_groups text[], in_currency text, min_price bigint, max_price bigint, is_available boolean)
returns setof listings language sql stable as $$
  select listings.* from listings
  where listings.environment_id = environment and listings.status = 'active'
    and (listings.publish_at is null or listings.publish_at <= at_time)
    and (listings.unpublish_at is null or listings.unpublish_at > at_time)
    and (in_collection is null or exists (
      select from collection_products
      where collection_products.environment_id = environment and collection_products.collection_id = in_collection
        and collection_products.product_id = listings.product_id
    ))
    and (vendors is null or listings.vendor = any(vendors))
    and (types is null or listings.type = any(types))
    and (any_tags is null or listings.tags && any_tags)
    and (option_groups[1] is null or listings.option_terms && string_to_array(option_groups[1], e'\x1f'))
    and (option_groups[2] is null or listings.option_terms && string_to_array(option_groups[2], e'\x1f'))
    and (option_groups[3] is null or listings.option_terms && string_to_array(option_groups[3], e'\x1f'))
    and (option_groups[4] is null or listings.option_terms && string_to_array(option_groups[4], e'\x1f'))
    and (option_groups[5] is null or listings.option_terms && string_to_array(option_groups[5], e'\x1f'))
    and (is_available is null or (listings.prices -> in_currency ->> 3 is not null) = is_available)
    -- The matching variant itself must be available: blue in M is not when only red in M is in stock.
    and ((option_groups is null and min_price is null and max_price is null) or exists (
      select from matching_listing_variants(environment, option_groups, in_currency, min_price, max_price, coalesce(is_available, false))
        as variant
      where variant.product_id = listings.product_id
    ))
$$;

-- What a cart needs to know about a variant, except its stock and collections. Written with the listings: assembling it
-- from four tables took ten times as long for fifty items.
create table offers (
  environment_id uuid not null references environments,
  variant_id text collate "C" not null,
  product_id text collate "C" not null,
  status text not null,
  publish_at timestamptz,
  unpublish_at timestamptz,
  limited_by_stock boolean not null,
  data json not null,
  primary key (environment_id, variant_id),
  foreign key (environment_id, variant_id) references variants on delete cascade
);
create index offers_product_id_idx on offers (environment_id, product_id);

create function offers_of(environment uuid, product_ids text[]) returns setof offers
language sql stable as $$
  select variants.environment_id, variants.id, products.id, products.status, products.publish_at, products.unpublish_at,
    track_stock and inventory_policy = 'deny',
    json_build_object(
      'variantId', variants.id, 'productId', products.id, 'title', title, 'handle', handle,
      'options', coalesce((
        select json_object_agg(option.value ->> 'name', variants.option_values[option.ordinal])
        from jsonb_array_elements(products.options) with ordinality as option (value, ordinal)
      ), '{}'),
      'sku', sku,
      'image', (
        select json_build_object('id', id, 'url', url, 'alt', alt) from product_images
        where product_images.environment_id = environment and product_images.product_id = products.id
        order by position limit 1
      ),
      -- {"EUR": [1999, 2499]}: the price and the compare-at price.
      'prices', coalesce((
        select json_object_agg(currency, json_build_array(amount, compare_at)) from variant_prices
        where variant_prices.environment_id = environment and variant_prices.variant_id = variants.id
      ), '{}'),
      'weightGrams', coalesce(weight_grams, 0), 'requiresShipping', requires_shipping, 'taxClass', tax_class,
      'giftCard', gift_card, 'tags', tags, 'vendor', vendor, 'type', type,
      'maxQuantityPerOrder', max_quantity_per_order
    )
  from variants
  join products on products.environment_id = environment and products.id = variants.product_id
  where variants.environment_id = environment and variants.product_id = any(product_ids)
$$;
