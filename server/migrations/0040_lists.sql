-- What a variant costs in each currency, {"EUR": 1999}, beside what else filters ask of it: they read one table, not two.
alter table listing_variants add column prices jsonb not null default '{}';
update listing_variants set prices = own.prices
from (
  select environment_id, variant_id, jsonb_object_agg(currency, amount) as prices
  from variant_prices group by environment_id, variant_id
) as own
where own.environment_id = listing_variants.environment_id and own.variant_id = listing_variants.variant_id;

-- What lists show and filter by is in one row of the product: {"EUR": [1999, 2499, 2999]} are the lowest price, the highest, and
-- what the cheapest cost before its sale. Joined to it, prices were looked up by the wrong index as long as the tables' figures
-- were not known: a list of a new shop with 5,000 products took 7 s.
alter table listings add column prices jsonb not null default '{}';
update listings set prices = own.prices
from (
  select environment_id, product_id, jsonb_object_agg(currency, jsonb_build_array(lowest, highest, compare_at)) as prices
  from listing_prices group by environment_id, product_id
) as own
where own.environment_id = listings.environment_id and own.product_id = listings.product_id;

create function listing_price(prices jsonb, in_currency text) returns table (lowest bigint, highest bigint, compare_at bigint)
language sql immutable rows 1 as $$
  select (prices -> in_currency ->> 0)::bigint, (prices -> in_currency ->> 1)::bigint, (prices -> in_currency ->> 2)::bigint
$$;

-- 'Size:M', of all variants that can be bought.
alter table listings add column available_terms text[] not null default '{}';
update listings set available_terms = own.terms
from (
  select environment_id, product_id, array_agg(distinct term) as terms
  from listing_variants, unnest(option_terms) as term
  where available group by environment_id, product_id
) as own
where own.environment_id = listings.environment_id and own.product_id = listings.product_id;

-- In the order in which lists are read. The cheapest first and of one price the newest: read from the end, that is the highest
-- of what is below zero, then the highest id.
drop index listings_by_title;
create index listings_by_title on listings (environment_id, title_key, product_id desc);
create index listing_prices_from_cheapest on listing_prices (environment_id, currency, (-lowest), product_id);

-- As before, but by the row alone. Options are named one by one, at most five: a query for each variant took longer than all else.
create or replace function listing_variants_meeting(env uuid, option_groups text[], in_currency text, min_price bigint,
  max_price bigint, only_available boolean) returns setof listing_variants language sql stable as $$
  select listing_variants.* from listing_variants
  where listing_variants.environment_id = env
    and (not only_available or listing_variants.available)
    and (option_groups[1] is null or listing_variants.option_terms && string_to_array(option_groups[1], e'\x1f'))
    and (option_groups[2] is null or listing_variants.option_terms && string_to_array(option_groups[2], e'\x1f'))
    and (option_groups[3] is null or listing_variants.option_terms && string_to_array(option_groups[3], e'\x1f'))
    and (option_groups[4] is null or listing_variants.option_terms && string_to_array(option_groups[4], e'\x1f'))
    and (option_groups[5] is null or listing_variants.option_terms && string_to_array(option_groups[5], e'\x1f'))
    and (min_price is null or (listing_variants.prices -> in_currency)::bigint >= min_price)
    and (max_price is null or (listing_variants.prices -> in_currency)::bigint <= max_price)
$$;

-- As before, but variants are looked for only where the product has the wanted values at all.
create or replace function listings_on_show(env uuid, at_time timestamptz, in_collection text, vendors text[], types text[],
  any_tags text[], option_groups text[], in_currency text, min_price bigint, max_price bigint, is_available boolean)
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
    and (option_groups[1] is null or listings.option_terms && string_to_array(option_groups[1], e'\x1f'))
    and (option_groups[2] is null or listings.option_terms && string_to_array(option_groups[2], e'\x1f'))
    and (option_groups[3] is null or listings.option_terms && string_to_array(option_groups[3], e'\x1f'))
    and (option_groups[4] is null or listings.option_terms && string_to_array(option_groups[4], e'\x1f'))
    and (option_groups[5] is null or listings.option_terms && string_to_array(option_groups[5], e'\x1f'))
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
