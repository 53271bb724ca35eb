import type { Ctx } from '../../ctx.ts'
import { isCountry } from '../../kit/countries.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { money } from '../../kit/money.ts'
import type { Destination, PricingInput } from '../pricing/cart.ts'
import type { Priced } from '../pricing/priced.ts'
import { fingerprintOf, signQuote } from '../shipping/quotes.ts'
import { askedContents } from './asked-cart.ts'
import { withCarriers } from './carrier-rates.ts'
import { type Contents, destinationOf } from './contents.ts'
import { addLines } from './edits.ts'
import { unlessCurrency, unlessOne } from './faults.ts'
import { additionsOf, JUST_ASKED, lookFor } from './items.ts'
import { type Loaded, load, priceIn } from './offers.ts'
import { price } from './price.ts'
import type { Rates, RatesQuery } from './rate-schemas.ts'
import type { Item } from './request-schemas.ts'
import { quoteSecret } from './shipping-choice.ts'
import { setStage } from './stage.ts'

/** Long enough to type an address and a card. */
const QUOTE_MS = 30 * 60_000

/** For the buyer: what stands in the way of shipping. */
export const WHY_NOT_SHIPPED: Record<NonNullable<Rates['reason']>, string> = {
  empty: 'There is nothing to ship.',
  address_needed: 'Say where to: a country at least.',
  no_zone: 'Nothing is shipped there.',
  no_rate: 'There is no rate for these items there.',
  currency_mismatch: 'Nothing is shipped there in this currency.',
}

/** What it would cost to ship a cart, or items, to a place. Each answer is a promise until it ends. */
export async function listRates(ctx: Ctx, query: RatesQuery): Promise<Rates> {
  const { cartId, items, currency } = query
  const halves = unlessOne('/cartId', cartId, 'items', items)
  if (halves.length > 0) throw invalidRequest('Name a cartId, or items.', halves)
  if (query.country === undefined && (query.region ?? query.postcode) !== undefined) {
    throw invalidRequest('A region or postcode needs its country beside it.', [
      { path: '/country', message: 'is required with a region or postcode' },
    ])
  }
  const unknown = unlessCurrency(currency)
  if (unknown.length > 0) throw invalidRequest(`There is no currency ${currency}.`, unknown)
  if (query.country !== undefined && !isCountry(query.country)) {
    throw invalidRequest(`There is no country ${query.country}.`, [
      { path: '/country', message: 'is not of ISO 3166-1' },
    ])
  }
  const wanted = (items ?? []).map(readItem)
  const row = await load(ctx, { cartId: cartId ?? '', currency: currency ?? null, ...lookFor(wanted) })
  const contents = contentsOf(row, wanted, query)
  const { input, warnings } = setStage(ctx, contents, row)
  const asked = { ...input, chosen: null, shipping: await withCarriers(ctx, input) }
  return { ...toRates(ctx, asked, price(asked), destinationOf(contents)), warnings }
}

const readItem = (text: string): Item => {
  const [variantId = '', quantity] = text.split(':')
  return { variantId: variantId as NonNullable<Item['variantId']>, quantity: Number(quantity) }
}

function contentsOf(row: Loaded, items: Item[], query: RatesQuery): Contents {
  const { country, region, postcode } = query
  const filled = addLines(askedContents(row, query), additionsOf(items, row, JUST_ASKED), priceIn(row))
  if (country === undefined) return filled
  const shippingAddress = { country, ...(region && { region }), ...(postcode && { postcode }) }
  return { ...filled, shippingAddress }
}

function toRates(ctx: Ctx, input: PricingInput, priced: Priced, destination: Destination): Omit<Rates, 'warnings'> {
  const { currency } = priced
  const { options } = priced.shipping
  const reason = input.lines.length === 0 ? 'empty' : priced.shipping.reason
  const expiresAtMs = ctx.now.getTime() + QUOTE_MS
  const byPrice = new Set(input.shipping.rates.flatMap(({ id, price }) => (price.kind === 'price' ? id : [])))
  const fingerprint = fingerprintOf(input.lines, destination)
  const data = options.map((option) => {
    const { totals, shipping } = pricedWith(input, option.service, priced)
    const { service, rateIds, title, type, amount, originalAmount, ...rest } = shipping.selected ?? option
    const lineSum = totals.subtotal - (totals.discount - shipping.discount)
    // Only what is cheap because the goods are dear hangs on what they cost.
    const isForSum = amount < originalAmount || rateIds.some((id) => byPrice.has(id))
    const quote = {
      lineSum: isForSum ? lineSum : 0,
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
      price: money(amount, currency),
      originalPrice: money(originalAmount, currency),
      discount: money(shipping.discount, currency),
      minDays: rest.minDays,
      maxDays: rest.maxDays,
      locationId: rest.locationId,
      expiresAt: new Date(expiresAtMs).toISOString(),
    }
  })
  return { data, reason, message: reason && WHY_NOT_SHIPPED[reason], freeShipping: freeShipping(input, priced) }
}

/** As the cart will be with it: which promotions apply may hang on what is chosen. */
const pricedWith = (input: PricingInput, service: string, unchosen: Priced): Priced =>
  input.promotions.length > 0 ? price({ ...input, chosen: { service, quote: null } }) : unchosen

/** Of the rates that are offered, the one that becomes free first. Gift cards don't bring it nearer. */
function freeShipping({ shipping, lines }: PricingInput, priced: Priced): Rates['freeShipping'] {
  const { currency, totals } = priced
  const offered = new Set(priced.shipping.options.flatMap(({ amount, rateIds }) => (amount > 0 ? rateIds : [])))
  const froms = shipping.rates.flatMap(({ id, freeFrom }) => (offered.has(id) ? (freeFrom?.[currency] ?? []) : []))
  if (froms.length === 0) return null
  const from = Math.min(...froms)
  let sum = totals.subtotal - (totals.discount - priced.shipping.discount)
  for (const { isGiftCard, unitPrice, quantity } of lines) if (isGiftCard) sum -= unitPrice * quantity
  return { from: money(from, currency), missing: money(Math.max(0, from - sum), currency) }
}
