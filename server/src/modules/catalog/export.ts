import type { Ctx } from '../../ctx.ts'
import { headerText, productsText, sheetFor } from './csv-write.ts'
import { listForExport, listOnHand, listPriceCurrencies } from './export-queries.ts'
import type { ExportQuery } from './export-schemas.ts'
import { getShopCurrency, readProducts } from './queries.ts'

const MAX_PRODUCTS = 100
const MAX_VARIANTS = 2000

/**
 * All products as one file, a part at a time: only so much is read as whoever takes it has room for, and never more than some
 * thousand variants at once.
 */
export async function* exportProducts(ctx: Ctx, filter: ExportQuery): AsyncGenerator<string> {
  const { currency } = await getShopCurrency(ctx)
  const used = await listPriceCurrencies(ctx)
  const sheet = sheetFor(
    currency,
    used.map((row) => row.currency),
  )
  yield headerText(sheet)
  for (let after = ''; ; ) {
    const found = await listForExport(ctx, after, MAX_PRODUCTS, filter)
    for (const ids of batchesOf(found)) {
      const products = (await readProducts(ctx, ids)).reverse()
      const onHand = new Map((await listOnHand(ctx, ids)).map(({ variantId, total }) => [variantId, total]))
      yield productsText(products, onHand, sheet)
    }
    const last = found.at(-1)
    if (!last || found.length < MAX_PRODUCTS) return
    after = last.id
  }
}

function* batchesOf(found: { id: string; variantCount: number }[]): Generator<string[]> {
  let ids: string[] = []
  let variants = 0
  for (const { id, variantCount } of found) {
    if (ids.length > 0 && variants + variantCount > MAX_VARIANTS) {
      yield ids
      ids = []
      variants = 0
    }
    ids.push(id)
    variants += variantCount
  }
  if (ids.length > 0) yield ids
}
