import type { Ctx } from '../../ctx.ts'
import type { MatchBy } from './bulk-schemas.ts'
import type { ProductState } from './product-state.ts'
import * as queries from './queries.ts'
import { FIND_PRODUCT_IDS } from './queries.ts'
import type { Product } from './schemas.ts'
import type { ProductWrite } from './write-products.ts'

/** The products of a batch: as stored, plus the changes made by earlier entries of the batch. */
export interface ProductBatch {
  find(keys: string[]): ProductState[]
  put(draft: ProductState): void
  changes(): ProductWrite[]
}

/**
 * Takes three statements for any number of products. With `lock`, concurrent changes wait until the transaction ends.
 */
export async function loadProductBatch(
  ctx: Ctx,
  matchBy: MatchBy,
  keys: string[],
  lock: boolean,
): Promise<ProductBatch> {
  const ids = (await FIND_PRODUCT_IDS[matchBy](ctx, keys)).map(({ id }) => id)
  if (lock) await queries.lockProducts(ctx, ids)
  const products = ids.length > 0 ? await queries.readProducts(ctx, ids) : []
  const stored = new Map<string, Product>(products.map((product) => [product.id, product]))
  const current = new Map<string, ProductState>(stored)
  const index = new Map<string, Set<string>>()
  const changed = new Map<string, ProductState>()

  function indexProduct(draft: ProductState): void {
    for (const name of matchKeysOf(matchBy, draft)) index.set(name, (index.get(name) ?? new Set()).add(draft.id))
  }
  for (const product of products) indexProduct(product)

  return {
    find(names) {
      const ids = new Set(names.flatMap((name) => [...(index.get(name) ?? [])]))
      return [...ids].flatMap((id) => current.get(id) ?? [])
    },
    put(draft) {
      const before = current.get(draft.id)
      for (const name of before ? matchKeysOf(matchBy, before) : []) index.get(name)?.delete(draft.id)
      current.set(draft.id, draft)
      changed.set(draft.id, draft)
      indexProduct(draft)
    },
    changes: () => [...changed.values()].map((after) => ({ before: stored.get(after.id), after })),
  }
}

export function matchKeysOf(matchBy: MatchBy, product: Matchable): string[] {
  if (matchBy === 'sku') return [...new Set(product.variants?.flatMap(({ sku }) => sku || []))]
  return [product[matchBy] || []].flat()
}

interface Matchable {
  handle?: string
  externalId?: string | null
  variants?: { sku?: string | null }[]
}
