import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../ctx.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { unavailable } from '../../kit/errors.ts'
import { IdempotentReplay, type IdempotentRequest } from '../../kit/idempotency.ts'
import type { TraceStep } from '../../pricing/pricing-result.ts'
import { claimCart } from './cart-owner.ts'
import { toCart } from './cart-response.ts'
import { areSameTotals, type CartContents, toDisplayedTotals } from './contents.ts'
import { listRejectedCodes, NO_CODES, type SubmittedCodes } from './discounts/codes.ts'
import type { CartLookup } from './loading/cart-queries.ts'
import { assertCartOpen, type CartContext, loadCart, ReplayedCart, startPrefetch } from './loading/load-cart.ts'
import type { CartRow } from './loading/rows.ts'
import * as queries from './queries.ts'
import { calculatePrices, type ResolvedCart, resolveCart, toStoredContents } from './resolve-cart.ts'
import type { Cart } from './schemas.ts'

interface CartEdit {
  /** Data to load in addition to the cart's own. */
  lookup?: Partial<CartLookup>
  submitted?: SubmittedCodes
  apply: (contents: CartContents, row: CartContext) => CartContents
}

/**
 * Reads, prices and writes: two statements, plus one for data this server hasn't cached. The write succeeds only as
 * the next version of what was read.
 */
export function editCart(
  ctx: Ctx,
  id: string,
  { lookup, submitted = NO_CODES, apply }: CartEdit,
  ifMatch?: string,
): Promise<Cart> {
  if (ctx.db.isTransaction)
    throw new Error('A transaction that waits for a cart would block all others that need its locks')
  const fullLookup = { ...lookup, cartId: id }
  const attempt = async (prefetch: Promise<void> | undefined) => {
    const context = await loadCart(ctx, fullLookup, prefetch)
    const cart = assertCartOpen(context.cart, id)
    assertIfMatch(ifMatch, cart.version)
    const resolved = resolveCart(ctx, apply(claimCart(ctx, cart.contents), context), context)
    const now = { version: cart.version + 1, updatedAt: ctx.now.toISOString() }
    const response = toCartResponse(ctx, { context, resolved, submitted }, { ...cart, ...now })
    const changed = { id, version: cart.version, contents: contentsToStore(ctx, resolved, response) }
    return (await updateCart(ctx, response, changed)) ? response : undefined
  }
  return runExclusive(ctx, id, () => {
    const prefetch = startPrefetch(ctx, fullLookup)
    return retryUntilWritten(() => attempt(prefetch)).catch((error: unknown) => recordReplayedTotals(ctx, error))
  })
}

/** By environment and cart id. */
const newCartQueues = () => new Map<string, Promise<unknown>>()

/**
 * Runs work on one cart in arrival order within this server. Without it, a buyer who presses a button five times
 * would read the same version five times and retry four. Conflicts with other servers are resolved by the version.
 */
function runExclusive<Result>(ctx: Ctx, cartId: string, work: () => Promise<Result>): Promise<Result> {
  const queues = ctx.perServer(newCartQueues)
  const key = `${ctx.environmentId} ${cartId}`
  const previous = queues.get(key)
  const current = previous ? previous.then(work, work) : work()
  queues.set(key, current)
  const leave = () => {
    if (queues.get(key) === current) queues.delete(key)
  }
  current.then(leave, leave)
  return current
}

/**
 * A replayed response becomes what the buyer saw last: they have not agreed to what a read showed in between. They do
 * know their own edits.
 */
export async function recordReplayedTotals(ctx: Ctx, error: unknown): Promise<never> {
  if (!(error instanceof IdempotentReplay) || !isBuyerRequest(ctx)) throw error
  const { status, fingerprint, body } = error.stored
  if (status === null || status >= 300 || fingerprint !== ctx.idempotency?.fingerprint.toString('hex')) throw error
  const replayed = JSON.parse(body) as Cart
  const displayedTotals = toDisplayedTotals(replayed)
  const row = error instanceof ReplayedCart ? error.cart : await queries.findCart(ctx, replayed.id)
  const isLast = row?.status === 'open' && row.editedVersion <= replayed.version
  if (isLast && !areSameTotals(row.contents.displayedTotals, displayedTotals)) {
    // A concurrent write has shown the buyer something newer.
    await queries.saveDisplayedTotals(ctx, { ...row, contents: { ...row.contents, displayedTotals } })
  }
  throw error
}

/** A concurrent change causes a retry; more conflicts than this don't come from a buyer. */
const MAX_ATTEMPTS = 20

export async function retryUntilWritten(attempt: () => Promise<Cart | undefined>): Promise<Cart> {
  for (let count = 1; count <= MAX_ATTEMPTS; count++) {
    const cart = await attempt()
    if (cart) return cart
    await sleep(Math.random() * count * 5)
  }
  throw unavailable('too many concurrent changes to one cart')
}

export const insertCart = (ctx: Ctx, response: Cart, cart: queries.CartInsert): Promise<boolean> =>
  ctx.idempotency
    ? queries.insertCartOnce(ctx, cart, toIdempotentWrite(ctx.idempotency, response))
    : queries.insertCart(ctx, cart)

const updateCart = (ctx: Ctx, response: Cart, cart: queries.CartUpdate): Promise<boolean> =>
  ctx.idempotency
    ? queries.updateCartOnce(ctx, cart, toIdempotentWrite(ctx.idempotency, response))
    : queries.updateCart(ctx, cart)

const toIdempotentWrite = (
  { key, fingerprint, toResponse }: IdempotentRequest,
  response: Cart,
): queries.IdempotentWrite => ({ key, fingerprint, ...toResponse(response) })

interface ResponseInput {
  context: CartContext
  resolved: ResolvedCart
  submitted: SubmittedCodes
}

export function toCartResponse(
  ctx: Ctx,
  { context, resolved, submitted }: ResponseInput,
  cart: Omit<CartRow, 'contents' | 'currency' | 'editedVersion'>,
  trace?: TraceStep[],
): Cart {
  const priced = calculatePrices(resolved.input, trace)
  priced.rejected.push(...listRejectedCodes(submitted, context))
  return toCart({
    row: cart,
    resolved,
    priced,
    offers: context.offers,
    trace,
    isTrusted: ctx.caller.kind !== 'visitor',
    isOwn: ctx.customer !== undefined,
  })
}

/** A change by staff was not shown to the buyer: the buyer's totals and warnings stay. */
export const contentsToStore = (ctx: Ctx, resolved: ResolvedCart, response: Cart): CartContents =>
  isBuyerRequest(ctx) ? toStoredContents(resolved, toDisplayedTotals(response)) : resolved.contents

/**
 * A key is the shop's own server acting for the buyer, unless it is read-only. Staff and jobs also read carts, but
 * the buyer has not seen what they see.
 */
export const isBuyerRequest = ({ caller }: Pick<Ctx, 'caller'>): boolean =>
  caller.kind === 'visitor' || (caller.kind === 'key' && caller.scope !== 'read')
