import type { Ctx } from '../../ctx.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { formatMoney, type Money } from '../../kit/money.ts'
import type { NoShippingReason } from '../../pricing/pricing-result.ts'
import {
  type CheckoutCart,
  isDisplayed,
  isStoredCartDisplayed,
  loadCheckoutCart,
  totalsOf,
} from '../carts/checkout-cart/checkout-cart.ts'
import type { CartChanges, Warning } from '../carts/schemas.ts'
import { NO_SHIPPING_MESSAGES } from '../carts/shipping-rates/shipping-rates.ts'
import { validateAddress } from '../customers/addresses/addresses.ts'
import { readValidQuote } from '../shipping/quotes/quotes.ts'

export interface CheckoutParams {
  cartId: string
  buyerDetails: CartChanges
  /** The total the buyer saw; defaults to the cart's last response. */
  expectedTotal?: Money | undefined
  /** The version of the cart the buyer saw. */
  ifMatch?: string | undefined
  /** The response shows the total before anyone pays, so details in the request may change it. */
  isPreview?: boolean
  /** No payment method was sent, so nothing may be due. */
  isFree?: boolean
}

/**
 * Returns the cart if its total and items match what the buyer saw. Writes nothing: only a read or change of the cart
 * displays new totals.
 */
export async function prepareCheckout(ctx: Ctx, params: CheckoutParams): Promise<CheckoutCart> {
  const { cartId, buyerDetails, expectedTotal, ifMatch, isFree } = params
  const checkoutCart = await loadCheckoutCart(ctx, cartId, buyerDetails)
  assertIfMatch(ifMatch, checkoutCart.cart.version)
  assertInStock(checkoutCart)
  if (buyerDetails.shipping?.quoteId && !expectedTotal) {
    assertQuoteApplies(checkoutCart, readValidQuote(ctx, buyerDetails.shipping.quoteId)?.amount)
  }
  const [missing, undeliverable] = [findMissingFields(checkoutCart), validateDelivery(checkoutCart)]
  if (missing.length + undeliverable.length > 0) throw checkoutIncomplete(checkoutCart, missing, undeliverable)
  assertTotalsDisplayed(ctx, checkoutCart, params)
  if (isFree && checkoutCart.priced.totals.due > 0) {
    throw invalidRequest('A payment method is required.', [
      { path: '/paymentMethod', message: 'is required because an amount is due' },
    ])
  }
  return checkoutCart
}

/** A quote in the request fixes the price: the buyer pays no more. */
function assertQuoteApplies({ priced: { shipping } }: CheckoutCart, quotedAmount = 0): void {
  if (shipping.selected && shipping.amount <= quotedAmount) return
  const message =
    'This quote is for other items, a higher total or another address, including region and postal code. Get a new one from GET /v1/shipping/rates.'
  throw new AppError('quote_expired', message, {
    details: [{ path: '/shipping/quoteId', message: 'must be a quote for the current cart' }],
  })
}

const SHORTAGE_CODES: readonly Warning['code'][] = ['out_of_stock', 'quantity_reduced', 'unavailable']

/** Rejects a cart whose items went out of stock since the buyer last saw it. */
function assertInStock(checkoutCart: CheckoutCart): void {
  const { cart, resolved } = checkoutCart
  if (cart.contents.displayedTotals?.items === totalsOf(checkoutCart).items) return
  const titles = new Map(resolved.items.map(({ offer }) => [offer.variantId, offer.title]))
  const details = resolved.warnings.flatMap(({ code, message, itemId, variantId, available }): ErrorDetail[] => {
    if (!SHORTAGE_CODES.includes(code)) return []
    const title = titles.get(variantId ?? '')
    const data = { reason: code, itemId, variantId, ...(available !== undefined && { available }) }
    return [{ path: '/cartId', message: title ? `${title}: ${message}` : message, ...data }]
  })
  if (details.length === 0) return
  throw new AppError('out_of_stock', `Some items in this cart are no longer available. ${RELOAD_ADVICE}`, { details })
}

const RELOAD_ADVICE = 'Get the cart, show it to the buyer and try again.'

function findMissingFields(checkoutCart: CheckoutCart): ErrorDetail[] {
  const { contents, items } = checkoutCart.resolved
  const { shipping, currency } = checkoutCart.priced
  const missing: ErrorDetail[] = []
  const addMissing = (path: string, message: string) => missing.push({ path, message })
  if (items.length === 0) addMissing('/cartId', 'at least one item')
  if (contents.email === null) addMissing('/email', 'an email address for the confirmation')
  if (unshippableReason(checkoutCart))
    addMissing('/shippingAddress', `an address that these items ship to in ${currency}`)
  else if (shipping.isNeeded && items.length > 0) {
    const isPickup = shipping.selected?.type === 'pickup'
    if (!isPickup && !contents.shippingAddress) addMissing('/shippingAddress', 'a shipping address')
    if (!shipping.selected) addMissing('/shipping', 'a shipping option available at this address')
  }
  return missing
}

/** Returns what makes the address undeliverable; pickup and digital items need no address. */
function validateDelivery(checkoutCart: CheckoutCart): ErrorDetail[] {
  const { isNeeded, selected } = checkoutCart.priced.shipping
  const { shippingAddress } = checkoutCart.resolved.contents
  if (!isNeeded || !shippingAddress || selected?.type === 'pickup' || unshippableReason(checkoutCart)) return []
  return validateAddress(shippingAddress).map(({ field, message }) => ({ path: `/shippingAddress/${field}`, message }))
}

function checkoutIncomplete(
  checkoutCart: CheckoutCart,
  missing: ErrorDetail[],
  undeliverable: ErrorDetail[],
): AppError {
  const reason = unshippableReason(checkoutCart)
  const listed = missing.map(({ message }) => message).join('; ')
  const message = [
    reason && NO_SHIPPING_MESSAGES[reason],
    listed && `The checkout is missing: ${listed}.`,
    ...undeliverable.map(({ message }) => message),
  ]
  return new AppError('checkout_incomplete', message.filter(Boolean).join(' '), {
    details: [...missing, ...undeliverable],
    ...(reason && { fields: { reason } }),
  })
}

/** Returns why no shipping option can exist, whatever the buyer selects; pickup is not available either. */
function unshippableReason({ priced: { shipping } }: CheckoutCart): NoShippingReason | undefined {
  const { reason, options, selected } = shipping
  return reason === null || reason === 'address_required' || selected || options.length > 0 ? undefined : reason
}

/** Request fields that can change a price. */
const PRICED_FIELDS = [
  'shipping',
  'shippingAddress',
  'billingAddress',
  'email',
  'customer',
  'points',
  'storeCredit',
] as const

/** Nobody pays an amount they were not shown, whether higher or lower, nor for other items. */
function assertTotalsDisplayed(
  ctx: Ctx,
  checkoutCart: CheckoutCart,
  { buyerDetails, expectedTotal, isPreview }: CheckoutParams,
): void {
  const { displayedTotals: displayed } = checkoutCart.cart.contents
  const totals = totalsOf(checkoutCart)
  if (expectedTotal) {
    const { amount, currency } = expectedTotal
    if (amount !== totals.total || currency !== checkoutCart.priced.currency) {
      if (isTaxedAtCheckout(ctx, checkoutCart)) throw taxesChangedTotal(checkoutCart, ['/expectedTotal'])
      throw totalChanged(checkoutCart, ['/expectedTotal'])
    }
    // The same total can be paid differently: what gift cards, points and store credit no longer cover would go to
    // the buyer's card.
    const isPaidLess = totals.credit < Math.min(displayed?.credit ?? 0, totals.total)
    if (isPaidLess || (displayed && displayed.items !== totals.items)) throw totalChanged(checkoutCart, ['/cartId'])
    return
  }
  if (!isPreview && isDisplayed(checkoutCart)) return
  const isCartAsShown = isStoredCartDisplayed(ctx, checkoutCart)
  if (isPreview && isCartAsShown) return
  const sentPaths = PRICED_FIELDS.filter((field) => buyerDetails[field] !== undefined).map((field) => `/${field}`)
  if (isTaxedAtCheckout(ctx, checkoutCart))
    throw taxesChangedTotal(checkoutCart, sentPaths.length > 0 ? sentPaths : ['/cartId'])
  if (isCartAsShown && sentPaths.length > 0) throw requestChangesTotal(checkoutCart, sentPaths)
  throw totalChanged(checkoutCart, ['/cartId'])
}

/** The cart is unchanged, but only checkout calls the tax engine: a read of the cart would never show this total. */
const isTaxedAtCheckout = (ctx: Ctx, checkoutCart: CheckoutCart): boolean =>
  checkoutCart.estimate !== undefined && isStoredCartDisplayed(ctx, checkoutCart)

function taxesChangedTotal(checkoutCart: CheckoutCart, paths: string[]): AppError {
  const message = `Taxes are calculated at checkout: the total is ${formatAmounts(checkoutCart).total}. Show it to the buyer and send it as expectedTotal, or use POST /v1/checkout/intent, which shows the total before anyone pays.`
  return cartChanged(checkoutCart, paths, message)
}

const formatAmounts = ({ priced: { totals, currency } }: CheckoutCart) => ({
  total: formatMoney({ amount: totals.total, currency }),
  due: formatMoney({ amount: totals.due, currency }),
  isPartlyPaid: totals.due !== totals.total,
})

function totalChanged(checkoutCart: CheckoutCart, paths: string[]): AppError {
  const { total, due, isPartlyPaid } = formatAmounts(checkoutCart)
  const message = `The cart has changed since the buyer last saw it: the total is ${total}${isPartlyPaid ? `, of which ${due} is due` : ''}.`
  return cartChanged(checkoutCart, paths, `${message} ${RELOAD_ADVICE}`)
}

/** The cart is unchanged; the request's own details change the total, and a read of the cart would not show it. */
function requestChangesTotal(checkoutCart: CheckoutCart, paths: string[]): AppError {
  const message = `This request changes the total to ${formatAmounts(checkoutCart).total}, which the buyer has not seen. Update the cart first and show its new total, or send it as expectedTotal.`
  return cartChanged(checkoutCart, paths, message)
}

function cartChanged(checkoutCart: CheckoutCart, paths: string[], message: string): AppError {
  const { total, due, isPartlyPaid } = formatAmounts(checkoutCart)
  const { totals, currency } = checkoutCart.priced
  const isDueOnly =
    checkoutCart.cart.contents.displayedTotals?.total === totals.total && !paths.includes('/expectedTotal')
  const details = paths.map((path) => ({
    path,
    message: `the total is ${total}${isPartlyPaid ? `, ${due} due` : ''}`,
    amount: { amount: isDueOnly ? totals.due : totals.total, currency },
  }))
  const fields = { total: { amount: totals.total, currency }, due: { amount: totals.due, currency } }
  return new AppError('cart_changed', message, { details, fields })
}
