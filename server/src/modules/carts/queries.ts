import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { AppError } from '../../kit/errors.ts'
import { Nullable } from '../../kit/schema.ts'
import type { Contents } from './contents.ts'
import { LoadedRow, RulesRow } from './rows.ts'

export interface Question {
  cartId: string | null
  /** For what is not in a cart yet. */
  currency: string | null
  /** Looked at beside those that are in the cart. */
  variantIds: readonly string[]
  skus: readonly string[]
  codes: readonly string[]
  cardHashes: readonly Buffer[]
  customerKey: string | null
}

/**
 * All that a price depends on but the shop's rules, which the server keeps; in one statement, so in one view of the database.
 * Lists travel as JSON and are looked up one by one (`limit 1`): then the plan is the same however long they are, and is made
 * once a connection. Made for each list anew, it took twice as long as the work.
 */
export const load = (ctx: Ctx, question: Question) =>
  ctx.db.one(
    LoadedRow,
    sql`
      with cart as materialized (
        select id, version, status, currency, contents, order_id, created_at, updated_at, variant_ids, codes, gift_card_ids,
          customer_key
        from carts where environment_id = ${ctx.environmentId} and id = ${question.cartId}
      ),
      wanted as materialized (
        select coalesce((select currency from cart), ${question.currency}, environments.currency) as currency
        from environments where environments.id = ${ctx.environmentId}
      ),
      open_places as materialized (
        select coalesce(array_agg(id), '{}') as ids from locations
        where environment_id = ${ctx.environmentId} and active
      ),
      -- What a checkout of this cart holds is not sold out to this cart.
      own as materialized (
        select order_id from checkouts
        where environment_id = ${ctx.environmentId} and cart_id = ${question.cartId} and status = 'active'
      ),
      named (variant_id) as (
        select unnest(variant_ids) from cart
        union all
        select json_array_elements_text(${JSON.stringify(question.variantIds)}::json)
        union all
        select same.id from json_array_elements_text(${JSON.stringify(question.skus)}::json) as asked (sku)
        cross join lateral (
          select id from variants where environment_id = ${ctx.environmentId} and variants.sku = asked.sku
          order by id limit 20
        ) as same
        union all
        select benefit ->> 'variantId' from promotions
        where environment_id = ${ctx.environmentId} and benefit ->> 'kind' = 'gift' and enabled and not is_exhausted
          and (ends_at is null or ends_at > ${ctx.now})
      )
      select
        (select json_build_object(
          'id', id, 'version', version, 'status', status, 'currency', currency, 'contents', contents, 'orderId', order_id,
          'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'updatedAt', to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) from cart) as cart,
        wanted.currency,
        coalesce((
          select version from pricing_versions where environment_id = ${ctx.environmentId}
        ), 0)::integer as pricing_version,
        coalesce((
          select json_agg(offer) from named
          cross join lateral (
            select json_build_object(
              'facts', facts,
              'collectionIds', array(
                select collection_id from collection_products
                where collection_products.environment_id = ${ctx.environmentId}
                  and collection_products.product_id = offers.product_id
              ),
              'available', case when is_counted then coalesce((
                select sum(greatest(on_hand - reserved - safety_stock, 0)) from stock_levels
                where stock_levels.environment_id = ${ctx.environmentId} and stock_levels.variant_id = named.variant_id
                  and location_id = any((select ids from open_places)::text[])
              ), 0) + coalesce((
                select sum(quantity) from stock_holds
                where stock_holds.environment_id = ${ctx.environmentId} and holder = (select order_id from own)
                  and stock_holds.variant_id = named.variant_id
              ), 0) end
            ) as offer
            from offers
            where offers.environment_id = ${ctx.environmentId} and offers.variant_id = named.variant_id
              and offers.status = 'active'
              and (publish_at is null or publish_at <= ${ctx.now})
              and (unpublish_at is null or unpublish_at > ${ctx.now})
            limit 1
          ) as offered
        ), '[]') as offers,
        coalesce((
          select json_agg(known) from (
            select unnest(cart.codes) as code from cart
            union
            select json_array_elements_text(${JSON.stringify(question.codes)}::json)
          ) as given
          cross join lateral (
            select json_build_object(
              'code', promotion_codes.code, 'promotionId', promotion_id,
              'isExhausted', coalesce(promotion_codes.used >= promotion_codes.usage_limit, false), 'isDisabled', disabled,
              'promotion', json_build_object(
                'id', id, 'title', title, 'trigger', trigger, 'enabled', enabled, 'startsAt', starts_at, 'endsAt', ends_at,
                'createdAt', promotions.created_at, 'priority', priority, 'exclusiveGroup', exclusive_group,
                'combinesWith', combines_with, 'items', items, 'conditions', conditions, 'benefit', benefit,
                'isExhausted', is_exhausted, 'usesPerCustomer', uses_per_customer
              )
            ) as known
            from promotion_codes
            join promotions on promotions.environment_id = ${ctx.environmentId} and promotions.id = promotion_id
            where promotion_codes.environment_id = ${ctx.environmentId} and promotion_codes.code = given.code
            limit 1
          ) as looked_up
        ), '[]') as codes,
        coalesce((
          select json_agg(known) from (
            select unnest(gift_card_ids) as id, null as hash, null as place from cart
            union all
            select null, decode(hash, 'hex'), place
            from json_array_elements_text(${JSON.stringify(question.cardHashes.map((hash) => hash.toString('hex')))}::json)
              with ordinality as asked (hash, place)
          ) as given
          cross join lateral (
            select json_build_object(
              'id', gift_cards.id, 'last4', last4, 'currency', currency, 'balance', balance,
              'isUsable', status = 'active' and (expires_at is null or expires_at > ${ctx.now}), 'place', given.place
            ) as known
            from gift_cards
            where environment_id = ${ctx.environmentId} and (gift_cards.id = given.id or code_hash = given.hash)
            limit 1
          ) as looked_up
        ), '[]') as gift_cards,
        coalesce((
          select json_agg(json_build_object('customerKey', customer_key, 'promotionId', promotion_id, 'uses', uses)) from (
            select customer_key, promotion_id, count(*) as uses from promotion_uses
            where environment_id = ${ctx.environmentId} and state <> 'released'
              and customer_key in (${question.customerKey}, (select cart.customer_key from cart))
            group by customer_key, promotion_id
          ) as counted
        ), '[]') as uses
      from wanted`,
  )

/** The shop's rules, as prices are made of them. Promotions that need a code come with the code; what has ended stays behind. */
export const readRules = (ctx: Ctx) =>
  ctx.db.one(
    RulesRow,
    sql`
      select
        coalesce((select version from pricing_versions where environment_id = ${ctx.environmentId}), 0)::integer as version,
        exists (select from tax_engines where environment_id = ${ctx.environmentId}) as has_tax_engine,
        coalesce((
          select provider from payment_connections where environment_id = ${ctx.environmentId} and closed_at is null
        ), 'simulator') as provider,
        coalesce((
          select json_agg(json_build_object(
            'id', id, 'title', title, 'trigger', trigger, 'enabled', enabled, 'startsAt', starts_at, 'endsAt', ends_at,
            'createdAt', created_at, 'priority', priority, 'exclusiveGroup', exclusive_group,
            'combinesWith', combines_with, 'items', items, 'conditions', conditions, 'benefit', benefit,
            'isExhausted', is_exhausted, 'usesPerCustomer', uses_per_customer
          ) order by priority, created_at, id)
          from promotions
          where environment_id = ${ctx.environmentId}
            and trigger = 'automatic' and enabled and (ends_at is null or ends_at > ${ctx.now})
        ), '[]') as promotions,
        coalesce((
          select json_agg(json_build_object('id', id, 'name', name, 'places', places) order by id)
          from shipping_zones where environment_id = ${ctx.environmentId}
        ), '[]') as zones,
        coalesce((
          select json_agg(json_build_object('id', id, 'name', name, 'isDefault', is_default, 'items', items) order by id)
          from shipping_profiles where environment_id = ${ctx.environmentId}
        ), '[]') as profiles,
        coalesce((
          select json_agg(json_build_object(
            'id', id, 'zoneId', zone_id, 'profileId', profile_id, 'type', type, 'service', service, 'title', title,
            'description', description, 'price', price, 'freeFrom', free_from, 'minDays', min_days, 'maxDays', max_days,
            'locationId', location_id, 'position', position
          ) order by position, id)
          from shipping_rates where environment_id = ${ctx.environmentId}
        ), '[]') as rates,
        (
          select json_build_object(
            'pricesIncludeTax', prices_include_tax, 'shippingTax', shipping_tax, 'rounding', rounding,
            'defaultPlace', default_place
          )
          from tax_settings where environment_id = ${ctx.environmentId}
        ) as taxes,
        coalesce((
          select json_agg(json_build_object('id', id, 'place', place, 'rates', rates) order by id)
          from tax_regions where environment_id = ${ctx.environmentId}
        ), '[]') as regions`,
  )

export const insertCart = (ctx: Ctx, id: string, currency: string, contents: Contents) => {
  const { variantIds, codes, giftCardIds, customerKey } = lookedUp(contents)
  return ctx.db.run(sql`
    insert into carts (environment_id, id, version, status, currency, contents, variant_ids, codes, gift_card_ids,
      customer_key, created_at, updated_at, touched_on)
    values (
      ${ctx.environmentId}, ${id}, 1, 'open', ${currency}, ${written(contents)}, ${variantIds}, ${codes},
      ${giftCardIds}, ${customerKey}, ${ctx.now}, ${ctx.now}, ${ctx.now}::timestamptz
    )`)
}

/** Says whether it is still the version that was read: if not, nothing was written. */
export const updateCart = async (ctx: Ctx, id: string, version: number, contents: Contents): Promise<boolean> => {
  const { variantIds, codes, giftCardIds, customerKey } = lookedUp(contents)
  const count = await ctx.db.run(sql`
    update carts
    set contents = ${written(contents)}, variant_ids = ${variantIds}, codes = ${codes},
      gift_card_ids = ${giftCardIds}, customer_key = ${customerKey}, version = version + 1, updated_at = ${ctx.now},
      touched_on = ${ctx.now}::timestamptz
    where environment_id = ${ctx.environmentId} and id = ${id} and version = ${version} and status = 'open'`)
  return count === 1
}

/** It may have been idle while its buyer was at the bank. */
export const finishCart = async (ctx: Ctx, id: string, orderId: string): Promise<boolean> => {
  const count = await ctx.db.run(sql`
    update carts set status = 'ordered', order_id = ${orderId}, version = version + 1, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and status <> 'ordered'`)
  return count === 1
}

const Ordered = Type.Object({ orderId: Nullable(Type.String()) })

export const findOrderOf = (ctx: Ctx, id: string) =>
  ctx.db.row(Ordered, sql`select order_id from carts where environment_id = ${ctx.environmentId} and id = ${id}`)

export const lockCart = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`select id from carts where environment_id = ${ctx.environmentId} and id = ${id} for no key update`)

/** Read and written whole with every change, so it must not grow without end. */
const MOST_CHARACTERS = 200_000

function written(contents: Contents): string {
  const text = JSON.stringify(contents)
  if (text.length > MOST_CHARACTERS) {
    throw new AppError('cart_full', 'This cart holds too many words: shorten properties, attributes or the note.')
  }
  return text
}

const lookedUp = ({ lines, codes, giftCardIds, customerKey }: Contents) => ({
  variantIds: lines.map(({ variantId }) => variantId),
  codes,
  giftCardIds,
  customerKey,
})

/** In bites, so that nobody waits for a long lock. */
export const expireIdle = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: the clock is one for all */
    update carts set status = 'expired', version = version + 1
    where (environment_id, id) in (
      select environment_id, id from carts where touched_on < ${before}::timestamptz and status = 'open'
      limit ${limit}
      for update skip locked
    )`)

/** What nobody will look at again; an ordered one is in its order. */
export const deleteForgotten = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: the clock is one for all */
    delete from carts
    where (environment_id, id) in (
      select environment_id, id from carts where touched_on < ${before}::timestamptz and status <> 'open'
      limit ${limit}
      for update skip locked
    )`)
