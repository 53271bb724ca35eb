import type { Ctx } from '../../ctx.ts'
import { assertNoCardNumbers } from '../../kit/card-number.ts'
import { isCountry } from '../../kit/countries.ts'
import { AppError, invalidRequest, unauthorized } from '../../kit/errors.ts'
import { readValidQuote } from '../shipping/quotes/quotes.ts'
import { claimCart, withCustomerKey } from './cart-owner.ts'
import { ANONYMOUS_CUSTOMER, type CartContents } from './contents.ts'
import type { CartContext } from './loading/load-cart.ts'
import { validateExactlyOne } from './resolve-items.ts'
import type { CartChanges } from './schemas.ts'

/** Applies the buyer's details and preferences; omitted fields keep their value. */
export function applyBuyerDetails(ctx: Ctx, contents: CartContents, changes: CartChanges): CartContents {
  if (changes.customer !== undefined) assertMaySetCustomer(ctx)
  const hasTender = changes.points !== undefined || changes.storeCredit !== undefined
  if (hasTender && ctx.caller.kind === 'visitor' && !ctx.customer) {
    throw unauthorized('An API key or a customer token is required to pay with points or store credit.')
  }
  assertValidCountries(changes)
  const { note, attributes: sentAttributes, email: sentEmail, shippingAddress, billingAddress } = changes
  assertNoCardNumbers(ctx, { note, attributes: sentAttributes, email: sentEmail, shippingAddress, billingAddress })
  const { shipping, customer, email, attributes, storeCredit, ...rest } = changes
  const before = claimCart(ctx, contents)
  const next: CartContents = { ...before, ...rest }
  if (attributes !== undefined) next.attributes = attributes ?? {}
  if (email !== undefined) next.email = email?.trim() ?? null
  if (customer !== undefined) next.customer = customer && { ...ANONYMOUS_CUSTOMER, ...customer }
  // Points and store credit belong to one customer: another customer can't pay with them.
  if (next.customer?.id !== before.customer?.id) {
    if (changes.points === undefined) next.points = null
    next.storeCredit = null
  }
  if (storeCredit !== undefined) next.storeCredit = storeCredit && { requested: storeCredit.requested?.amount ?? null }
  if (next.customer?.id !== next.ownerId) delete next.ownerId
  if (shipping !== undefined) next.shipping = shipping && selectShipping(ctx, shipping)
  return withCustomerKey(ctx, next)
}

function assertMaySetCustomer({ caller, customer }: Ctx): void {
  if (customer) {
    throw invalidRequest('The customer token already names the customer.', [
      { path: '/customer', message: 'must be omitted if X-Customer-Token is sent' },
    ])
  }
  if (caller.kind === 'visitor') throw unauthorized('An API key is required to set the customer.')
}

function assertValidCountries({ country, shippingAddress, billingAddress }: CartChanges): void {
  const details = [
    { path: '/country', code: country },
    { path: '/shippingAddress/country', code: shippingAddress?.country },
    { path: '/billingAddress/country', code: billingAddress?.country },
  ].flatMap(({ path, code }) =>
    !code || isCountry(code) ? [] : [{ path, message: 'must be an ISO 3166-1 country code, such as AT' }],
  )
  if (details.length > 0) throw invalidRequest('Unknown country. Send a two-letter country code (ISO 3166-1).', details)
}

/** The customer that a request names must exist; one that was deleted since is ignored. */
export function assertKnownCustomer({ customer }: CartChanges, { customers }: Pick<CartContext, 'customers'>): void {
  if (!customer?.id || customers.some(({ id }) => id === customer.id)) return
  throw invalidRequest('No such customer. Create the customer with POST /v1/customers first.', [
    { path: '/customer/id', message: 'is not a customer of this shop' },
  ])
}

/** Points and store credit need a customer. Checks the whole cart: the customer may have been set before. */
export function assertTendersHaveCustomer(contents: CartContents): CartContents {
  if (contents.customer?.id || (!contents.points && !contents.storeCredit)) return contents
  const path = contents.points ? '/points' : '/storeCredit'
  const tender = contents.points ? 'points' : 'store credit'
  throw invalidRequest(`The cart has no customer. Set customer.id to pay with ${tender}.`, [
    { path, message: 'requires customer.id in the cart or in this request' },
  ])
}

export function assertStoreCreditCurrency(
  { storeCredit }: CartChanges,
  { currency }: Pick<CartContext, 'currency'>,
): void {
  const requested = storeCredit?.requested
  if (!requested || requested.currency === currency) return
  throw invalidRequest(`This cart is in ${currency}. Send the amount in ${currency}.`, [
    { path: '/storeCredit/requested/currency', message: `must be ${currency}, the cart’s currency` },
  ])
}

/** Selects a service at the current price, or a quote at its quoted price. */
export function selectShipping(
  ctx: Ctx,
  { service, quoteId }: { service?: string; quoteId?: string },
): NonNullable<CartContents['shipping']> {
  const errors = validateExactlyOne('/shipping/service', service, 'quoteId', quoteId)
  if (errors.length > 0) {
    const message = 'Send either a service or a quoteId from GET /v1/shipping/rates.'
    throw invalidRequest(message, errors)
  }
  if (quoteId === undefined) return { service: service ?? '', quoteId: null }
  const quote = readValidQuote(ctx, quoteId)
  if (!quote) {
    const message = 'This quote has expired or belongs to another shop. Get a new one from GET /v1/shipping/rates.'
    throw new AppError('quote_expired', message, {
      details: [{ path: '/shipping/quoteId', message: 'must be a valid quote' }],
    })
  }
  return { service: quote.service, quoteId }
}
