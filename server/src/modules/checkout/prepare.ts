import type { Ctx } from '../../ctx.ts'
import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { Money } from '../../kit/money.ts'
import { toPlainText } from '../../kit/money-text.ts'
import { acceptChanges, asShown, type ReadyCart, readyCart } from '../carts/for-checkout.ts'
import { WHY_NOT_SHIPPED } from '../carts/rates.ts'
import type { CartChanges } from '../carts/request-schemas.ts'
import type { Warning } from '../carts/schemas.ts'
import { standing } from '../carts/shipping-choice.ts'
import type { NoShipping } from '../pricing/priced.ts'

export interface Wanted {
  cartId: string
  said: CartChanges
  /** What the buyer believes it costs. */
  expectedTotal?: Money | undefined
  /** The buyer sees what it costs before they pay. */
  isShownFirst?: boolean
  /** There is nothing to pay with, so nothing may be due. */
  isFree?: boolean
}

/** The cart, if it can be bought as the buyer knows it: nobody pays for something else than they have seen. */
export async function prepare(ctx: Ctx, wanted: Wanted): Promise<ReadyCart> {
  const { cartId, said, expectedTotal, isShownFirst, isFree } = wanted
  const ready = await readyCart(ctx, cartId, said)
  const news = newsOf(ready.stage.warnings)
  if (news) {
    await acceptChanges(ctx, cartId, said)
    throw news
  }
  if (said.shipping?.quoteId && !expectedTotal) {
    refuseOtherQuote(ready, standing(ctx, said.shipping.quoteId)?.amount)
  }
  const missing = missingIn(ready)
  if (missing.length > 0) {
    const reason = neverShipped(ready)
    const why = reason ? `${WHY_NOT_SHIPPED[reason]} ` : ''
    const message = `Something is missing before this can be bought: ${missing.map(({ message }) => message).join('; ')}.`
    throw new AppError('checkout_incomplete', why + message, { details: missing })
  }
  if (!isShownFirst && isMoreDueThanTold(ready)) {
    await acceptChanges(ctx, cartId, said)
    throw dueNow(ready)
  }
  if (isFree && ready.priced.totals.due > 0) {
    throw invalidRequest('Say how it is paid.', [{ path: '/paymentMethod', message: 'is needed: something is due' }])
  }
  if (expectedTotal) refuseOtherTotal(ready, expectedTotal)
  else if (!isShownFirst && isMoreThanTold(ctx, ready)) {
    await acceptChanges(ctx, cartId, said)
    throw costsNow(ready)
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

/**
 * A promotion may have ended since, or the tax engine knows better. What another address or way of shipping changes, its sender
 * expects; all else must cost no more than the cart said.
 */
function isMoreThanTold(ctx: Ctx, ready: ReadyCart): boolean {
  const { cart, estimate, priced } = ready
  if (estimate !== undefined && priced.totals.total !== estimate) return true
  return asShown(ctx, ready).totals.total > (cart.contents.total ?? Number.MAX_SAFE_INTEGER)
}

/** By how much less gift cards and points pay than the buyer was told: spent elsewhere, expired, or worth less. */
const creditMissing = ({ cart, priced: { totals } }: ReadyCart): number =>
  (cart.contents.credit ?? 0) - totals.giftCards - totals.points

/** The sum alone says nothing of who pays it: what gift cards and points do not pay, the buyer's card would. */
function isMoreDueThanTold(ready: ReadyCart): boolean {
  const { total = 0, credit = 0 } = ready.cart.contents
  return creditMissing(ready) > 0 && ready.priced.totals.due > total - credit
}

function newsOf(warnings: readonly Warning[]): AppError | undefined {
  const details = warnings.map(({ code, lineId, message, available }) => ({
    path: `/items/${lineId ?? ''}`,
    message: `${code}: ${message}`,
    ...(available !== undefined && { actual: available }),
  }))
  if (details.length === 0) return undefined
  const isShort = warnings.some(({ code }) => code === 'out_of_stock' || code === 'clamped' || code === 'gone')
  return isShort
    ? new AppError('out_of_stock', 'Not all of it is left. Show the cart again and let the buyer decide.', { details })
    : new AppError('cart_changed', 'The cart costs something else by now. Show it again and let the buyer decide.', {
        details,
      })
}

function missingIn(ready: ReadyCart): ErrorDetail[] {
  const { contents, lines } = ready.stage
  const { shipping, currency } = ready.priced
  const missing: ErrorDetail[] = []
  const needed = (path: string, message: string) => missing.push({ path, message })
  if (lines.length === 0) needed('/items', 'the cart is empty')
  if (contents.email === null) needed('/email', 'an e-mail address for the confirmation')
  if (neverShipped(ready)) needed('/shippingAddress', `an address to which these items are shipped in ${currency}`)
  else if (shipping.isNeeded && lines.length > 0) {
    const { line1, city } = contents.shippingAddress ?? {}
    const isFetched = shipping.selected?.type === 'pickup'
    if (!isFetched && (!line1 || !city)) needed('/shippingAddress', 'an address with line1, city and country')
    if (!shipping.selected) needed('/shipping', 'a way of shipping that is offered there')
  }
  return missing
}

/** Why there is no way of shipping that could be chosen, however long the buyer looks for one; they can't fetch it either. */
function neverShipped({ priced: { shipping } }: ReadyCart): NoShipping | undefined {
  const { reason, options, selected } = shipping
  return reason === null || reason === 'address_needed' || selected || options.length > 0 ? undefined : reason
}

function refuseOtherTotal(ready: ReadyCart, expected: Money): void {
  const { totals, currency } = ready.priced
  if (expected.amount !== totals.total || expected.currency !== currency) throw costsNow(ready)
}

function dueNow({ priced: { totals, currency } }: ReadyCart): AppError {
  const is = toPlainText({ amount: totals.due, currency })
  const message = `Gift cards or points pay less of it by now: ${is} are due. Show the cart again and let the buyer decide.`
  const details = [{ path: '/totals/due', message: `is ${is} in truth`, actual: totals.due }]
  return new AppError('cart_changed', message, { details })
}

function costsNow({ priced: { totals, currency } }: ReadyCart): AppError {
  const is = toPlainText({ amount: totals.total, currency })
  return new AppError('cart_changed', `It costs ${is} by now. Show the cart again and let the buyer decide.`, {
    details: [{ path: '/expectedTotal', message: `is ${is} in truth`, actual: totals.total }],
  })
}
