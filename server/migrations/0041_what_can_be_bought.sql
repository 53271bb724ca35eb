-- What has no price in a currency can't be bought in it. {"EUR": [1999, 2499, 2999, "var_…", false]} are the lowest price, the
-- highest, what the cheapest cost before its sale, the first variant that can be bought in this currency (null: none can), and
-- whether others can be bought, but not in it. All in the row of the product, so that lists still read nothing else.
update listings set prices = own.prices
from (
  select listings.environment_id, listings.product_id,
    jsonb_object_agg(currency, price || jsonb_build_array(offered.variant_id, offered.total < in_any.total)) as prices
  from listings
  cross join lateral jsonb_each(listings.prices) as in_currency (currency, price)
  cross join lateral (
    select (array_agg(variants.id order by variants.position))[1] as variant_id, count(*) as total
    from listing_variants
    join variants on variants.environment_id = listings.environment_id and variants.id = listing_variants.variant_id
    where listing_variants.environment_id = listings.environment_id and listing_variants.product_id = listings.product_id
      and listing_variants.available and listing_variants.prices ? currency
  ) as offered
  cross join lateral (
    select count(*) as total from listing_variants
    where listing_variants.environment_id = listings.environment_id and listing_variants.product_id = listings.product_id
      and listing_variants.available
  ) as in_any
  group by listings.environment_id, listings.product_id
) as own
where own.environment_id = listings.environment_id and own.product_id = listings.product_id;

drop function listing_price(jsonb, text);
create function listing_price(prices jsonb, in_currency text)
returns table (lowest bigint, highest bigint, compare_at bigint, offered_variant_id text, is_offered_in_part boolean)
language sql immutable rows 1 as $$
  select (prices -> in_currency ->> 0)::bigint, (prices -> in_currency ->> 1)::bigint, (prices -> in_currency ->> 2)::bigint,
    prices -> in_currency ->> 3, (prices -> in_currency ->> 4)::boolean
$$;

-- As before, but what is there and has no price in the currency can't be bought.
create or replace function listing_variants_meeting(env uuid, option_groups text[], in_currency text, min_price bigint,
  max_price bigint, only_available boolean) returns setof listing_variants language sql stable as $$
  select listing_variants.* from listing_variants
  where listing_variants.environment_id = env
    and (not only_available or (listing_variants.available and listing_variants.prices ? in_currency))
    and (option_groups[1] is null or listing_variants.option_terms && string_to_array(option_groups[1], e'\x1f'))
    and (option_groups[2] is null or listing_variants.option_terms && string_to_array(option_groups[2], e'\x1f'))
    and (option_groups[3] is null or listing_variants.option_terms && string_to_array(option_groups[3], e'\x1f'))
    and (option_groups[4] is null or listing_variants.option_terms && string_to_array(option_groups[4], e'\x1f'))
    and (option_groups[5] is null or listing_variants.option_terms && string_to_array(option_groups[5], e'\x1f'))
    and (min_price is null or (listing_variants.prices -> in_currency)::bigint >= min_price)
    and (max_price is null or (listing_variants.prices -> in_currency)::bigint <= max_price)
$$;

-- As before, but by the currency, and what can't be bought is what can't be bought in any variant: before, an option beside it
-- found products that were not found without the option.
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
    and (is_available is null or (listings.prices -> in_currency ->> 3 is not null) = is_available)
    -- Of what is asked of a variant, being there is a part: blue in M can't be had where only red in M can.
    and ((option_groups is null and min_price is null and max_price is null) or exists (
      select from listing_variants_meeting(env, option_groups, in_currency, min_price, max_price, coalesce(is_available, false))
        as variant
      where variant.product_id = listings.product_id
    ))
$$;
