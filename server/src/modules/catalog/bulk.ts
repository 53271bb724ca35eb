import { type Ctx, transaction } from '../../ctx.ts'
import { toAppError } from '../../http/errors.ts'
import { checkerOf } from '../../http/validators.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import type { MatchBy, OtherVariants } from './bulk-schemas.ts'
import { type Draft, draftOf, isSameProduct } from './drafts.ts'
import { type Names, readNames, takeNames, type WantedNames } from './names.ts'
import * as queries from './queries.ts'
import { type Product, ProductChanges, type WholeChanges } from './schemas.ts'
import { namesOf, readShelf, type Shelf } from './shelf.ts'
import { assertSkusFree, claimSkus, lockSkus, readSkuOwners, type SkuOwners } from './skus.ts'
import { retellVariants } from './variant-faults.ts'
import { type WholeWish, withKnownVariants } from './variant-match.ts'
import { assertCanSave, type Change, writeProducts } from './write-products.ts'

/** Somebody's wish for one product, be it there or not. */
export interface Upsert {
  /** Which product is meant: what it is called, by handle, external id or SKU as the call says. */
  names: string[]
  /** The names that it shall have. */
  wanted: WantedNames
  /** The SKUs that it asks for. */
  skus: string[]
  /** What shall become of the product as it is; throws when it can't be. Nothing else happens in it: it may be asked twice. */
  ask(before: Draft | undefined): WholeChanges
}

export type Outcome =
  | { outcome: 'created' | 'updated' | 'unchanged'; productId: Product['id'] }
  | { outcome: 'failed'; productId?: Product['id']; error: AppError }

const shapeFaults = checkerOf(ProductChanges)

/** What somebody has sent for one product, with an explanation in its own terms when it can't be had. */
interface GivenWish {
  upsert: Upsert
  explain(error: AppError): AppError
}

/** Each for itself: one that fails leaves the others as they would be without it. Of two for one product, the later has the last word. */
export async function upsertGiven(
  ctx: Ctx,
  matchBy: MatchBy,
  products: unknown[],
  others: OtherVariants = 'keep',
): Promise<Outcome[]> {
  const wishes = products.map((given) => wishOf(matchBy, given, others))
  const upserts = wishes.map(({ upsert }) => upsert)
  const outcomes = await transaction(ctx, (ctx) => upsertProducts(ctx, matchBy, upserts))
  return outcomes.map((each, at) => {
    const wish = wishes[at]
    return wish && each.outcome === 'failed' ? { ...each, error: wish.explain(each.error) } : each
  })
}

function wishOf(matchBy: MatchBy, value: unknown, others: OtherVariants): GivenWish {
  const faults = shapeFaults(value)
  if (faults.length > 0) return refused(invalidRequest('The product is not valid.', faults))
  const given = value as ProductChanges
  const names = namesOf(matchBy, given)
  if (names.length === 0) {
    const [path, what] = NAMED_AT[matchBy]
    return refused(
      invalidRequest(`Products are matched by ${what}, and this one has none.`, [{ path, message: 'is required' }]),
    )
  }
  let whole: WholeWish | undefined
  return {
    upsert: {
      names,
      wanted: given,
      skus: given.variants?.flatMap(({ sku }) => sku ?? []) ?? [],
      ask(before) {
        // When it throws, the faults are those of what was sent.
        whole = undefined
        whole = withKnownVariants(given, before, others)
        return whole.changes
      },
    },
    explain: (error) => (whole ? inTermsOf(whole, error) : error),
  }
}

/** Faults are found in the whole list of variants; who has sent a few of them knows those by other places. */
const inTermsOf = ({ changes, givenAt }: WholeWish, error: AppError): AppError =>
  retellVariants(error, (at, { path, message }) => {
    if (givenAt[at] !== undefined) return { path: `/variants/${givenAt[at]}${path}`, message }
    const why = `of ${changes.variants?.[at]?.id}, which stays as it is not named: "otherVariants": "delete" lets it go`
    return { path: '/variants', message: `${message} (${why})` }
  })

const NAMED_AT: Record<MatchBy, [string, string]> = {
  handle: ['/handle', 'handle'],
  externalId: ['/externalId', 'external id'],
  sku: ['/variants/0/sku', 'SKU'],
}

const refused = (error: AppError): GivenWish => ({
  upsert: {
    names: [],
    wanted: {},
    skus: [],
    ask: () => {
      throw error
    },
  },
  explain: (same) => same,
})

/**
 * Inside a transaction. All are written together, in as few statements as one. What only shows when it is written spoils that,
 * so then each half is tried by itself, down to the one that it was.
 */
export async function upsertProducts(ctx: Ctx, matchBy: MatchBy, upserts: Upsert[]): Promise<Outcome[]> {
  // In the outer transaction, so that it stays locked when this one is undone.
  await lockSkus(ctx)
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
  const skuOwners = await readSkuOwners(
    ctx,
    upserts.flatMap(({ skus }) => skus),
  )
  const taken = { names, skuOwners }
  return { outcomes: upserts.map((upsert) => planOne(ctx, shelf, taken, upsert)), changes: shelf.changes() }
}

function planOne(
  ctx: Ctx,
  shelf: Shelf,
  { names, skuOwners }: { names: Names; skuOwners: SkuOwners },
  upsert: Upsert,
): Outcome {
  const [before, ...others] = shelf.find(upsert.names)
  const known = before && others.length === 0 && { productId: before.id }
  try {
    if (others.length > 0) throw ambiguous([before, ...others].flatMap((product) => product?.handle ?? []))
    const draft = draftOf(upsert.ask(before), before)
    if (before && isSameProduct(before, draft)) return { outcome: 'unchanged', productId: draft.id }
    const change = { before, after: draft }
    assertCanSave(ctx, change)
    assertSkusFree(skuOwners, [change])
    takeNames(names, before, draft)
    claimSkus(skuOwners, [change])
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
