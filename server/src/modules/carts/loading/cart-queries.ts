import type { Ctx } from '../../../ctx.ts'
import { quickRead, sql, withGenericPlan } from '../../../db/sql.ts'
import { CartContextRow } from './rows.ts'

export interface CartLookup {
  /** Empty, not null, for no cart: with a null, PostgreSQL would replan for each new cart, and so for all others. */
  cartId: string
  /** For items that are not in a cart yet. */
  currency: string | null
  /** Loaded in addition to those in the cart. */
  variantIds: readonly string[]
  skus: readonly string[]
  codes: readonly string[]
  cardHashes: readonly Buffer[]
  customerKey: string | null
  /** The customer in the request; that of the cart is loaded too. */
  customerId: string | null
  /** The customer whose points pay, if the cart doesn't name one yet. */
  pointsCustomerId: string | null
  /** Loads the points of the cart's customer even if the cart doesn't redeem any yet. */
  wantsPoints: boolean
}

/**
 * Loads everything a price depends on, except cached rules and variant data, in one statement and so in one database
 * snapshot. Lists travel as JSON and are looked up one by one by full key: the plan is then independent of list
 * length and shop size, and is made once per connection. Planning for each cart took twice as long as the query
 * itself. Stock held by this cart's own checkout stays available to it. Rows are returned with `json_object_agg`,
 * which resolves a type's output function once, not for each row.
 */
export const loadCart = (ctx: Ctx, lookup: CartLookup) =>
  ctx.db.one(
    CartContextRow,
    quickRead(
      withGenericPlan(sql`
      with cart as materialized (
        select id, version, status, currency, contents, order_id, created_at, updated_at, variant_ids, codes, gift_card_ids,
          customer_key, points_customer_id, edited_version, contents -> 'customer' ->> 'id' as customer_id
        from carts where environment_id = ${ctx.environmentId} and id = ${lookup.cartId}
      ),
      params as materialized (
        select coalesce((select currency from cart), ${lookup.currency}, environments.currency) as currency
        from environments where environments.id = ${ctx.environmentId}
      ),
      active_locations as materialized (
        select coalesce(array_agg(id), '{}') as ids from locations
        where environment_id = ${ctx.environmentId} and active
      ),
      own_checkout as materialized (
        select checkouts.order_id as holder from checkouts
        where environment_id = ${ctx.environmentId} and cart_id = ${lookup.cartId} and checkouts.status = 'active'
          and (select status from cart) = 'open'
      ),
      requested_variants as (
        select unnest(variant_ids) as variant_id from cart
        union all
        select json_array_elements_text(${JSON.stringify(lookup.variantIds)}::json)
        union all
        select sku_matches.id from json_array_elements_text(${JSON.stringify(lookup.skus)}::json) as requested (sku)
        cross join lateral (
          select id from variants
          cross join lateral (
            select from offers
            where offers.environment_id = ${ctx.environmentId} and offers.variant_id = variants.id
              and status = 'active'
              and (publish_at is null or publish_at <= ${ctx.now})
              and (unpublish_at is null or unpublish_at > ${ctx.now})
            limit 1
          ) as on_sale
          where variants.environment_id = ${ctx.environmentId} and variants.sku = requested.sku
          order by id limit 20
        ) as sku_matches
        union all
        select benefit ->> 'variantId' from promotions
        where environment_id = ${ctx.environmentId} and benefit ->> 'kind' = 'gift' and active
          and (ends_at is null or ends_at > ${ctx.now})
      ),
      current_offers as materialized (
        select offer.* from requested_variants
        cross join lateral (
          select variant_id, product_id, limited_by_stock, hashtextextended(data::text, 0)::text as data_hash from offers
          where offers.environment_id = ${ctx.environmentId} and offers.variant_id = requested_variants.variant_id
            and status = 'active'
            and (publish_at is null or publish_at <= ${ctx.now})
            and (unpublish_at is null or unpublish_at > ${ctx.now})
          limit 1
        ) as offer
      )
      select
        (select json_build_object(
          'id', id, 'version', version, 'editedVersion', edited_version, 'status', status, 'currency', currency,
          'contents', contents, 'orderId', order_id,
          'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'updatedAt', to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) from cart) as cart,
        params.currency,
        coalesce((
          select version from pricing_versions where environment_id = ${ctx.environmentId}
        ), 0)::integer as pricing_version,
        coalesce((select json_object_agg(variant_id, data_hash) from current_offers), '{}') as offers,
        coalesce((
          select json_object_agg(current_offers.variant_id, coalesce(available, 0)) from current_offers
          cross join lateral (
            select sum(greatest(stock_levels.available, 0)) as available from stock_levels
            where stock_levels.environment_id = ${ctx.environmentId} and stock_levels.variant_id = current_offers.variant_id
              and (select ids from active_locations)::text[] @> array[location_id]
          ) as stock_totals
          where limited_by_stock
        ), '{}') as stock,
        coalesce((
          select json_object_agg(variant_id, quantity) from (
            select variant_id, sum(quantity) as quantity from stock_holds
            where environment_id = ${ctx.environmentId} and holder = (select holder from own_checkout)
            group by variant_id
          ) as own_holds
        ), '{}') as held,
        coalesce((
          select json_agg(json_build_object('promotionId', promotion_id, 'code', code, 'customerKey', customer_key))
          from promotion_uses
          where environment_id = ${ctx.environmentId} and holder = (select holder from own_checkout) and status = 'reserved'
        ), '[]') as held_promotions,
        coalesce((
          select json_object_agg(current_offers.product_id, ids) from current_offers
          cross join lateral (
            select array_agg(collection_id) as ids from collection_products
            where collection_products.environment_id = ${ctx.environmentId}
              and collection_products.product_id = current_offers.product_id
          ) as memberships
          where ids is not null
        ), '{}') as collections,
        coalesce((
          select json_agg(promotion_code) from (
            select unnest(cart.codes) as code from cart
            union
            select json_array_elements_text(${JSON.stringify(lookup.codes)}::json)
          ) as requested_codes
          cross join lateral (
            select json_build_object(
              'code', promotion_codes.code, 'promotionId', promotion_id, 'customerId', promotion_codes.customer_id,
              'exhausted', coalesce(promotion_codes.usage_count >= promotion_codes.usage_limit, false), 'active', promotion_codes.active,
              'promotion', json_build_object(
                'id', id, 'title', title, 'trigger', trigger, 'active', promotions.active,
                'startsAt', to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                'endsAt', to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                'createdAt', to_char(promotions.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                'priority', priority, 'exclusiveGroup', exclusive_group,
                'combinesWith', combines_with, 'items', items, 'conditions', conditions, 'benefit', benefit,
                'exhausted', exhausted, 'usageLimitPerCustomer', usage_limit_per_customer
              )
            ) as promotion_code
            from promotion_codes
            join promotions on promotions.environment_id = ${ctx.environmentId} and promotions.id = promotion_id
            where promotion_codes.environment_id = ${ctx.environmentId} and promotion_codes.code = requested_codes.code
            limit 1
          ) as matches
        ), '[]') as codes,
        coalesce((
          select json_agg(gift_card) from (
            select unnest(gift_card_ids) as id, null as hash, null as ordinal from cart
            union all
            select null, decode(hash, 'hex'), ordinal
            from json_array_elements_text(${JSON.stringify(lookup.cardHashes.map((hash) => hash.toString('hex')))}::json)
              with ordinality as requested (hash, ordinal)
          ) as requested_cards
          cross join lateral (
            select json_build_object(
              'id', gift_cards.id, 'last4', last4, 'currency', currency, 'balance', balance - coalesce((
                select sum(amount) from ledger_entries
                where ledger_entries.environment_id = ${ctx.environmentId}
                  and ledger_entries.holder = (select holder from own_checkout)
                  and ledger_entries.account_id = gift_cards.id
              ), 0),
              'isUsable', status = 'active' and (expires_at is null or expires_at > ${ctx.now}), 'place', requested_cards.ordinal
            ) as gift_card
            from gift_cards
            where environment_id = ${ctx.environmentId} and (gift_cards.id = requested_cards.id or code_hash = requested_cards.hash)
            limit 1
          ) as matches
        ), '[]') as gift_cards,
        coalesce((
          select json_agg(json_build_object('customerId', customer_id, 'balance', balance - coalesce((
            select sum(amount) from ledger_entries
            where ledger_entries.environment_id = ${ctx.environmentId}
              and ledger_entries.holder = (select holder from own_checkout)
              and ledger_entries.account_id = loyalty_accounts.customer_id and account_type = 'points'
          ), 0))) from loyalty_accounts
          where environment_id = ${ctx.environmentId} and customer_id in (${lookup.pointsCustomerId}, (
            select case when ${lookup.wantsPoints}::boolean then cart.customer_id else points_customer_id end from cart
          ))
        ), '[]') as points,
        coalesce((
          select json_agg(json_build_object('customerId', customer_id, 'balance', balance - coalesce((
            select sum(amount) from ledger_entries
            where ledger_entries.environment_id = ${ctx.environmentId}
              and ledger_entries.holder = (select holder from own_checkout)
              and ledger_entries.account_id = store_credit_accounts.customer_id and account_type = 'store_credit'
          ), 0))) from store_credit_accounts
          where environment_id = ${ctx.environmentId} and store_credit_accounts.currency = params.currency
            and customer_id in (${lookup.customerId}, (select cart.customer_id from cart))
        ), '[]') as store_credit,
        coalesce((
          select json_agg(json_build_object('id', customers.id, 'tags', tags, 'segmentIds', array(
            select segment_id from segment_members
            where segment_members.environment_id = ${ctx.environmentId} and segment_members.customer_id = customers.id
          ), 'ordersCount', coalesce((
            select sum(orders) from customer_totals
            where customer_totals.environment_id = ${ctx.environmentId} and customer_totals.customer_id = customers.id
          ), 0))) from customers
          where customers.environment_id = ${ctx.environmentId}
            and customers.id in (${lookup.customerId}, (select cart.customer_id from cart))
        ), '[]') as customers,
        coalesce((
          select json_agg(json_build_object('customerKey', customer_key, 'promotionId', promotion_id, 'uses', uses)) from (
            select customer_key, promotion_id, count(*) as uses from promotion_uses
            where environment_id = ${ctx.environmentId} and status <> 'released'
              and customer_key in (${lookup.customerKey}, (select cart.customer_key from cart))
            group by customer_key, promotion_id
          ) as use_counts
        ), '[]') as uses,
        (
          select json_build_object(
            'fingerprint', encode(fingerprint, 'hex'), 'status', idempotency_keys.status, 'headers', headers, 'body', body
          )
          from idempotency_keys
          where environment_id = ${ctx.environmentId} and key = ${ctx.idempotency?.key ?? null}
            and created_at > ${ctx.now}::timestamptz - interval '24 hours'
            and (idempotency_keys.status is not null or claimed_until > ${ctx.now})
        ) as answered
      from params`),
    ),
  )
