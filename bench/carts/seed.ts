import type { Ctx } from '../../server/src/ctx.ts'
import { bulkUpsert } from '../../server/src/modules/catalog/bulk-upsert.ts'
import { getProduct } from '../../server/src/modules/catalog/catalog.ts'
import { changeLevels } from '../../server/src/modules/inventory/levels.ts'
import { createLocation } from '../../server/src/modules/inventory/locations.ts'
import { createPromotion, deletePromotion, listPromotions } from '../../server/src/modules/promotions/promotions.ts'
import type { NewPromotion } from '../../server/src/modules/promotions/schemas.ts'
import { createRate } from '../../server/src/modules/shipping/rates.ts'
import { createZone } from '../../server/src/modules/shipping/zones.ts'
import { createRegion } from '../../server/src/modules/taxes/regions.ts'

const PRODUCTS = 1000
const STOCK = 1_000_000

/**
 * The peers' catalog: two variants per product, one currency, stock, flat-rate shipping, one tax. Returns one variant
 * of each product.
 */
export async function seedProducts(ctx: Ctx): Promise<string[]> {
  const { id: locationId } = await createLocation(ctx, { name: 'Store' })
  const variantIds: string[] = []
  for (let from = 0; from < PRODUCTS; from += 100) {
    const outcomes = await bulkUpsert(
      ctx,
      'handle',
      Array.from({ length: 100 }, (_, index) => newProduct(from + index)),
    )
    for (const outcome of outcomes) {
      if (outcome.outcome === 'failed') throw outcome.error
      const { variants } = await getProduct(ctx, outcome.productId)
      const changes = variants.map(({ id }, index) => ({
        path: `/${index}`,
        variantId: id,
        locationId,
        onHand: { by: STOCK },
      }))
      await ctx.db.transaction((db) => changeLevels({ ...ctx, db }, changes, { reason: 'received', reference: null }))
      variantIds.push(variants[0]?.id ?? '')
    }
  }
  const zone = await createZone(ctx, { name: 'Austria', areas: [{ country: 'AT' }] })
  const amounts = [{ amount: 490, currency: 'EUR' }]
  await createRate(ctx, { zoneId: zone.id, title: 'Standard', service: 'standard', price: { kind: 'flat', amounts } })
  await createRegion(ctx, {
    area: { country: 'AT' },
    rates: [{ class: 'standard', name: 'VAT', percentage: 20 }],
  })
  return variantIds
}

const newProduct = (number: number) => ({
  handle: `product-${number}`,
  title: `Product ${number}`,
  vendor: `Maker ${number % 40}`,
  type: `Kind ${number % 10}`,
  tags: [`tag-${number % 60}`, `season-${number % 4}`],
  status: 'active',
  options: [{ name: 'Size', values: ['S', 'L'] }],
  variants: ['S', 'L'].map((size) => ({
    options: { Size: size },
    sku: `SKU-${number}-${size}`,
    prices: [{ price: { amount: 500 + ((number * 37) % 20_000), currency: 'EUR' } }],
    weightGrams: 100 + (number % 900),
  })),
  images: [{ url: `https://cdn.example.com/${number}.jpg` }],
})

const COMBINES_WITH_ALL = { item: true, order: true, shipping: true }

/**
 * Automatic promotions of all kinds, as in a busy shop: 1 in 50 applies to the whole cart, 4 in 50 match an item of a
 * 50-item cart, the rest match nothing in it.
 */
function newPromotion(number: number): NewPromotion {
  const isMatching = number % 50 < 5
  const items = { tags: [isMatching ? `tag-${number % 50}` : `season-${4 + number}`] }
  const common = {
    title: `Promotion ${number}`,
    trigger: 'automatic',
    combinesWith: COMBINES_WITH_ALL,
    priority: 1 + (number % 5),
  } as const
  const amounts = [{ amount: 100, currency: 'EUR' }]
  if (number % 50 === 0) return { ...common, benefit: { kind: 'percentage', target: 'order', percentage: 1 } }
  switch (number % 5) {
    case 0:
      return { ...common, items, benefit: { kind: 'fixed', target: 'item', amounts, perUnit: true } }
    case 1:
      return {
        ...common,
        items,
        benefit: { kind: 'buy_x_get_y', buy: { quantity: 2, items }, get: { quantity: 1, items, percentage: 100 } },
      }
    case 2:
      return {
        ...common,
        items,
        conditions: { minAmounts: [{ amount: 1_000_000, currency: 'EUR' }] },
        benefit: { kind: 'free_shipping' },
      }
    default:
      return { ...common, items, benefit: { kind: 'percentage', target: 'item', percentage: 1 + (number % 7) } }
  }
}

/** Replaces all promotions with `count` new ones. */
export async function setPromotions(ctx: Ctx, count: number): Promise<void> {
  for (;;) {
    const { data } = await listPromotions(ctx, { limit: 100 })
    if (data.length === 0) break
    for (const { id } of data) await deletePromotion(ctx, id)
  }
  for (let number = 0; number < count; number++) await createPromotion(ctx, newPromotion(number))
}
