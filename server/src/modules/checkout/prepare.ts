import type { Ctx } from '../../ctx.ts'
import { refuseStale } from '../../http/version-tag.ts'
import { addressFaults } from '../../kit/address-rules.ts'
import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { Money } from '../../kit/money.ts'
import { toPlainText } from '../../kit/money-text.ts'
import { type ReadyCart, readyCart, withoutOrder } from '../carts/for-checkout.ts'
import { WHY_NOT_SHIPPED } from '../carts/rates.ts'
import type { CartChanges } from '../carts/request-schemas.ts'
import type { Warning } from '../carts/schemas.ts'
import { standing } from '../carts/shipping-choice.ts'
import { isSameTotals, pricedTotalsOf } from '../carts/shown-totals.ts'
import type { NoShipping } from '../pricing/priced.ts'

export interface Wanted {
  cartId: string
  said: CartChanges
  /** What the buyer was shown; without it, what the last response for this cart showed. */
  expectedTotal?: Money | undefined
  /** The version of the cart that the buyer was shown. */
  ifMatch?: string | undefined
  /** The response shows the total before anybody pays: what comes with the request may change it. */
  isShownFirst?: boolean
  /** There is nothing to pay with, so nothing may be due. */
  isFree?: boolean
}

/** The cart, if it costs and contains what the buyer was shown. Nothing is written: only a read or a change of the cart shows more. */
export async function prepare(ctx: Ctx, wanted: Wanted): Promise<ReadyCart> {
  const { cartId, said, expectedTotal, ifMatch, isFree } = wanted
  const ready = await readyCart(ctx, cartId, said)
  refuseStale(ifMatch, ready.cart.version)
  refuseShort(ready)
  if (said.shipping?.quoteId && !expectedTotal) {
    refuseOtherQuote(ready, standing(ctx, said.shipping.quoteId)?.amount)
  }
  const [missing, undeliverable] = [missingIn(ready), undeliverableIn(ready)]
  if (missing.length + undeliverable.length > 0) throw incomplete(ready, missing, undeliverable)
  refuseUnseen(ctx, ready, wanted)
  if (isFree && ready.priced.totals.due > 0) {
    throw invalidRequest('Say how it is paid.', [{ path: '/paymentMethod', message: 'is needed: something is due' }])
  }
  return ready
}

/** Who names a quote names its price, and pays no more. */
function refuseOtherQuote({ priced: { shipping } }: ReadyCart, promised = 0): void {
  if (shipping.selected && shipping.amount <= promised) return
  const message =
    'This quote is for other items, a higher sum or another place, to the region and postcode: ask GET /v1/shipping/rates for a new one.'
  throw new AppError('quote_expired', message, {
    details: [{ path: '/shipping/quoteId', message: 'is not for this cart as it is' }],
  })
}

const SHORT: readonly Warning['code'][] = ['out_of_stock', 'clamped', 'gone']

/** Goods that were in the cart when the buyer last saw it, and are not there any more. */
function refuseShort({ cart, stage, priced }: ReadyCart): void {
  if (cart.contents.shown?.items === pricedTotalsOf(priced).items) return
  const details = stage.warnings.flatMap(({ code, message, available }) =>
    SHORT.includes(code)
      ? [{ path: '/cartId', message: `${code}: ${message}`, ...(available !== undefined && { actual: available }) }]
      : [],
  )
  if (details.length === 0) return
  throw new AppError('out_of_stock', `Not everything in this cart is still available. ${READ_AGAIN}`, { details })
}

const READ_AGAIN = 'Get the cart, show it to the buyer and try again.'

function missingIn(ready: ReadyCart): ErrorDetail[] {
  const { contents, lines } = ready.stage
  const { shipping, currency } = ready.priced
  const missing: ErrorDetail[] = []
  const needed = (path: string, message: string) => missing.push({ path, message })
  if (lines.length === 0) needed('/cartId', 'the cart is empty')
  if (contents.email === null) needed('/email', 'an e-mail address for the confirmation')
  if (neverShipped(ready)) needed('/shippingAddress', `an address to which these items are shipped in ${currency}`)
  else if (shipping.isNeeded && lines.length > 0) {
    const isFetched = shipping.selected?.type === 'pickup'
    if (!isFetched && !contents.shippingAddress) needed('/shippingAddress', 'a shipping address')
    if (!shipping.selected) needed('/shipping', 'a way of shipping that is offered there')
  }
  return missing
}

/** What keeps a parcel from its address; what is picked up or digital goes nowhere. */
function undeliverableIn(ready: ReadyCart): ErrorDetail[] {
  const { isNeeded, selected } = ready.priced.shipping
  const { shippingAddress } = ready.stage.contents
  if (!isNeeded || !shippingAddress || selected?.type === 'pickup' || neverShipped(ready)) return []
  return addressFaults(shippingAddress).map(({ field, message }) => ({ path: `/shippingAddress/${field}`, message }))
}

function incomplete(ready: ReadyCart, missing: ErrorDetail[], undeliverable: ErrorDetail[]): AppError {
  const reason = neverShipped(ready)
  const listed = missing.map(({ message }) => message).join('; ')
  const message = [
    reason && WHY_NOT_SHIPPED[reason],
    listed && `Something is missing before this can be bought: ${listed}.`,
    ...undeliverable.map(({ message }) => message),
  ]
  return new AppError('checkout_incomplete', message.filter(Boolean).join(' '), {
    details: [...missing, ...undeliverable],
  })
}

/** Why there is no way of shipping that could be chosen, however long the buyer looks for one; they can't fetch it either. */
function neverShipped({ priced: { shipping } }: ReadyCart): NoShipping | undefined {
  const { reason, options, selected } = shipping
  return reason === null || reason === 'address_needed' || selected || options.length > 0 ? undefined : reason
}

/** What the request brings that a price may depend on. */
const PRICED_FIELDS = ['shipping', 'shippingAddress', 'billingAddress', 'email', 'customer', 'points'] as const

/** Nobody pays an amount they were not shown, be it higher or lower, nor for other items. */
function refuseUnseen(ctx: Ctx, ready: ReadyCart, { said, expectedTotal, isShownFirst }: Wanted): void {
  const { shown } = ready.cart.contents
  const totals = pricedTotalsOf(ready.priced)
  if (expectedTotal) {
    const { amount, currency } = expectedTotal
    if (amount !== totals.total || currency !== ready.priced.currency) {
      if (isTaxedNow(ctx, ready)) throw taxedNow(ready, ['/expectedTotal'])
      throw costsNow(ready, ['/expectedTotal'])
    }
    // The total says nothing of who pays it: what gift cards and points do not pay, the buyer's card would.
    const isPaidLess = totals.credit < Math.min(shown?.credit ?? 0, totals.total)
    if (isPaidLess || (shown && shown.items !== totals.items)) throw costsNow(ready, ['/cartId'])
    return
  }
  if (!isShownFirst && isSameTotals(shown, totals)) return
  const isCartAsShown = isSameTotals(shown, pricedTotalsOf(withoutOrder(ctx, ready)))
  if (isShownFirst && isCartAsShown) return
  const sent = PRICED_FIELDS.filter((field) => said[field] !== undefined).map((field) => `/${field}`)
  if (isTaxedNow(ctx, ready)) throw taxedNow(ready, sent.length > 0 ? sent : ['/cartId'])
  if (isCartAsShown && sent.length > 0) throw changesTotal(ready, sent)
  throw costsNow(ready, ['/cartId'])
}

/** The cart is as it was shown, but a tax engine is asked at checkout only: a read of the cart would never show this total. */
const isTaxedNow = (ctx: Ctx, ready: ReadyCart): boolean =>
  ready.estimate !== undefined && isSameTotals(ready.cart.contents.shown, pricedTotalsOf(withoutOrder(ctx, ready)))

function taxedNow(ready: ReadyCart, paths: string[]): AppError {
  const message = `Taxes are calculated at checkout: the total is ${amountsOf(ready).total}. Show it to the buyer and send it as expectedTotal, or use POST /v1/checkout/intent, which shows the total before anybody pays.`
  return changed(ready, paths, message)
}

const amountsOf = ({ priced: { totals, currency } }: ReadyCart) => ({
  total: toPlainText({ amount: totals.total, currency }),
  due: toPlainText({ amount: totals.due, currency }),
  isPartlyPaid: totals.due !== totals.total,
})

function costsNow(ready: ReadyCart, paths: string[]): AppError {
  const { total, due, isPartlyPaid } = amountsOf(ready)
  const message = `This cart is not what the buyer was last shown: the total is ${total}${isPartlyPaid ? `, of which ${due} is due` : ''}.`
  return changed(ready, paths, `${message} ${READ_AGAIN}`)
}

/** The cart is as it was shown; what came with the request makes the difference, and a read of the cart would not show it. */
function changesTotal(ready: ReadyCart, paths: string[]): AppError {
  const message = `With what this request adds to the cart, the total is ${amountsOf(ready).total}, which the buyer was not shown. Update the cart first and show its new total, or send it as expectedTotal.`
  return changed(ready, paths, message)
}

function changed(ready: ReadyCart, paths: string[], message: string): AppError {
  const { total, due, isPartlyPaid } = amountsOf(ready)
  const { totals } = ready.priced
  const isDueOnly = ready.cart.contents.shown?.total === totals.total && !paths.includes('/expectedTotal')
  const details = paths.map((path) => ({
    path,
    message: `the total is ${total}${isPartlyPaid ? `, ${due} due` : ''}`,
    actual: isDueOnly ? totals.due : totals.total,
  }))
  return new AppError('cart_changed', message, { details })
}
