import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../ctx.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { AppError, invalidRequest, unauthorized, unavailable } from '../../kit/errors.ts'
import { IdempotentReplay, type IdempotentRequest } from '../../kit/idempotency.ts'
import { newSecretId } from '../../kit/ids.ts'
import type { PricingResult, TraceStep } from '../../pricing/pricing-result.ts'
import { applyTaxEngine, type TaxableCart } from './apply-tax-engine.ts'
import { applyBuyerDetails, assertPointsHaveCustomer } from './buyer-details.ts'
import { toCart } from './cart-response.ts'
import { applySnapshot } from './cart-snapshot.ts'
import { type CartContents, type DisplayedTotals, EMPTY_CONTENTS, type StoredLineItem } from './contents.ts'
import { applyCodes, listRejectedCodes, NO_CODES, parseCodes, type SubmittedCodes } from './discounts/codes.ts'
import * as idempotentWrites from './idempotent-writes.ts'
import type { CartLookup } from './loading/cart-queries.ts'
import { type CartContext, loadCart, ReplayedCart, startPrefetch } from './loading/load-cart.ts'
import type { CartRow } from './loading/rows.ts'
import * as queries from './queries.ts'
import { assertCartExists } from './referenced-cart.ts'
import type { NewCart } from './request-schemas.ts'
import { calculatePrices, type ResolvedCart, resolveCart, toStoredContents } from './resolve-cart.ts'
import {
  addToCart,
  assertNoCardNumbersIn,
  resolveAdditions,
  toVariantLookup,
  validateCurrency,
} from './resolve-items.ts'
import type { Cart, CartChanges, ItemInput } from './schemas.ts'

export async function createCart(ctx: Ctx, input: NewCart): Promise<Cart> {
  const { currency, items = [], codes = [], ...details } = input
  const errors = validateCurrency(currency)
  if (errors.length > 0) throw invalidRequest(`${currency} is not a supported currency.`, errors)
  assertNoCardNumbersIn(ctx, { items, isList: true })
  const contents = assertPointsHaveCustomer(applyBuyerDetails(ctx, EMPTY_CONTENTS, details))
  const submitted = parseCodes(ctx, codes)
  const lookup = {
    currency: currency ?? null,
    customerKey: contents.customerKey,
    ...toVariantLookup(items),
    ...submitted,
  }
  const pointsCustomerId = contents.points ? (contents.customer?.id ?? null) : null
  const prefetch = startPrefetch(ctx, lookup)
  return retryUntilWritten(async () => {
    const context = await loadCart(ctx, { ...lookup, pointsCustomerId }, prefetch)
    const filled = addToCart(contents, resolveAdditions(items, context), context, { items, isList: true })
    const resolved = resolveCart(ctx, applyCodes(filled, submitted, context), context)
    const id = newSecretId('cart')
    const now = ctx.now.toISOString()
    const fresh = { id, version: 1, status: 'open', orderId: null, createdAt: now, updatedAt: now } as const
    // Before the write: a cart that can't be priced must not be stored.
    const cart = toCartResponse(ctx, { context, resolved, submitted }, fresh)
    const isWritten = await insertCart(ctx, cart, {
      id,
      currency: context.currency,
      contents: contentsToStore(ctx, resolved, cart),
    })
    return isWritten ? cart : undefined
  }).catch((error: unknown) => recordReplayedTotals(ctx, error))
}

/** A change by staff was not shown to the buyer: the buyer's totals and warnings stay. */
const contentsToStore = (ctx: Ctx, resolved: ResolvedCart, response: Cart): CartContents =>
  isBuyerRequest(ctx) ? toStoredContents(resolved, toDisplayedTotals(response)) : resolved.contents

/** Shows the cart to its buyer, who may then check out at these totals. Writes only if the totals changed. */
export function getCart(ctx: Ctx, id: string, isExplained = false): Promise<Cart> {
  return retryUntilWritten(async () => {
    const { row, cart } = await readPricedCart(ctx, id, isExplained)
    const displayedTotals = toDisplayedTotals(cart)
    if (row.status !== 'open' || !isBuyerRequest(ctx) || areSameTotals(row.contents.displayedTotals, displayedTotals))
      return cart
    const isWritten = await queries.saveDisplayedTotals(ctx, {
      id,
      version: row.version,
      contents: { ...row.contents, displayedTotals },
    })
    return isWritten ? { ...cart, version: row.version + 1 } : undefined
  })
}

/** The current cart, for code that does not show it to the buyer. */
export const readCart = async (ctx: Ctx, id: string): Promise<Cart> => (await readPricedCart(ctx, id)).cart

async function readPricedCart(ctx: Ctx, id: string, isExplained = false): Promise<{ row: CartRow; cart: Cart }> {
  if (isExplained && ctx.caller.kind === 'visitor') throw unauthorized('An API key is required for explain.')
  const context = await loadCart(ctx, { cartId: id })
  const row = assertCartExists(context.cart, id)
  const resolved = resolveCart(ctx, row.contents, context)
  const response = toCartResponse(ctx, { context, resolved, submitted: NO_CODES }, row, isExplained ? [] : undefined)
  const ordered = row.orderId === null ? undefined : await queries.findSnapshot(ctx, row.orderId)
  return { row, cart: ordered ? applySnapshot(response, ordered.snapshot, ordered.left) : response }
}

/** What these variants cost now, and the taxes on them, for orders that don't come from a cart. */
export const loadOffers = (
  ctx: Ctx,
  lookup: Pick<CartLookup, 'currency' | 'variantIds'>,
): Promise<Pick<CartContext, 'currency' | 'offers' | 'rules'>> => loadCart(ctx, lookup)

/**
 * A replayed response becomes what the buyer saw last: they have not agreed to what a read showed in between. They do
 * know their own edits.
 */
async function recordReplayedTotals(ctx: Ctx, error: unknown): Promise<never> {
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
    const resolved = resolveCart(ctx, apply(cart.contents, context), context)
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

/** A concurrent change causes a retry; more conflicts than this don't come from a buyer. */
const MAX_ATTEMPTS = 20

async function retryUntilWritten(attempt: () => Promise<Cart | undefined>): Promise<Cart> {
  for (let count = 1; count <= MAX_ATTEMPTS; count++) {
    const cart = await attempt()
    if (cart) return cart
    await sleep(Math.random() * count * 5)
  }
  throw unavailable('too many concurrent changes to one cart')
}

const insertCart = (ctx: Ctx, response: Cart, cart: queries.CartInsert): Promise<boolean> =>
  ctx.idempotency
    ? idempotentWrites.insertCart(ctx, cart, toIdempotentWrite(ctx.idempotency, response))
    : queries.insertCart(ctx, cart)

const updateCart = (ctx: Ctx, response: Cart, cart: queries.CartUpdate): Promise<boolean> =>
  ctx.idempotency
    ? idempotentWrites.updateCart(ctx, cart, toIdempotentWrite(ctx.idempotency, response))
    : queries.updateCart(ctx, cart)

const toIdempotentWrite = (
  { key, fingerprint, toResponse: answerOf }: IdempotentRequest,
  response: Cart,
): idempotentWrites.IdempotentWrite => ({
  key,
  fingerprint,
  ...answerOf(response),
})

export function assertCartOpen(row: CartRow | null, id: string): CartRow {
  const cart = assertCartExists(row, id)
  if (cart.status === 'ordered') {
    throw new AppError('cart_completed', 'This cart is already an order. Create a new cart.', {
      fields: { orderId: cart.orderId },
    })
  }
  return cart
}

interface ResponseInput {
  context: CartContext
  resolved: ResolvedCart
  submitted: SubmittedCodes
}

function toCartResponse(
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
  })
}

/** By environment and cart id. */
const newCartQueues = () => new Map<string, Promise<unknown>>()

/**
 * Runs work on one cart in arrival order within this server. Without it, a buyer who presses a button five times
 * would read the same version five times and retry four. Conflicts with other servers are resolved by the version.
 */
export function runExclusive<Result>(ctx: Ctx, cartId: string, work: () => Promise<Result>): Promise<Result> {
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

/** A cart ready to be bought: current prices and stock, and the buyer details sent with the order. */
export interface CheckoutCart extends TaxableCart {
  cart: CartRow
  context: CartContext
}

/**
 * Runs one statement, plus one for rules or variants that changed or aren't cached. Throws 409 `cart_completed` for an
 * ordered cart.
 */
export async function loadCheckoutCart(ctx: Ctx, cartId: string, buyerDetails: CartChanges): Promise<CheckoutCart> {
  // Uses are counted for the customer in the request, who is not stored yet.
  const { customerKey } = applyBuyerDetails(ctx, EMPTY_CONTENTS, buyerDetails)
  const context = await loadCart(ctx, { cartId, customerKey })
  const cart = assertCartOpen(context.cart, cartId)
  const resolved = resolveCart(ctx, applyBuyerDetails(ctx, cart.contents, buyerDetails), context)
  const checkoutCart: CheckoutCart = { cart, context, resolved, priced: calculatePrices(resolved.input) }
  return context.rules.hasTaxEngine ? applyTaxEngine(ctx, checkoutCart) : checkoutCart
}

/**
 * The prices a read of the cart would show now: without details sent with the order, and before calling a tax engine.
 */
export const priceStoredCart = (ctx: Ctx, { cart, context }: CheckoutCart): PricingResult =>
  calculatePrices(resolveCart(ctx, cart.contents, context).input)

/**
 * Stores promotions that the checkout rejected for this customer. A visitor's cart doesn't count the uses of the
 * email address's owner, so the next read needs this. The buyer has not seen it yet: neither version nor displayed
 * totals change.
 */
export async function recordUsedUpPromotions(ctx: Ctx, { cart, resolved }: CheckoutCart, ids: readonly string[]) {
  const { customerKey } = resolved.contents
  if (customerKey === null) return
  const { usedUp } = cart.contents
  const earlier = usedUp?.customerKey === customerKey ? usedUp.promotionIds : []
  const contents = { ...cart.contents, usedUp: { customerKey, promotionIds: [...new Set([...earlier, ...ids])] } }
  await queries.saveUsedUpPromotions(ctx, { id: cart.id, version: cart.version, contents })
}

export interface OrderedCart extends queries.CartCompletion {
  /** Version of the cart that the order was made from; undefined in checkouts created before it was recorded. */
  version: number | undefined
  items: StoredLineItem[]
}

/**
 * Turns the cart into the order. Returns whether it was still open or had already become this order. Completing and
 * ending a checkout both take this lock first, so that only one of them succeeds.
 */
export async function finishCart(ctx: Ctx, cartId: string, ordered: OrderedCart): Promise<'done' | 'before'> {
  const finished = await queries.finishCart(ctx, cartId, ordered)
  if (finished) {
    if (ordered.version !== undefined && finished.version !== ordered.version) {
      await queries.replaceLineItems(ctx, cartId, ordered.items)
    }
    return 'done'
  }
  const other = await queries.findOrderId(ctx, cartId)
  if (other?.orderId === ordered.orderId) return 'before'
  throw new AppError('cart_completed', 'This cart is already another order.', {
    fields: { orderId: other?.orderId ?? null },
  })
}

/** Until the transaction ends, no other request can complete or end a checkout of this cart. */
export const lockCart = (ctx: Ctx, cartId: string): Promise<number> => queries.lockCart(ctx, cartId)

export interface CartReplacement {
  buyerDetails: CartChanges
  /** Replaces all items. */
  items?: readonly ItemInput[] | undefined
  /** Replaces all codes. */
  codes?: readonly string[] | undefined
}

/** For callers that send the complete state each time: the given fields replace the old ones atomically. */
export function replaceCart(ctx: Ctx, id: string, { buyerDetails, items, codes }: CartReplacement): Promise<Cart> {
  const submitted = codes ? parseCodes(ctx, codes) : NO_CODES
  const { customerKey } = applyBuyerDetails(ctx, EMPTY_CONTENTS, buyerDetails)
  const apply = (contents: CartContents, context: CartContext) => {
    const filled = items ? replaceItems(contents, items, context) : contents
    const emptied = codes ? { ...filled, codes: [], giftCardIds: [] } : filled
    return applyCodes(applyBuyerDetails(ctx, emptied, buyerDetails), submitted, context)
  }
  return editCart(ctx, id, { lookup: { customerKey, ...toVariantLookup(items ?? []), ...submitted }, submitted, apply })
}

/** An item that remains keeps its id. */
function replaceItems(contents: CartContents, items: readonly ItemInput[], context: CartContext): CartContents {
  const lineItemIds = new Map(contents.items.map(({ variantId, id }) => [variantId, id]))
  const fresh = addToCart({ ...contents, items: [] }, resolveAdditions(items, context), context, {
    items,
    isList: true,
  })
  return { ...fresh, items: fresh.items.map((item) => ({ ...item, id: lineItemIds.get(item.variantId) ?? item.id })) }
}

export function changeCart(ctx: Ctx, id: string, changes: CartChanges, ifMatch?: string): Promise<Cart> {
  // Uses are counted for the customer in the request, who is not stored yet.
  const { customerKey, customer } = applyBuyerDetails(ctx, EMPTY_CONTENTS, changes)
  const points = changes.points ? { wantsPoints: true, pointsCustomerId: customer?.id ?? null } : {}
  const apply = (contents: CartContents) => assertPointsHaveCustomer(applyBuyerDetails(ctx, contents, changes))
  return editCart(ctx, id, { lookup: { customerKey, ...points }, apply }, ifMatch)
}

interface DigestItem {
  id: string
  variantId: string
  quantity: number
}

const digestOf = (items: readonly DigestItem[]): string =>
  createHash('sha256')
    .update(items.map(({ id, variantId, quantity }) => `${id} ${variantId} ${quantity}`).join('\n'))
    .digest('base64url')
    .slice(0, 22)

export const toDisplayedTotals = ({ items, totals }: Pick<Cart, 'items' | 'totals'>): DisplayedTotals => ({
  total: totals.total.amount,
  credit: totals.giftCards.amount + totals.points.amount,
  items: digestOf(items),
})

export const computeTotals = ({ lines, totals }: Pick<PricingResult, 'lines' | 'totals'>): DisplayedTotals => ({
  total: totals.total,
  credit: totals.giftCards + totals.points,
  items: digestOf(lines),
})

export const areSameTotals = (displayed: DisplayedTotals | undefined, totals: DisplayedTotals): boolean =>
  displayed?.total === totals.total && displayed.credit === totals.credit && displayed.items === totals.items

/**
 * A key is the shop's own server acting for the buyer, unless it is read-only. Staff and jobs also read carts, but
 * the buyer has not seen what they see.
 */
export const isBuyerRequest = ({ caller }: Pick<Ctx, 'caller'>): boolean =>
  caller.kind === 'visitor' || (caller.kind === 'key' && caller.scope !== 'read')
