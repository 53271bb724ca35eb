import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/** Products per row of `facet_bitmaps`. */
export const CHUNK = 8192

const Written = Type.Object({ facet: Type.String(), value: Type.String() })

interface Options {
  /** Skips products with pending changes: their bits may be outdated, and are then updated by their changes. */
  skipChanged: boolean
}

/**
 * Rewrites the bits of these positions from the listings: clears all, and sets those of the product that is there now.
 * Returns the rows that were different. The bits are defined here and nowhere else; `listings/facet-bitmap-queries.ts`
 * reads them.
 */
export const writeBitmaps = (ctx: Ctx, ordinals: number[], { skipChanged }: Options) =>
  ctx.db.rows(
    Written,
    sql`
      with targets as materialized (
        select target.ordinal / ${CHUNK}::int as chunk, target.ordinal % ${CHUNK}::int as position, product_id
        from unnest(${ordinals}::int[]) as target (ordinal)
        left join facet_ordinals on facet_ordinals.environment_id = ${ctx.environmentId} and facet_ordinals.ordinal = target.ordinal
        where not ${skipChanged}::boolean or not exists (
          select from facet_changes
          where facet_changes.environment_id = ${ctx.environmentId} and facet_changes.product_id = facet_ordinals.product_id
        )
      ),
      masks as materialized (
        select chunk, bit_or(set_bit(0::bit(8192), position, 1)) as mask from targets group by chunk
      ),
      product_rows as materialized (
        select chunk, position, listings.product_id, status, unpublish_at, vendor, type, tags, option_terms, prices
        from targets
        join listings on listings.environment_id = ${ctx.environmentId} and listings.product_id = targets.product_id
      ),
      variant_rows as materialized (
        select chunk, position, row_number() over (partition by listing_variants.product_id order by variant_id)::int as layer,
          option_terms, available, prices
        from targets
        join listing_variants on listing_variants.environment_id = ${ctx.environmentId}
          and listing_variants.product_id = targets.product_id
      ),
      variant_amounts as materialized (
        select chunk, position, layer, available, currency, amount::bigint as amount
        from variant_rows, jsonb_each_text(prices) as in_currency (currency, amount)
      ),
      entries as (
        -- Products with a future time of publication are counted without bitmaps until it has passed.
        select 'active' as facet, '' as value, 0 as layer, chunk, position from product_rows
        where status = 'active' and unpublish_at is null
        union all
        select 'vendor', vendor, 0, chunk, position from product_rows
        union all
        select 'type', type, 0, chunk, position from product_rows
        union all
        select distinct 'tag', tag, 0, chunk, position from product_rows, unnest(tags) as tag
        union all
        select distinct 'option', term, 0, chunk, position from product_rows, unnest(option_terms) as term
        union all
        select 'collection', collection_id, 0, chunk, product_rows.position
        from product_rows
        join collection_products on collection_products.environment_id = ${ctx.environmentId}
          and collection_products.product_id = product_rows.product_id
        union all
        select 'available', currency, 0, chunk, position
        from product_rows, jsonb_each(prices) as in_currency (currency, price)
        where price ->> 3 is not null
        union all
        select 'variant', '', layer, chunk, position from variant_rows
        union all
        select distinct 'option', term, layer, chunk, position from variant_rows, unnest(option_terms) as term
        union all
        select 'available', currency, layer, chunk, position from variant_amounts where available
        union all
        select 'priced', currency, layer, chunk, position from variant_amounts
        union all
        select 'price', currency || ':' || place, layer, chunk, position
        from variant_amounts, generate_series(0, 52) as place
        where amount >> place & 1 = 1
      ),
      expected as (
        select facet, value, layer, chunk, bit_or(set_bit(0::bit(8192), position, 1)) as bits
        from entries
        group by facet, value, layer, chunk
      ),
      existing as (
        select facet, value, layer, facet_bitmaps.chunk, bits
        from masks
        join facet_bitmaps on facet_bitmaps.environment_id = ${ctx.environmentId} and facet_bitmaps.chunk = masks.chunk
      ),
      merged as (
        select facet, value, layer, chunk, existing.bits as before,
          (coalesce(existing.bits, 0::bit(8192)) & ~mask) | coalesce(expected.bits, 0::bit(8192)) as after
        from expected
        full join existing using (facet, value, layer, chunk)
        join masks using (chunk)
      )
      insert into facet_bitmaps (environment_id, facet, value, layer, chunk, bits)
      select ${ctx.environmentId}, facet, value, layer, chunk, after from merged where before is distinct from after
      -- In the order in which they are read: a tenth fewer pages.
      order by facet, value, layer, chunk
      on conflict (environment_id, facet, value, layer, chunk) do update set bits = excluded.bits
      returning facet, value`,
  )
