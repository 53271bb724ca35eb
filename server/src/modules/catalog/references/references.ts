import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { invalidRequest } from '../../../kit/errors.ts'
import type { Selection } from '../../../pricing/rules.ts'

/** An id of a product, variant or collection, and its place in the request. */
export interface Reference {
  id: string
  path: string
}

const ID_LISTS = ['productIds', 'variantIds', 'collectionIds'] as const

export const selectionReferences = (selection: Selection, path: string): Reference[] => [
  ...ID_LISTS.flatMap((list) => (selection[list] ?? []).map((id, at) => ({ id, path: `${path}/${list}/${at}` }))),
  ...(selection.exclude ? selectionReferences(selection.exclude, `${path}/exclude`) : []),
]

/** Referenced ids must exist in this environment. Ids stored earlier may have been deleted since. */
export async function assertReferencesExist(
  ctx: Ctx,
  noun: string,
  references: Reference[],
  stored: Reference[],
): Promise<void> {
  const storedIds = new Set(stored.map(({ id }) => id))
  const added = references.filter(({ id }) => !storedIds.has(id))
  if (added.length === 0) return
  const unknown = await listUnknownIds(ctx, [...new Set(added.map(({ id }) => id))])
  const details = added.filter(({ id }) => unknown.has(id)).map(({ path }) => ({ path, message: 'does not exist' }))
  if (details.length > 0)
    throw invalidRequest(`The ${noun} references products, variants or collections that do not exist.`, details)
}

const UnknownId = Type.Object({ id: Type.String() })

async function listUnknownIds(ctx: Ctx, ids: string[]): Promise<Set<string>> {
  const rows = await ctx.db.rows(
    UnknownId,
    sql`
      select id from unnest(${ids}::text[]) as input (id)
      where id not in (select id from products where environment_id = ${ctx.environmentId} and id = any(${ids}))
        and id not in (select id from variants where environment_id = ${ctx.environmentId} and id = any(${ids}))
        and id not in (select id from collections where environment_id = ${ctx.environmentId} and id = any(${ids}))`,
  )
  return new Set(rows.map(({ id }) => id))
}
