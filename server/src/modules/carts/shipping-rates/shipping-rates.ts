import type { Ctx } from '../../../ctx.ts'
import { isCountry } from '../../../kit/countries.ts'
import { invalidRequest } from '../../../kit/errors.ts'
import { money } from '../../../kit/money.ts'
import { destinationOf } from '../../../pricing/areas.ts'
import type { Destination, PricingInput } from '../../../pricing/pricing-input.ts'
import type { PricingResult } from '../../../pricing/pricing-result.ts'
import { fingerprintOf, quoteSecret, signQuote } from '../../shipping/quotes/quotes.ts'
import { claimCart } from '../cart-owner.ts'
import { type CartContents, insertItems } from '../contents.ts'
import { type CartContext, getReferencedContents, loadCart, unitPriceIn } from '../loading/load-cart.ts'
import { calculatePrices, resolveCart } from '../resolve-cart.ts'
import { NOT_ADDED, resolveAdditions, toVariantLookup, validateCurrency, validateExactlyOne } from '../resolve-items.ts'
import type { ItemInput } from '../schemas.ts'
import { applyCarrierRates } from './carrier-rates.ts'
import type { ShippingQuoteList, ShippingRatesQuery } from './schemas.ts'

/** Long enough to type an address and a card. */
const QUOTE_MS = 30 * 60_000

/** Shown to the buyer: why shipping is not possible. */
export const NO_SHIPPING_MESSAGES: Record<NonNullable<ShippingQuoteList['reason']>, string> = {
  empty: 'There is nothing to ship.',
  address_required: 'Enter a shipping address with at least a country.',
  no_zone: 'Shipping to this address is not available.',
  no_rate: 'No shipping rate is available for these items at this address.',
  currency_mismatch: 'Shipping to this address is not available in this currency.',
}

/** Returns the cost of shipping a cart, or items, to a destination. Each rate is a binding quote until it expires. */
export async function listShippingRates(ctx: Ctx, query: ShippingRatesQuery): Promise<ShippingQuoteList> {
  const { cartId, items, currency } = query
  const errors = validateExactlyOne('/cartId', cartId, 'items', items)
  if (errors.length > 0) throw invalidRequest('Send either cartId or items.', errors)
  if (query.country === undefined && (query.region ?? query.postalCode) !== undefined) {
    throw invalidRequest('Send country together with region or postalCode.', [
      { path: '/country', message: 'is required with region or postalCode' },
    ])
  }
  const currencyErrors = validateCurrency(currency)
  if (currencyErrors.length > 0) throw invalidRequest(`${currency} is not a supported currency.`, currencyErrors)
  if (query.country !== undefined && !isCountry(query.country)) {
    throw invalidRequest('Unknown country. Send a two-letter country code (ISO 3166-1).', [
      { path: '/country', message: 'must be an ISO 3166-1 country code, such as AT' },
    ])
  }
  const requested = (items ?? []).map(parseItem)
  const context = await loadCart(ctx, {
    cartId: cartId ?? '',
    currency: currency ?? null,
    ...toVariantLookup(requested),
  })
  const contents = claimCart(ctx, toQuotedContents(context, requested, query))
  const { input, warnings } = resolveCart(ctx, contents, context)
  const pricingInput = { ...input, selectedShipping: null, shipping: await applyCarrierRates(ctx, input) }
  return { ...toQuoteList(ctx, pricingInput, calculatePrices(pricingInput), destinationOf(contents)), warnings }
}

const parseItem = (text: string): ItemInput => {
  const [variantId = '', quantity] = text.split(':')
  return { variantId: variantId as NonNullable<ItemInput['variantId']>, quantity: Number(quantity) }
}

function toQuotedContents(context: CartContext, items: ItemInput[], query: ShippingRatesQuery): CartContents {
  const { country, region, postalCode } = query
  const contents = insertItems(
    getReferencedContents(context, query),
    resolveAdditions(items, context, NOT_ADDED),
    unitPriceIn(context),
  )
  if (country === undefined) return contents
  const shippingAddress = { country, ...(region && { region }), ...(postalCode && { postalCode }) }
  return { ...contents, shippingAddress }
}

function toQuoteList(
  ctx: Ctx,
  input: PricingInput,
  priced: PricingResult,
  destination: Destination,
): Omit<ShippingQuoteList, 'warnings'> {
  const { currency } = priced
  const { options } = priced.shipping
  const reason = input.items.length === 0 ? 'empty' : priced.shipping.reason
  const expiresAtMs = ctx.now.getTime() + QUOTE_MS
  const byPrice = new Set(input.shipping.rates.flatMap(({ id, price }) => (price.kind === 'price' ? id : [])))
  const fingerprint = fingerprintOf(input.items, destination)
  const data = options.map((option) => {
    const { totals, shipping } = priceWithService(input, option.service, priced)
    const { service, rateIds, title, type, amount, originalAmount, ...rest } = shipping.selected ?? option
    const itemTotal = totals.subtotal - (totals.discount - shipping.discount)
    // Only a discounted or price-based rate depends on the item total.
    const dependsOnTotal = amount < originalAmount || rateIds.some((id) => byPrice.has(id))
    const quote = {
      minItemTotal: dependsOnTotal ? itemTotal : 0,
      environmentId: ctx.environmentId,
      service,
      rateIds,
      title,
      type,
      amount,
      currency,
      fingerprint,
      expiresAtMs,
    }
    return {
      quoteId: signQuote(quote, quoteSecret(ctx)),
      service,
      title,
      description: rest.description,
      type,
      amount: money(amount, currency),
      originalAmount: money(originalAmount, currency),
      discount: money(shipping.discount, currency),
      minDays: rest.minDays,
      maxDays: rest.maxDays,
      locationId: rest.locationId,
      expiresAt: new Date(expiresAtMs).toISOString(),
    }
  })
  return {
    data,
    nextCursor: null,
    reason,
    message: reason && NO_SHIPPING_MESSAGES[reason],
    freeShipping: findFreeShipping(input, priced),
  }
}

/** Prices the cart with this service, because promotions may depend on the selected one. */
const priceWithService = (input: PricingInput, service: string, unselected: PricingResult): PricingResult =>
  input.promotions.length > 0 ? calculatePrices({ ...input, selectedShipping: { service, quote: null } }) : unselected

/** Of the available rates, the one that becomes free first. Gift cards don't count toward it. */
function findFreeShipping({ shipping, items }: PricingInput, priced: PricingResult): ShippingQuoteList['freeShipping'] {
  const { currency, totals } = priced
  const offered = new Set(priced.shipping.options.flatMap(({ amount, rateIds }) => (amount > 0 ? rateIds : [])))
  const thresholds = shipping.rates.flatMap(({ id, freeFrom }) => (offered.has(id) ? (freeFrom?.[currency] ?? []) : []))
  if (thresholds.length === 0) return null
  const threshold = Math.min(...thresholds)
  let total = totals.subtotal - (totals.discount - priced.shipping.discount)
  for (const { giftCard, unitPrice, quantity } of items) if (giftCard) total -= unitPrice * quantity
  return { threshold: money(threshold, currency), missing: money(Math.max(0, threshold - total), currency) }
}
