import type { Ctx } from '../../ctx.ts'
import { FIND } from './bulk-queries.ts'
import type { MatchBy } from './bulk-schemas.ts'
import type { Draft } from './drafts.ts'
import * as queries from './queries.ts'
import type { Product } from './schemas.ts'
import type { Change } from './write-products.ts'

/** The products that a batch is about, as they are and as those before it in the batch have left them. */
export interface Shelf {
  find(names: string[]): Draft[]
  put(draft: Draft): void
  changes(): Change[]
}

/** Everything in three statements, however many there are. Held, nobody else changes them until the transaction ends. */
export async function readShelf(ctx: Ctx, matchBy: MatchBy, names: string[], isHeld: boolean): Promise<Shelf> {
  const ids = (await FIND[matchBy](ctx, names)).map(({ id }) => id)
  if (isHeld) await queries.lockProducts(ctx, ids)
  const products = ids.length > 0 ? await queries.readProducts(ctx, ids) : []
  const stored = new Map<string, Product>(products.map((product) => [product.id, product]))
  const present = new Map<string, Draft>(stored)
  const index = new Map<string, Set<string>>()
  const put = new Map<string, Draft>()

  function note(draft: Draft): void {
    for (const name of namesOf(matchBy, draft)) index.set(name, (index.get(name) ?? new Set()).add(draft.id))
  }
  for (const product of products) note(product)

  return {
    find(names) {
      const found = new Set(names.flatMap((name) => [...(index.get(name) ?? [])]))
      return [...found].flatMap((id) => present.get(id) ?? [])
    },
    put(draft) {
      const before = present.get(draft.id)
      for (const name of before ? namesOf(matchBy, before) : []) index.get(name)?.delete(draft.id)
      present.set(draft.id, draft)
      put.set(draft.id, draft)
      note(draft)
    },
    changes: () => [...put.values()].map((after) => ({ before: stored.get(after.id), after })),
  }
}

export function namesOf(matchBy: MatchBy, product: NamedBy): string[] {
  if (matchBy === 'sku') return [...new Set(product.variants?.flatMap(({ sku }) => sku || []))]
  return [product[matchBy] || []].flat()
}

interface NamedBy {
  handle?: string
  externalId?: string | null
  variants?: { sku?: string | null }[]
}
