-- Filters of lists, searches and facets, shared by their statements. They read no table: a distributed database does not
-- look into functions for tables. The planner inlines them. They replace `public_listings` and
-- `matching_listing_variants`, which servers of the previous release still call.

create function is_public_listing(status text, publish_at timestamptz, unpublish_at timestamptz, at_time timestamptz)
returns boolean language sql immutable as $$
  select status = 'active' and (publish_at is null or publish_at <= at_time) and (unpublish_at is null or unpublish_at > at_time)
$$;

-- Each element of `option_groups` holds the accepted terms of one option, joined by the unit separator. At most five
-- options, each spelled out: a subquery per row took longer than all else.
create function has_option_terms(option_terms text[], option_groups text[]) returns boolean language sql immutable as $$
  select (option_groups[1] is null or option_terms && string_to_array(option_groups[1], e'\x1f'))
    and (option_groups[2] is null or option_terms && string_to_array(option_groups[2], e'\x1f'))
    and (option_groups[3] is null or option_terms && string_to_array(option_groups[3], e'\x1f'))
    and (option_groups[4] is null or option_terms && string_to_array(option_groups[4], e'\x1f'))
    and (option_groups[5] is null or option_terms && string_to_array(option_groups[5], e'\x1f'))
$$;

-- What the row of a product tells. With options or prices, a single variant must also meet them (`is_matching_variant`).
create function is_matching_listing(vendor text, type text, tags text[], option_terms text[], prices jsonb, vendors text[],
  types text[], any_tags text[], option_groups text[], in_currency text, is_available boolean)
returns boolean language sql immutable as $$
  select (vendors is null or vendor = any(vendors)) and (types is null or type = any(types)) and (any_tags is null or tags && any_tags)
    and has_option_terms(option_terms, option_groups)
    and (is_available is null or (prices -> in_currency ->> 3 is not null) = is_available)
$$;

-- A variant without a price in the currency is not available.
create function is_matching_variant(option_terms text[], available boolean, prices jsonb, option_groups text[],
  in_currency text, min_price bigint, max_price bigint, only_available boolean)
returns boolean language sql immutable as $$
  select (only_available is not true or (available and prices ? in_currency))
    and has_option_terms(option_terms, option_groups)
    and (min_price is null or (prices -> in_currency)::bigint >= min_price)
    and (max_price is null or (prices -> in_currency)::bigint <= max_price)
$$;

-- As before, except on a distributed database: there it is not possible within a transaction, and autovacuum of each node
-- analyzes the shards.
create or replace function analyze_catalog() returns void language plpgsql as $$
begin
  if exists (select from pg_extension where extname = 'citus') then return; end if;
  if (select reltuples < 10000 from pg_class where oid = 'variants'::regclass) then
    analyze (skip_locked) products, variants, variant_prices, product_images, listings, listing_prices, listing_variants;
  end if;
end
$$;
