-- One row a cart: it is read whole, priced in memory and written whole.
create table carts (
  environment_id uuid not null references environments,
  -- Unguessable: it is all that guards the cart.
  id text collate "C" not null,
  version integer not null,
  status text not null check (status in ('open', 'ordered', 'expired')),
  currency text not null check (length(currency) = 3),
  -- What the buyer has said, as `carts/contents.ts` has it. The database never looks into it: that took as long as the rest.
  contents json not null,
  -- Of the contents, what must be looked up to price them.
  variant_ids text[] not null,
  codes text[] not null,
  gift_card_ids text[] not null,
  customer_key text,
  order_id text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The day of the last change, for the clean-up. An index on the moment itself would have to be written with every change.
  touched_on date not null,
  primary key (environment_id, id)
) with (fillfactor = 70);
create index carts_by_day on carts (touched_on, status);

-- What is given away is looked at with every cart.
create index promotions_that_give on promotions (environment_id) where benefit ->> 'kind' = 'gift';

-- What a cart must know of a variant, but for its stock and its collections, as JSON that is ready to be sent. Written down with
-- every change of a product: to put it together for fifty lines took ten times as long as to read it.
create table offers (
  environment_id uuid not null references environments,
  variant_id text collate "C" not null,
  product_id text collate "C" not null,
  status text not null,
  publish_at timestamptz,
  unpublish_at timestamptz,
  is_counted boolean not null,
  facts json not null,
  primary key (environment_id, variant_id),
  foreign key (environment_id, variant_id) references variants on delete cascade
);
create index offers_of_product on offers (environment_id, product_id);

create function offers_of(environment uuid, product_ids text[]) returns setof offers
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
      'isGiftCard', is_gift_card, 'tags', tags, 'vendor', vendor, 'type', type
    )
  from variants
  join products on products.environment_id = environment and products.id = variants.product_id
  where variants.environment_id = environment and variants.product_id = any(product_ids)
$$;

insert into offers
select offers_of.* from environments
cross join lateral offers_of(
  environments.id, array(select products.id from products where products.environment_id = environments.id)
);
