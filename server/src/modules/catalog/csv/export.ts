import type { Ctx } from '../../../ctx.ts'
import { getShopCurrency, readProducts } from '../queries.ts'
import { createFormat, formatHeader, formatProducts } from './format-products.ts'
import { listOnHand, listPriceCurrencies, listProductsForExport } from './queries.ts'
import type { ExportQuery } from './schemas.ts'

const MAX_BATCH_PRODUCTS = 100
const MAX_BATCH_VARIANTS = 2000

/**
 * Streams all products as one CSV file. The consumer's backpressure controls reading, with at most about 2,000 variants
 * in memory.
 */
export async function* exportProducts(ctx: Ctx, filter: ExportQuery): AsyncGenerator<string> {
  const { currency } = await getShopCurrency(ctx)
  const currencies = await listPriceCurrencies(ctx)
  const format = createFormat(
    currency,
    currencies.map((row) => row.currency),
  )
  yield formatHeader(format)
  for (let after = ''; ; ) {
    const page = await listProductsForExport(ctx, after, MAX_BATCH_PRODUCTS, filter)
    for (const ids of batchesOf(page)) {
      const products = (await readProducts(ctx, ids)).reverse()
      const onHand = new Map((await listOnHand(ctx, ids)).map(({ variantId, total }) => [variantId, total]))
      yield formatProducts(products, onHand, format)
    }
    const last = page.at(-1)
    if (!last || page.length < MAX_BATCH_PRODUCTS) return
    after = last.id
  }
}

function* batchesOf(page: { id: string; variantCount: number }[]): Generator<string[]> {
  let ids: string[] = []
  let variants = 0
  for (const { id, variantCount } of page) {
    if (ids.length > 0 && variants + variantCount > MAX_BATCH_VARIANTS) {
      yield ids
      ids = []
      variants = 0
    }
    ids.push(id)
    variants += variantCount
  }
  if (ids.length > 0) yield ids
}
