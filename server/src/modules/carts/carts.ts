import type { Ctx } from '../../ctx.ts'
import { invalidRequest, unauthorized } from '../../kit/errors.ts'
import { newSecretId } from '../../kit/ids.ts'
import { assertCustomerExists } from '../customers/customers.ts'
import {
  applyBuyerDetails,
  assertKnownCustomer,
  assertStoreCreditCurrency,
  assertTendersHaveCustomer,
} from './buyer-details.ts'
import { resolveSavedAddresses } from './cart-owner.ts'
import { applySnapshot } from './cart-snapshot.ts'
import { editItem } from './change-items.ts'
import { areSameTotals, type CartContents, EMPTY_CONTENTS, insertItems, toDisplayedTotals } from './contents.ts'
import { applyCodes, NO_CODES, parseCodes } from './discounts/codes.ts'
import {
  contentsToStore,
  editCart,
  insertCart,
  isBuyerRequest,
  recordReplayedTotals,
  retryUntilWritten,
  toCartResponse,
} from './edit-cart.ts'
import type { CartLookup } from './loading/cart-queries.ts'
import {
  assertCartExists,
  type CartContext,
  getReferencedContents,
  loadCart,
  startPrefetch,
  unitPriceIn,
} from './loading/load-cart.ts'
import type { CartRow } from './loading/rows.ts'
import * as queries from './queries.ts'
import type { CartUpdate, NewCart } from './request-schemas.ts'
import { calculatePrices, resolveCart } from './resolve-cart.ts'
import {
  addToCart,
  assertNoCardNumbersIn,
  NOT_ADDED,
  resolveAdditions,
  toVariantLookup,
  validateCurrency,
  validateExactlyOne,
} from './resolve-items.ts'
import type { Cart, CartChanges, ItemInput } from './schemas.ts'

export async function createCart(ctx: Ctx, input: NewCart): Promise<Cart> {
  const { currency, items = [], codes = [], ...requested } = input
  const errors = validateCurrency(currency)
  if (errors.length > 0) throw invalidRequest(`${currency} is not a supported currency.`, errors)
  assertNoCardNumbersIn(ctx, { items, isList: true })
  const details = await resolveSavedAddresses(ctx, requested)
  const contents = assertTendersHaveCustomer(applyBuyerDetails(ctx, EMPTY_CONTENTS, details))
  const submitted = parseCodes(ctx, codes)
  const lookup = {
    currency: currency ?? null,
    customerKey: contents.customerKey,
    customerId: contents.customer?.id ?? null,
    ...toVariantLookup(items),
    ...submitted,
  }
  const pointsCustomerId = contents.points ? (contents.customer?.id ?? null) : null
  const prefetch = startPrefetch(ctx, lookup)
  return retryUntilWritten(async () => {
    const context = await loadCart(ctx, { ...lookup, pointsCustomerId }, prefetch)
    assertKnownCustomer(details, context)
    assertStoreCreditCurrency(details, context)
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

/** Shows the cart to its buyer, who may then check out at these totals. Writes only if the totals changed. */
export function getCart(ctx: Ctx, id: string, isExplained = false): Promise<Cart> {
  return retryUntilWritten(async () => {
    const { row, cart } = await readPricedCart(ctx, id, isExplained)
    // The customer sees their own prices, and so does the next request.
    if (isUnclaimed(ctx, row)) return editCart(ctx, id, { apply: (contents) => contents })
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

const isUnclaimed = (ctx: Ctx, { status, contents }: CartRow): boolean =>
  status === 'open' && ctx.customer !== undefined && contents.ownerId !== ctx.customer.id && isBuyerRequest(ctx)

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

interface PurchaseReference {
  cartId?: string
  /** Instead of a cart, in the shop's currency. */
  items?: readonly ItemInput[]
  /** Replaces the customer of the cart. */
  customerId?: string
}

/** An order that could be placed now. */
interface UnpaidPurchase {
  currency: string
  customerId: string | null
  email: string | null
  total: number
  /** What is left for the card after gift cards, points and store credit. */
  paidWithMoney: number
  items: {
    id: string
    variantId: string
    productId: string
    collectionIds: readonly string[]
    quantity: number
    /** With discounts and tax. */
    total: number
    tax: number
    isGiftCard: boolean
  }[]
}

/** Prices a cart or items for code that asks what an order of them would cause. Nothing is stored. */
export async function loadPurchase(ctx: Ctx, reference: PurchaseReference): Promise<UnpaidPurchase> {
  const { cartId, items, customerId } = reference
  const errors = validateExactlyOne('/cartId', cartId, 'items', items)
  if (errors.length > 0) throw invalidRequest('Send either cartId or items.', errors)
  await assertCustomerExists(ctx, customerId ?? null, '/customerId')
  const details = customerId === undefined ? {} : { customer: { id: customerId as `cus_${string}` } }
  const { customerKey } = applyBuyerDetails(ctx, EMPTY_CONTENTS, details)
  const context = await loadCart(ctx, {
    cartId: cartId ?? '',
    customerKey,
    customerId: customerId ?? null,
    ...toVariantLookup(items ?? []),
  })
  const stored = getReferencedContents(context, cartId === undefined ? {} : { cartId })
  const isSameCustomer = customerId === undefined || customerId === stored.customer?.id
  const contents = isSameCustomer ? stored : applyBuyerDetails(ctx, stored, details)
  const filled = insertItems(contents, resolveAdditions(items ?? [], context, NOT_ADDED), unitPriceIn(context))
  const priced = calculatePrices(resolveCart(ctx, filled, context).input)
  return {
    currency: priced.currency,
    customerId: filled.customer?.id ?? null,
    email: filled.email,
    total: priced.totals.total,
    paidWithMoney: priced.totals.due,
    items: priced.items.flatMap(({ id, variantId, quantity, total, tax }) => {
      const offer = context.offers.get(variantId)
      if (!offer) return []
      const { productId, collectionIds, giftCard } = offer
      return [{ id, variantId, productId, collectionIds, quantity, total, tax, isGiftCard: giftCard }]
    }),
  }
}

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
  const itemIds = new Map(contents.items.map(({ variantId, id }) => [variantId, id]))
  const fresh = addToCart({ ...contents, items: [] }, resolveAdditions(items, context), context, {
    items,
    isList: true,
  })
  return { ...fresh, items: fresh.items.map((item) => ({ ...item, id: itemIds.get(item.variantId) ?? item.id })) }
}

interface CartEdits {
  addItems?: readonly ItemInput[]
  removeItemIds?: readonly string[]
  codes?: readonly string[]
}

/** Several changes of the contents as one: either all of them are made or none. */
export function editContents(
  ctx: Ctx,
  id: string,
  { addItems = [], removeItemIds = [], codes = [] }: CartEdits,
): Promise<Cart> {
  const requested = { items: addItems, isList: true }
  assertNoCardNumbersIn(ctx, requested)
  const submitted = parseCodes(ctx, codes)
  const apply = (contents: CartContents, context: CartContext) => {
    const remaining = removeItemIds.reduce(
      (contents, itemId) => editItem(ctx, itemId, { quantity: 0 })(contents, context),
      contents,
    )
    const filled = addToCart(remaining, resolveAdditions(addItems, context, requested), context, requested)
    return applyCodes(filled, submitted, context)
  }
  return editCart(ctx, id, { lookup: { ...toVariantLookup(addItems), ...submitted }, submitted, apply })
}

export async function changeCart(ctx: Ctx, id: string, requested: CartUpdate, ifMatch?: string): Promise<Cart> {
  const changes = await resolveSavedAddresses(ctx, requested)
  // Uses are counted for the customer in the request, who is not stored yet.
  const { customerKey, customer } = applyBuyerDetails(ctx, EMPTY_CONTENTS, changes)
  const points = changes.points ? { wantsPoints: true, pointsCustomerId: customer?.id ?? null } : {}
  const apply = (contents: CartContents, context: CartContext) => {
    assertKnownCustomer(changes, context)
    assertStoreCreditCurrency(changes, context)
    return assertTendersHaveCustomer(applyBuyerDetails(ctx, contents, changes))
  }
  return editCart(ctx, id, { lookup: { customerKey, customerId: customer?.id ?? null, ...points }, apply }, ifMatch)
}
