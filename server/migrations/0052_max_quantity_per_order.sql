-- How many units of a variant one order may hold; null: as the shop says, and where it says nothing, no limit.
alter table variants add column max_quantity_per_order integer check (max_quantity_per_order > 0);
alter table environments add column max_quantity_per_order integer check (max_quantity_per_order > 0);

-- As before, with the limit among what a cart must know. Offers from before it have none, which is what they should say.
create or replace function offers_of(environment uuid, product_ids text[]) returns setof offers
language sql stable as $$
  select variants.environment_id, variants.id, products.id, products.status, products.publish_at, products.unpublish_at,
    track_stock and when_out = 'deny',
    json_build_object(
      'variantId', variants.id, 'productId', products.id, 'title', title, 'handle', handle,
      'options', coalesce((
        select json_object_agg(option.value ->> 'name', variants.option_values[option.place])
        from jsonb_array_elements(products.options) with ordinality as option (value, place)
      ), '{}'),
      'sku', sku,
      'image', (
        select url from product_images
        where product_images.environment_id = environment and product_images.product_id = products.id
        order by position limit 1
      ),
      -- {"EUR": [1999, 2499]}: the price and, if it is on sale, the one before.
      'prices', coalesce((
        select json_object_agg(currency, json_build_array(amount, compare_at)) from variant_prices
        where variant_prices.environment_id = environment and variant_prices.variant_id = variants.id
      ), '{}'),
      'weightGrams', coalesce(weight_grams, 0), 'requiresShipping', requires_shipping, 'taxClass', tax_class,
      'isGiftCard', is_gift_card, 'tags', tags, 'vendor', vendor, 'type', type,
      'maxQuantityPerOrder', max_quantity_per_order
    )
  from variants
  join products on products.environment_id = environment and products.id = variants.product_id
  where variants.environment_id = environment and variants.product_id = any(product_ids)
$$;
