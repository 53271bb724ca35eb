import type { Ctx } from '../../ctx.ts'
import { AppError, type ErrorDetail, MAX_DETAILS } from '../../kit/errors.ts'
import type { ProductState } from './product-state.ts'
import { lockIdentifiers } from './queries.ts'
import * as queries from './sku-queries.ts'

/** Maps each SKU to its variant id; undefined when the workspace allows shared SKUs. */
export type SkuOwners = Map<string, string> | undefined

interface SkuChange {
  before: ProductState | undefined
  after: ProductState
}

/**
 * Call before taking any other lock, wherever SKUs are written. It blocks turning on unique SKUs until the transaction
 * ends; when they are on, it serializes SKU writes.
 */
export async function lockSkus(ctx: Ctx): Promise<void> {
  await queries.lockSkuSettingShared(ctx)
  if (await queries.hasUniqueSkus(ctx)) await lockIdentifiers(ctx)
}

export async function readSkuOwners(ctx: Ctx, skus: readonly string[]): Promise<SkuOwners> {
  if (skus.length === 0 || !(await queries.hasUniqueSkus(ctx))) return undefined
  return new Map((await queries.findSkuOwners(ctx, [...new Set(skus)])).map(({ sku, id }) => [sku, id]))
}

/** SKUs that the changes assign to a variant that did not have them before. */
export const newSkusOf = (changes: readonly SkuChange[]): string[] =>
  changes.flatMap(({ before, after }) => {
    const previous = new Map(before?.variants.map(({ id, sku }) => [id, sku]))
    return after.variants.flatMap(({ id, sku }) => (sku && previous.get(id) !== sku ? [sku] : []))
  })

/** A SKU may move from one variant to another within the same changes. */
export function assertSkusFree(owners: SkuOwners, changes: readonly SkuChange[]): void {
  if (!owners) return
  const freed = new Set(ownedBefore(owners, changes))
  const claimed = new Map<string, string>()
  const details: ErrorDetail[] = []
  for (const { after } of changes) {
    for (const [at, { id, sku }] of after.variants.entries()) {
      if (!sku) continue
      const owner = claimed.get(sku) ?? (freed.has(sku) ? undefined : owners.get(sku))
      if (owner === undefined || owner === id) claimed.set(sku, id)
      else
        details.push({
          path: `/variants/${at}/sku`,
          message: 'is already in use by another variant',
          sku,
          variantId: owner,
        })
    }
  }
  if (details.length === 0) return
  const message = 'SKUs must be unique in this workspace. Choose a SKU that no other variant uses.'
  throw new AppError('conflict', message, { details: details.slice(0, MAX_DETAILS) })
}

export function claimSkus(owners: SkuOwners, changes: readonly SkuChange[]): void {
  if (!owners) return
  for (const sku of ownedBefore(owners, changes)) owners.delete(sku)
  for (const { after } of changes) for (const { id, sku } of after.variants) if (sku) owners.set(sku, id)
}

const ownedBefore = (owners: Map<string, string>, changes: readonly SkuChange[]): string[] =>
  changes.flatMap(({ before }) =>
    (before?.variants ?? []).flatMap(({ id, sku }) => (sku && owners.get(sku) === id ? [sku] : [])),
  )
