import { type Ctx, transaction } from '../../ctx.ts'
import { toAppError } from '../../http/responses/error-mapping.ts'
import { createValidator } from '../../http/validation/validators.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import type { MatchBy, OtherVariants } from './bulk-schemas.ts'
import {
  claimIdentifiers,
  type IdentifierOwners,
  type RequestedIdentifiers,
  readIdentifierOwners,
} from './identifiers.ts'
import { type ResolvedInput, resolveVariants } from './match-variants.ts'
import { loadProductBatch, matchKeysOf, type ProductBatch } from './product-batch.ts'
import { applyProductChanges, isSameProduct, type ProductState } from './product-state.ts'
import * as queries from './queries.ts'
import { type Product, ProductChanges, type ResolvedProductChanges } from './schemas.ts'
import { assertSkusFree, claimSkus, lockSkus, readSkuOwners, type SkuOwners } from './skus.ts'
import { mapVariantErrors } from './validate-variants.ts'
import { assertCanWrite, type ProductWrite, writeProducts } from './write-products.ts'

/** A requested create or update of one product. */
export interface ProductUpsert {
  /** Handle, external id or SKUs that identify the product, depending on `matchBy`. */
  matchKeys: string[]
  identifiers: RequestedIdentifiers
  skus: string[]
  /**
   * Returns the changes to apply to the current product, or throws when they are invalid. May be called twice, so it
   * must have no side effects.
   */
  resolveChanges(before: ProductState | undefined): ResolvedProductChanges
}

export type UpsertOutcome =
  | { outcome: 'created' | 'updated' | 'unchanged'; productId: Product['id'] }
  | { outcome: 'failed'; productId?: Product['id']; error: AppError }

const validateShape = createValidator(ProductChanges)

/** One product of the request; `toRequestError` maps error paths back to what the client sent. */
interface BulkItem {
  upsert: ProductUpsert
  toRequestError(error: AppError): AppError
}

/**
 * Products are independent: a failed one does not affect the others. When two target the same product, the later one
 * wins.
 */
export async function bulkUpsert(
  ctx: Ctx,
  matchBy: MatchBy,
  products: unknown[],
  otherVariants: OtherVariants = 'keep',
): Promise<UpsertOutcome[]> {
  const items = products.map((product) => toBulkItem(matchBy, product, otherVariants))
  const upserts = items.map(({ upsert }) => upsert)
  const outcomes = await transaction(ctx, (ctx) => upsertProducts(ctx, matchBy, upserts))
  return outcomes.map((each, at) => {
    const item = items[at]
    return item && each.outcome === 'failed' ? { ...each, error: item.toRequestError(each.error) } : each
  })
}

function toBulkItem(matchBy: MatchBy, value: unknown, otherVariants: OtherVariants): BulkItem {
  const errors = validateShape(value)
  if (errors.length > 0) return rejectedItem(invalidRequest('The product is not valid.', errors))
  const changes = value as ProductChanges
  const matchKeys = matchKeysOf(matchBy, changes)
  if (matchKeys.length === 0) {
    const [path, label] = MATCH_FIELDS[matchBy]
    return rejectedItem(invalidRequest(`This product has no ${label} to match by.`, [{ path, message: 'is required' }]))
  }
  let resolved: ResolvedInput | undefined
  return {
    upsert: {
      matchKeys,
      identifiers: changes,
      skus: changes.variants?.flatMap(({ sku }) => sku ?? []) ?? [],
      resolveChanges(before) {
        // If `resolveVariants` throws, the error paths already refer to the request.
        resolved = undefined
        resolved = resolveVariants(changes, before, otherVariants)
        return resolved.changes
      },
    },
    toRequestError: (error) => (resolved ? toRequestPaths(resolved, error) : error),
  }
}

/** Validation covers the full variant list, so error paths are mapped back to the positions in the request. */
const toRequestPaths = ({ changes, inputIndexes }: ResolvedInput, error: AppError): AppError =>
  mapVariantErrors(error, (at, { path, message, ...fields }) => {
    if (inputIndexes[at] !== undefined) return { path: `/variants/${inputIndexes[at]}${path}`, message, ...fields }
    const why = 'a variant that is not in the request; send "otherVariants": "delete" to delete it'
    return {
      path: '/variants',
      message: `${message} (${why})`,
      ...fields,
      variantId: changes.variants?.[at]?.id ?? null,
    }
  })

const MATCH_FIELDS: Record<MatchBy, [string, string]> = {
  handle: ['/handle', 'handle'],
  externalId: ['/externalId', 'external ID'],
  sku: ['/variants/0/sku', 'SKU'],
}

const rejectedItem = (error: AppError): BulkItem => ({
  upsert: {
    matchKeys: [],
    identifiers: {},
    skus: [],
    resolveChanges: () => {
      throw error
    },
  },
  toRequestError: (same) => same,
})

/**
 * Call inside a transaction. All products are written in as few statements as one. If an error only shows on write,
 * each half is retried separately, down to the failing product.
 */
export async function upsertProducts(ctx: Ctx, matchBy: MatchBy, upserts: ProductUpsert[]): Promise<UpsertOutcome[]> {
  // Taken in the outer transaction, so that the lock survives a rollback of the inner one.
  await lockSkus(ctx)
  try {
    return await transaction(ctx, async (ctx) => {
      await queries.lockIdentifiers(ctx)
      const { outcomes, changes } = await planUpserts(ctx, matchBy, upserts, true)
      await writeProducts(ctx, changes)
      return outcomes
    })
  } catch (error) {
    if (!isProductError(error)) throw error
    if (upserts.length === 1) return [{ outcome: 'failed', error: toAppError(error) }]
    const half = Math.ceil(upserts.length / 2)
    const first = await upsertProducts(ctx, matchBy, upserts.slice(0, half))
    return [...first, ...(await upsertProducts(ctx, matchBy, upserts.slice(half)))]
  }
}

interface UpsertPlan {
  outcomes: UpsertOutcome[]
  changes: ProductWrite[]
}

/** Computes the outcome of each upsert without writing anything. */
export async function planUpserts(
  ctx: Ctx,
  matchBy: MatchBy,
  upserts: ProductUpsert[],
  lock = false,
): Promise<UpsertPlan> {
  const identifierOwners = await readIdentifierOwners(
    ctx,
    upserts.map(({ identifiers }) => identifiers),
  )
  const batch = await loadProductBatch(
    ctx,
    matchBy,
    upserts.flatMap((upsert) => upsert.matchKeys),
    lock,
  )
  const skuOwners = await readSkuOwners(
    ctx,
    upserts.flatMap(({ skus }) => skus),
  )
  const owners = { names: identifierOwners, skuOwners }
  return { outcomes: upserts.map((upsert) => planUpsert(ctx, batch, owners, upsert)), changes: batch.changes() }
}

function planUpsert(
  ctx: Ctx,
  batch: ProductBatch,
  { names, skuOwners }: { names: IdentifierOwners; skuOwners: SkuOwners },
  upsert: ProductUpsert,
): UpsertOutcome {
  const [before, ...otherMatches] = batch.find(upsert.matchKeys)
  const matched = before && otherMatches.length === 0 && { productId: before.id }
  try {
    if (otherMatches.length > 0)
      throw ambiguousSkus([before, ...otherMatches].flatMap((product) => product?.handle ?? []))
    const after = applyProductChanges(upsert.resolveChanges(before), before)
    if (before && isSameProduct(before, after)) return { outcome: 'unchanged', productId: after.id }
    const change = { before, after }
    assertCanWrite(ctx, change)
    assertSkusFree(skuOwners, [change])
    claimIdentifiers(names, before, after)
    claimSkus(skuOwners, [change])
    batch.put(after)
    return { outcome: before ? 'updated' : 'created', productId: after.id }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { outcome: 'failed', ...matched, error }
  }
}

const ambiguousSkus = (handles: string[]) =>
  new AppError(
    'conflict',
    `These SKUs belong to ${handles.length} products (${handles.slice(0, 5).join(', ')}). Send each product separately, or match by handle.`,
    {
      details: [{ path: '/variants', message: `must only contain SKUs of one product, not of ${handles.length}` }],
      fields: { handles },
    },
  )

/**
 * True for rejected requests and for SQLSTATE classes 22, 23 and 54 (invalid data, violated constraint, exceeded
 * limit). Any other error is not caused by a product.
 */
function isProductError(error: unknown): boolean {
  if (error instanceof AppError) return error.status < 500
  return error instanceof Error && 'code' in error && /^(22|23|54)[0-9A-Z]{3}$/.test(String(error.code))
}
