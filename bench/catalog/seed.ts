import type { Ctx } from '../../server/src/ctx.ts'
import { sql } from '../../server/src/db/sql.ts'
import { refreshListings } from '../../server/src/modules/listings/listings.ts'

const ADJECTIVES = [
  'Airy',
  'Bold',
  'Calm',
  'Dapper',
  'Earthy',
  'Fine',
  'Gentle',
  'Hardy',
  'Ivory',
  'Jolly',
  'Keen',
  'Light',
]
const MATERIALS = [
  'linen',
  'cotton',
  'wool',
  'oak',
  'steel',
  'leather',
  'felt',
  'glass',
  'bamboo',
  'silk',
  'cork',
  'brass',
]
const NOUNS = ['shirt', 'mug', 'notebook', 'lamp', 'scarf', 'bowl', 'backpack', 'pillow', 'vase', 'jacket', 'tray']
const SIZES = ['S', 'M', 'L', 'XL', 'XXL']
const COLORS = ['White', 'Sky', 'Moss', 'Rust', 'Ink', 'Sand', 'Rose', 'Plum', 'Clay', 'Mint', 'Coal', 'Honey']

/** 26 characters, like real ids, ascending with the number. */
const id = (kind: string) => `${kind}_01k9z3h8x2f7mtv4q6`

/**
 * A catalog with up to five variants per product: 40 vendors, 11 types, three of 124 tags each, sizes and a color, two
 * currencies, mostly in stock. Seeded by SQL, since a hundred thousand API calls would take longer than the
 * measurement; the product's own code then builds the listings.
 */
export async function seedCatalog(ctx: Ctx, products: number, variants = SIZES.length): Promise<void> {
  await insertLocation(ctx)
  // Statements time out after 15 s.
  for (let from = 1; from <= products; from += INSERT_BATCH) {
    const upTo = Math.min(from + INSERT_BATCH - 1, products)
    await ctx.db.transaction((db) => insertProducts({ ...ctx, db }, from, upTo, variants))
  }
  const batch = 1000
  for (let from = 1; from <= products; from += batch) {
    const ids = Array.from({ length: Math.min(batch, products - from + 1) }, (_, n) => productId(from + n))
    await ctx.db.transaction((db) => refreshListings({ ...ctx, db }, ids))
  }
  await ctx.db.run(sql`analyze`)
}

const INSERT_BATCH = 5000

export const productId = (number: number) => `${id('prod')}${String(number).padStart(8, '0')}`

async function insertLocation(ctx: Ctx): Promise<void> {
  await ctx.db.run(sql`
    insert into locations (environment_id, id, name, position, active, created_at)
    values (${ctx.environmentId}, ${`${id('loc')}00000001`}, 'Main location', 0, true, ${ctx.now})`)
}

async function insertProducts(ctx: Ctx, from: number, upTo: number, variants: number): Promise<void> {
  await ctx.db.run(sql`
    insert into products (environment_id, id, handle, title, description, vendor, type, tags, status, options, custom_fields,
      version, created_at, updated_at)
    select ${ctx.environmentId}, ${id('prod')} || lpad(n::text, 8, '0'), 'product-' || n,
      (${ADJECTIVES}::text[])[1 + n % 12] || ' ' || (${MATERIALS}::text[])[1 + n / 7 % 12] || ' ' || (${NOUNS}::text[])[1 + n / 3 % 11] || ' ' || n,
      'Made to be used every day, and to grow more beautiful with it. Number ' || n || ' of its kind.',
      'Maker ' || n % 40, initcap((${NOUNS}::text[])[1 + n / 3 % 11]) || 's',
      array['tag-' || n % 60, 'style-' || (n / 60) % 60, 'season-' || n % 4], 'active',
      jsonb_build_array(jsonb_build_object('name', 'Size', 'values', ${JSON.stringify(SIZES)}::jsonb),
        jsonb_build_object('name', 'Color', 'values', jsonb_build_array((${COLORS}::text[])[1 + n / 5 % 12]))),
      '{}', 1, ${ctx.now}, ${ctx.now}
    from generate_series(${from}::int, ${upTo}::int) as n`)
  await ctx.db.run(sql`
    insert into variants (environment_id, id, product_id, position, option_values, sku, requires_shipping, created_at, updated_at)
    select ${ctx.environmentId}, ${id('var')} || lpad(n::text, 7, '0') || s, ${id('prod')} || lpad(n::text, 8, '0'), s,
      array[(${SIZES}::text[])[s + 1], (${COLORS}::text[])[1 + n / 5 % 12]], 'SKU-' || n || '-' || s, true, ${ctx.now}, ${ctx.now}
    from generate_series(${from}::int, ${upTo}::int) as n, generate_series(0, ${variants - 1}::int) as s`)
  await ctx.db.run(sql`
    insert into variant_prices (environment_id, variant_id, currency, amount, compare_at)
    select ${ctx.environmentId}, ${id('var')} || lpad(n::text, 7, '0') || s, currency, 500 + (n * 37 + s * 100) % 20000,
      case when n % 5 = 0 then 21000 end
    from generate_series(${from}::int, ${upTo}::int) as n, generate_series(0, ${variants - 1}::int) as s, unnest(array['EUR', 'USD']) as currency`)
  await ctx.db.run(sql`
    insert into product_images (environment_id, id, product_id, position, url, alt)
    select ${ctx.environmentId}, ${id('img')} || lpad(n::text, 8, '0'), ${id('prod')} || lpad(n::text, 8, '0'), 0,
      'https://cdn.example.com/' || n || '.jpg', 'A picture of it'
    from generate_series(${from}::int, ${upTo}::int) as n`)
  await ctx.db.run(sql`
    insert into stock_levels (environment_id, variant_id, location_id, on_hand, reserved, incoming, safety_stock, updated_at)
    select ${ctx.environmentId}, ${id('var')} || lpad(n::text, 7, '0') || s, ${`${id('loc')}00000001`}, (n + s) % 9, 0, 0, 0, ${ctx.now}
    from generate_series(${from}::int, ${upTo}::int) as n, generate_series(0, ${variants - 1}::int) as s`)
}
