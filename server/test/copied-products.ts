import type { Shop } from './open-shop.ts'

/** Ids are ordered by time: those of copies begin with this, so that they are older or newer than other products. */
const PREFIXES = { oldest: 'prod_000000', older: 'prod_001000', newer: 'prod_zy0000', newest: 'prod_zz0000' }

const copyRows = (table: string, changed: string) =>
  `insert into ${table}
   select copied.* from ${table} as source
   cross join generate_series(1, $3::int) as n
   cross join lateral (select $4 || right($2, 6) || lpad(n::text, 14, '0') as copy_id) as copy
   cross join lateral jsonb_populate_record(source, jsonb_build_object(${changed})) as copied`

const COPIES = [
  `${copyRows('products', `'id', copy_id, 'handle', copy_id`)} where source.environment_id = $1 and source.id = $2`,
  ...[
    copyRows('listings', `'product_id', copy_id, 'summary', source.summary || jsonb_build_object('id', copy_id)`),
    copyRows('listing_prices', `'product_id', copy_id`),
  ].map((copy) => `${copy} where source.environment_id = $1 and source.product_id = $2`),
]

/** Many products with the title, prices and search words of this one, without its variants. */
export async function copyProduct(
  { server, live }: Shop,
  id: string,
  count: number,
  place: keyof typeof PREFIXES,
): Promise<void> {
  for (const copy of COPIES) await server.db.pool.query(copy, [live.environmentId, id, count, PREFIXES[place]])
}
