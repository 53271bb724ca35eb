-- Where the storefront shows a product: https://shop.example/products/{handle}. Null: unknown, so there are no feeds.
alter table environments add column storefront_url text check (length(storefront_url) between 1 and 500);

-- In a public taxonomy, such as that of Google; empty: none.
alter table products add column category text not null default '';

-- `image_url` is one of the product's images, in the same form: images get new ids whenever their list changes.
alter table variants
  add column taxable boolean not null default true,
  add column image_url text;

-- As before, with the variant's own image, and no tax on a variant that is not taxable.
create or replace function offers_of(environment uuid, product_ids text[]) returns setof offers
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
        order by url is distinct from variants.image_url, position limit 1
      ),
      -- {"EUR": [1999, 2499]}: the price and the compare-at price.
      'prices', coalesce((
        select json_object_agg(currency, json_build_array(amount, compare_at)) from variant_prices
        where variant_prices.environment_id = environment and variant_prices.variant_id = variants.id
      ), '{}'),
      'weightGrams', coalesce(weight_grams, 0), 'requiresShipping', requires_shipping, 'taxClass', case when taxable then tax_class else 'none' end,
      'giftCard', gift_card, 'tags', tags, 'vendor', vendor, 'type', type,
      'maxQuantityPerOrder', max_quantity_per_order
    )
  from variants
  join products on products.environment_id = environment and products.id = variants.product_id
  where variants.environment_id = environment and variants.product_id = any(product_ids)
$$;
