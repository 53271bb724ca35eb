import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../ctx.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { assertNoCardNumbers } from '../../kit/card-number.ts'
import { AppError, invalidRequest, notFound, unauthorized, unavailable } from '../../kit/errors.ts'
import { IdempotentReplay, type IdempotentRequest } from '../../kit/idempotency.ts'
import { newSecretId } from '../../kit/ids.ts'
import type { TraceStep } from '../pricing/pricing-result.ts'
import { applyBuyerDetails, assertPointsHaveCustomer } from './buyer-details.ts'
import { calculatePrices } from './calculate-prices.ts'
import { runExclusive } from './cart-queue.ts'
import { toCart } from './cart-response.ts'
import { applySnapshot } from './cart-snapshot.ts'
import { type CartContents, EMPTY_CONTENTS } from './contents.ts'
import {
  applyCodes,
  listRejectedCodes,
  NO_CODES,
  parseCodes,
  removeSubmitted,
  type SubmittedCodes,
} from './discounts/codes.ts'
import { areSameTotals, isBuyerRequest, toDisplayedTotals } from './displayed-totals.ts'
import * as idempotentWrites from './idempotent-writes.ts'
import { addLineItems, type ItemAddition, type LineItemChange, removeGiftCard, updateLineItem } from './line-items.ts'
import type { CartLookup } from './loading/cart-queries.ts'
import { type CartContext, loadCart, ReplayedCart, startPrefetch, unitPriceIn } from './loading/load-cart.ts'
import type { CartRow } from './loading/rows.ts'
import { assertWithinOrderLimit, toVariantPaths } from './quantity-limits.ts'
import * as queries from './queries.ts'
import type { CartChanges, ItemChange, NewCart, NewCodes, NewItems } from './request-schemas.ts'
import { validateCurrency, validateExactlyOne } from './request-validation.ts'
import { type ResolvedCart, resolveCart, toStoredContents } from './resolve-cart.ts'
import { parseItems, type RequestedItems, resolveAdditions, toVariantLookup } from './resolve-items.ts'
import type { Cart } from './schemas.ts'

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

export function changeCart(ctx: Ctx, id: string, changes: CartChanges, ifMatch?: string): Promise<Cart> {
  // Uses are counted for the customer in the request, who is not stored yet.
  const { customerKey, customer } = applyBuyerDetails(ctx, EMPTY_CONTENTS, changes)
  const points = changes.points ? { wantsPoints: true, pointsCustomerId: customer?.id ?? null } : {}
  const apply = (contents: CartContents) => assertPointsHaveCustomer(applyBuyerDetails(ctx, contents, changes))
  return editCart(ctx, id, { lookup: { customerKey, ...points }, apply }, ifMatch)
}

export function addItems(ctx: Ctx, id: string, body: NewItems, ifMatch?: string): Promise<Cart> {
  const requested = parseItems(body)
  const { items } = requested
  assertNoCardNumbersIn(ctx, requested)
  const apply = (contents: CartContents, context: CartContext) =>
    addToCart(contents, resolveAdditions(items, context, requested), context, requested)
  return editCart(ctx, id, { lookup: toVariantLookup(items), apply }, ifMatch)
}

export function setItem(ctx: Ctx, id: string, itemId: string, changes: ItemChange, ifMatch?: string): Promise<Cart> {
  if (changes.quantity === undefined && changes.properties === undefined) {
    throw invalidRequest('Send quantity, properties or both.', [
      { path: '/quantity', message: 'is required unless properties is sent' },
    ])
  }
  assertNoCardNumbersIn(ctx, { items: [changes], isList: false })
  return editCart(ctx, id, { apply: editLineItem(ctx, itemId, changes) }, ifMatch)
}

export const removeItem = (ctx: Ctx, id: string, itemId: string, ifMatch?: string): Promise<Cart> =>
  editCart(ctx, id, { apply: editLineItem(ctx, itemId, { quantity: 0 }) }, ifMatch)

/** Gifts are calculated only if the request names an unknown item. */
const editLineItem =
  (ctx: Ctx, itemId: string, changes: LineItemChange) => (contents: CartContents, context: CartContext) => {
    const updated = updateLineItem(contents, itemId, changes, () =>
      calculatePrices(resolveCart(ctx, contents, context).input).lines.some(
        ({ id, giftPromotionId }) => giftPromotionId !== null && id === itemId,
      ),
    )
    const { variantId = '' } = contents.items.find(({ id }) => id === itemId) ?? {}
    // Reducing a quantity is always allowed.
    return (changes.quantity ?? 0) > 0
      ? assertWithinOrderLimit(updated, context, new Map([[variantId, '/quantity']]))
      : updated
  }

export const addToCart = (
  contents: CartContents,
  additions: ItemAddition[],
  context: CartContext,
  requested: RequestedItems,
): CartContents =>
  assertWithinOrderLimit(
    addLineItems(contents, additions, unitPriceIn(context)),
    context,
    toVariantPaths(additions, requested),
  )

export function addPromotions(ctx: Ctx, id: string, { code, codes }: NewCodes, ifMatch?: string): Promise<Cart> {
  const errors = validateExactlyOne('/code', code, 'codes', codes)
  if (errors.length > 0) throw invalidRequest('Send either code or codes.', errors)
  const submitted = parseCodes(ctx, codes ?? [code ?? ''])
  return editCart(
    ctx,
    id,
    { lookup: submitted, submitted, apply: (contents, row) => applyCodes(contents, submitted, row) },
    ifMatch,
  )
}

/** Removes all of them unless the request names one. */
export function removePromotions(
  ctx: Ctx,
  id: string,
  { code, giftCardId }: { code?: string; giftCardId?: string },
  ifMatch?: string,
): Promise<Cart> {
  const submitted = parseCodes(ctx, code === undefined ? [] : [code])
  const apply = (contents: CartContents, context: CartContext) => {
    if (code === undefined && giftCardId === undefined) return { ...contents, codes: [], giftCardIds: [] }
    const remaining = code === undefined ? contents : removeSubmitted(contents, submitted, context)
    return giftCardId === undefined ? remaining : removeGiftCard(remaining, giftCardId)
  }
  return editCart(ctx, id, { lookup: { cardHashes: submitted.cardHashes }, apply }, ifMatch)
}

function assertNoCardNumbersIn(ctx: Ctx, { items, isList }: RequestedItems): void {
  const properties = items.map(({ properties = {} }) => ({ properties }))
  assertNoCardNumbers(ctx, isList ? { items: properties } : (properties[0] ?? {}))
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

export function assertCartExists(cart: CartRow | null, id: string): CartRow {
  if (!cart || cart.status === 'expired') throw notFound('cart', id)
  return cart
}

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
