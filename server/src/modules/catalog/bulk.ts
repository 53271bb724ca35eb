import { type Ctx, transaction } from '../../ctx.ts'
import { toAppError } from '../../http/errors.ts'
import { checkerOf } from '../../http/validators.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { BulkProduct, type MatchBy } from './bulk-schemas.ts'
import { type Draft, draftOf, isSameProduct } from './drafts.ts'
import { type Names, readNames, takeNames } from './names.ts'
import * as queries from './queries.ts'
import type { Product, ProductChanges } from './schemas.ts'
import { namesOf, readShelf, type Shelf } from './shelf.ts'
import { withKnownVariants } from './variant-match.ts'
import { type Change, writeProducts } from './write-products.ts'

/** Somebody's wish for one product, be it there or not. */
export interface Upsert {
  /** Which product is meant: what it is called, by handle, external id or SKU as the call says. */
  names: string[]
  /** The names that it shall have. */
  wanted: Pick<ProductChanges, 'handle' | 'externalId' | 'title'>
  /** What shall become of the product as it is; throws when it can't be. Nothing else happens in it: it may be asked twice. */
  ask(before: Draft | undefined): ProductChanges
}

export type Outcome =
  | { outcome: 'created' | 'updated' | 'unchanged'; productId: Product['id'] }
  | { outcome: 'failed'; productId?: Product['id']; error: AppError }

const shapeFaults = checkerOf(BulkProduct)

/** Each for itself: one that fails leaves the others as they would be without it. Of two for one product, the later has the last word. */
export const upsertGiven = (ctx: Ctx, matchBy: MatchBy, products: unknown[]): Promise<Outcome[]> =>
  transaction(ctx, (ctx) =>
    upsertProducts(
      ctx,
      matchBy,
      products.map((given) => wishOf(matchBy, given)),
    ),
  )

function wishOf(matchBy: MatchBy, value: unknown): Upsert {
  const faults = shapeFaults(value)
  if (faults.length > 0) return refused(invalidRequest('The product is not valid.', faults))
  const given = value as BulkProduct
  const names = namesOf(matchBy, given)
  if (names.length === 0) {
    const [path, what] = NAMED_AT[matchBy]
    return refused(
      invalidRequest(`Products are matched by ${what}, and this one has none.`, [{ path, message: 'is required' }]),
    )
  }
  return { names, wanted: given, ask: (before) => withKnownVariants(given, before) }
}

const NAMED_AT: Record<MatchBy, [string, string]> = {
  handle: ['/handle', 'handle'],
  externalId: ['/externalId', 'external id'],
  sku: ['/variants/0/sku', 'SKU'],
}

const refused = (error: AppError): Upsert => ({
  names: [],
  wanted: {},
  ask: () => {
    throw error
  },
})

/**
 * Inside a transaction. All are written together, in as few statements as one. What only shows when it is written spoils that,
 * so then each half is tried by itself, down to the one that it was.
 */
export async function upsertProducts(ctx: Ctx, matchBy: MatchBy, upserts: Upsert[]): Promise<Outcome[]> {
  try {
    return await transaction(ctx, async (ctx) => {
      await queries.lockNames(ctx)
      const { outcomes, changes } = await planUpserts(ctx, matchBy, upserts, true)
      await writeProducts(ctx, changes)
      return outcomes
    })
  } catch (error) {
    if (!isItsOwn(error)) throw error
    if (upserts.length === 1) return [{ outcome: 'failed', error: toAppError(error) }]
    const half = Math.ceil(upserts.length / 2)
    const first = await upsertProducts(ctx, matchBy, upserts.slice(0, half))
    return [...first, ...(await upsertProducts(ctx, matchBy, upserts.slice(half)))]
  }
}

interface Plan {
  outcomes: Outcome[]
  changes: Change[]
}

/** What would become of each, without writing anything. */
export async function planUpserts(ctx: Ctx, matchBy: MatchBy, upserts: Upsert[], isHeld = false): Promise<Plan> {
  const names = await readNames(
    ctx,
    upserts.map(({ wanted }) => wanted),
  )
  const shelf = await readShelf(
    ctx,
    matchBy,
    upserts.flatMap((upsert) => upsert.names),
    isHeld,
  )
  return { outcomes: upserts.map((upsert) => planOne(shelf, names, upsert)), changes: shelf.changes() }
}

function planOne(shelf: Shelf, names: Names, upsert: Upsert): Outcome {
  const [before, ...others] = shelf.find(upsert.names)
  const known = before && others.length === 0 && { productId: before.id }
  try {
    if (others.length > 0) throw ambiguous([before, ...others].flatMap((product) => product?.handle ?? []))
    const draft = draftOf(upsert.ask(before), before)
    if (before && isSameProduct(before, draft)) return { outcome: 'unchanged', productId: draft.id }
    takeNames(names, before, draft)
    shelf.put(draft)
    return { outcome: before ? 'updated' : 'created', productId: draft.id }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { outcome: 'failed', ...known, error }
  }
}

const ambiguous = (handles: string[]) =>
  new AppError(
    'conflict',
    `These SKUs belong to ${handles.length} products (${handles.slice(0, 5).join(', ')}): send each of them by itself, or match by handle.`,
    { details: [{ path: '/variants', message: `has SKUs of ${handles.length} products` }] },
  )

/** What was asked for can't be; or data that does not fit, a rule of a table, a limit of the database, by SQLSTATE class. Anything else is no product's fault. */
function isItsOwn(error: unknown): boolean {
  if (error instanceof AppError) return error.status < 500
  return error instanceof Error && 'code' in error && /^(22|23|54)[0-9A-Z]{3}$/.test(String(error.code))
}
