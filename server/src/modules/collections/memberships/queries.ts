import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql, withCustomPlan } from '../../../db/sql.ts'
import { Money } from '../../../kit/money.ts'
import { Id, Nullable, OneOf } from '../../../kit/schema.ts'
import { MATCH_MODES, RuleList, type RuleSet } from './schemas.ts'

const ProductId = Type.Object({ id: Id('prod') })

/**
 * Serializes membership syncs of a product, so that the second sees the result of the first: two deliveries of 6 must
 * count as 12, although they change different rows. Returns existing products, locked in a consistent order.
 */
export const lockProducts = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    ProductId,
    sql`
      select id from products
      where environment_id = ${ctx.environmentId} and id = any(${ids})
      order by id
      for no key update`,
  )

export const listProductsBefore = (ctx: Ctx, before: string, take: number) =>
  ctx.db.rows(
    ProductId,
    sql`
      select id from products
      where environment_id = ${ctx.environmentId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

/**
 * Products with a vendor, type, tag or option that equals any or all of the terms, apart from case and accents. Their index
 * has no order, so that they are sorted by an expression.
 */
export const listTermMatches = (ctx: Ctx, match: RuleSet['match'], terms: string[], limit: number) =>
  ctx.db.rows(
    ProductId,
    withCustomPlan(sql`
      select product_id as id from listings
      where environment_id = ${ctx.environmentId} and (
        (${match} = 'any' and fold_terms(tags || option_terms || array[vendor, type]) && fold_terms(${terms}))
        or (${match} = 'all' and fold_terms(tags || option_terms || array[vendor, type]) @> fold_terms(${terms}))
      )
      order by product_id || '' desc
      limit ${limit}`),
  )

export const listMembers = (ctx: Ctx, collectionId: string, limit: number) =>
  ctx.db.rows(
    ProductId,
    sql`
      select product_id as id from collection_products
      where environment_id = ${ctx.environmentId} and collection_id = ${collectionId}
      limit ${limit}`,
  )

const RuleCollection = Type.Object({ id: Id('col'), match: OneOf(MATCH_MODES), rules: RuleList })

export const readRuleCollections = (ctx: Ctx) =>
  ctx.db.rows(
    RuleCollection,
    sql`select id, match, rules from collections where environment_id = ${ctx.environmentId} and kind = 'rules'`,
  )

const UpdatingCollection = Type.Object({ ...RuleCollection.properties, evaluatedDownTo: Type.String() })

/** The collections whose products are being added and removed, those that are nearly done first. */
export const listUpdating = (ctx: Ctx, limit: number) =>
  ctx.db.rows(
    UpdatingCollection,
    sql`
      select id, match, rules, evaluated_down_to from collections
      where environment_id = ${ctx.environmentId} and evaluated_down_to is not null
      order by evaluated_down_to, id
      limit ${limit}`,
  )

/** Null when all products have been evaluated. */
export const saveProgress = (ctx: Ctx, collectionIds: string[], evaluatedDownTo: string | null) =>
  ctx.db.run(sql`
    update collections set evaluated_down_to = ${evaluatedDownTo}
    where environment_id = ${ctx.environmentId} and id = any(${collectionIds})
      and evaluated_down_to is distinct from ${evaluatedDownTo}`)

const Lock = Type.Object({ acquired: Type.Boolean() })

/**
 * Held until the transaction ends. A job ends when another one of its environment holds the lock, so two environments must
 * not share one: a hash of 64 bits.
 */
export const tryLockUpdates = async (ctx: Ctx): Promise<boolean> => {
  const { acquired } = await ctx.db.one(
    Lock,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${ctx.environmentId}, 53020057)) as acquired`,
  )
  return acquired
}

const StockRules = Type.Object({ exists: Type.Boolean() })

export const hasStockRules = async (ctx: Ctx): Promise<boolean> => {
  const { exists } = await ctx.db.one(
    StockRules,
    sql`
      select exists (
        select from collections
        where environment_id = ${ctx.environmentId} and kind = 'rules' and rules @> '[{"field": "stock"}]'
      ) as exists`,
  )
  return exists
}

const AttributesRow = Type.Object({
  id: Id('prod'),
  title: Type.String(),
  vendor: Type.String(),
  type: Type.String(),
  tags: Type.Array(Type.String()),
  prices: Type.Array(Money),
  stock: Nullable(Type.Integer()),
  customFields: Type.Record(Type.String(), Type.Unknown()),
  collectionIds: Type.Array(Id('col')),
})

/** Only the attributes that the rules use are read: a product may have thousands of prices and large custom fields. */
export interface AttributeSelection {
  currencies: string[]
  stock: boolean
  keys: string[]
}

/**
 * Returns the attributes that rules use and the current collections of each product, newest first. The ids are joined,
 * because for a list of them PostgreSQL prefers to read all products of a shop of average size.
 */
export const readAttributes = (ctx: Ctx, ids: string[], { currencies, stock, keys }: AttributeSelection) =>
  ctx.db.rows(
    AttributesRow,
    sql`
      select products.id, title, vendor, type, tags, coalesce(own_prices.list, '[]') as prices,
        own_stock.total as stock, coalesce(own_fields.list, '{}') as custom_fields,
        array(
          select collection_id
          from collection_products
          where collection_products.environment_id = ${ctx.environmentId}
            and collection_products.product_id = products.id
        ) as collection_ids
      from unnest(${ids}::text[]) as requested (id)
      join products on products.environment_id = ${ctx.environmentId} and products.id = requested.id
      left join lateral (
        select json_agg(json_build_object('amount', amount, 'currency', currency)) as list
        from variants
        join variant_prices on variant_prices.environment_id = ${ctx.environmentId}
          and variant_prices.variant_id = variants.id
        where ${currencies.length > 0}::boolean and variants.environment_id = ${ctx.environmentId}
          and variants.product_id = products.id and currency = any(${currencies})
      ) as own_prices on true
      left join lateral (
        select case when bool_or(not track_stock) then null
          else coalesce(sum(greatest(available, 0)), 0)::bigint end as total
        from variants
        left join stock_levels on stock_levels.environment_id = ${ctx.environmentId}
          and stock_levels.variant_id = variants.id
        where ${stock}::boolean and variants.environment_id = ${ctx.environmentId} and variants.product_id = products.id
      ) as own_stock on true
      left join lateral (
        select jsonb_object_agg(key, value) as list
        from jsonb_each(custom_fields)
        where ${keys.length > 0}::boolean and key = any(${keys})
      ) as own_fields on true
      order by products.id desc`,
  )

export interface Membership {
  collectionId: string
  productId: string
}

export const deleteMemberships = (ctx: Ctx, removed: Membership[]) =>
  ctx.db.run(sql`
    delete from collection_products
    using unnest(${removed.map(({ collectionId }) => collectionId)}::text[], ${removed.map(({ productId }) => productId)}::text[])
      as removed (collection_id, product_id)
    where environment_id = ${ctx.environmentId} and collection_products.collection_id = removed.collection_id
      and collection_products.product_id = removed.product_id`)

/** The lock waits for a concurrent deletion of a product, which is then skipped. */
export const insertMemberships = (ctx: Ctx, added: Membership[]) =>
  ctx.db.run(sql`
    insert into collection_products (environment_id, collection_id, product_id, position)
    select ${ctx.environmentId}, added.collection_id, products.id, 0
    from unnest(${added.map(({ collectionId }) => collectionId)}::text[], ${added.map(({ productId }) => productId)}::text[])
      as added (collection_id, product_id)
    join products on products.environment_id = ${ctx.environmentId} and products.id = added.product_id
    for key share of products`)
