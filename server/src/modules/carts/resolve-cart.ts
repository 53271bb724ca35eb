import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import { buyerDestinationOf, destinationOf } from '../../pricing/areas.ts'
import { priceCart } from '../../pricing/price-cart.ts'
import type {
  GiftOffer,
  PricingInput,
  PricingItem,
  RequestedPoints,
  RequestedStoreCredit,
  ResolvedCode,
  ShippingQuote,
} from '../../pricing/pricing-input.ts'
import type { PricingResult, TraceStep } from '../../pricing/pricing-result.ts'
import type { Promotion, ShippingRate } from '../../pricing/rules.ts'
import { fingerprintOf, readValidQuote } from '../shipping/quotes/quotes.ts'
import type { DisplayedTotals } from './contents.ts'
import { type CartContents, type StoredItem, toBuyer } from './contents.ts'
import type { CartContext } from './loading/load-cart.ts'
import type { VariantOffer, Warning } from './schemas.ts'

/** A cart matched with today's catalog: items that can be bought, their pricing input, and warnings for the buyer. */
export interface ResolvedCart {
  contents: CartContents
  /** Items that can be bought, with current price and quantity. */
  items: ResolvedItem[]
  warnings: Warning[]
  input: PricingInput
}

export interface ResolvedItem {
  stored: StoredItem
  offer: VariantOffer
  quantity: number
}

export function resolveCart(ctx: Ctx, contents: CartContents, context: CartContext): ResolvedCart {
  const { offers, rules } = context
  const { items, warnings } = matchStock(contents.items, offers, context.currency)
  const codes = contents.codes.map((code) => resolveCode(code, contents, context))
  const byCode = new Map(
    context.codes.flatMap(({ code, promotion }) => (contents.codes.includes(code) ? [[promotion.id, promotion]] : [])),
  )
  const promotions = byCode.size > 0 ? [...rules.automatic, ...byCode.values()] : rules.automatic
  const cards = new Map(context.giftCards.map((card) => [card.id, card]))
  const pricingItems = items.map(toPricingItem)
  const input: PricingInput = {
    currency: context.currency,
    items: pricingItems,
    codes,
    buyer: toBuyer(contents, findPromotionUses(ctx, contents, context), context.customers),
    destination: destinationOf(contents),
    buyerDestination: buyerDestinationOf(contents),
    promotions,
    gifts: findGiftOffers(promotions, offers),
    shipping: rules.shipping,
    selectedShipping: contents.shipping && {
      service: contents.shipping.service,
      quote: findApplicableQuote(ctx, contents, pricingItems, {
        currency: context.currency,
        rates: rules.shipping.rates,
      }),
    },
    taxes: rules.taxes,
    giftCards: contents.giftCardIds.flatMap((id) => cards.get(id) ?? []),
    points: toRequestedPoints(contents, context),
    storeCredit: toRequestedStoreCredit(contents, context),
    nowMs: ctx.now.getTime(),
  }
  return { contents, items, warnings, input }
}

/** Items take stock in order; two that share a variant share its stock. */
function matchStock(stored: readonly StoredItem[], offers: ReadonlyMap<string, VariantOffer>, currency: string) {
  const items: ResolvedItem[] = []
  const warnings: Warning[] = []
  const remaining = new Map<string, number>()
  const ordered = new Map<string, number>()
  for (const item of stored) {
    const reference = { itemId: item.id, variantId: item.variantId }
    const offer = offers.get(item.variantId)
    if (!offer) {
      warnings.push({ code: 'unavailable', ...reference, message: 'This item is no longer available and was removed.' })
      continue
    }
    const available = remaining.get(item.variantId) ?? offer.available
    const alreadyOrdered = ordered.get(item.variantId) ?? 0
    const allowed = Math.min(item.quantity, (offer.maxPerOrder ?? Number.POSITIVE_INFINITY) - alreadyOrdered)
    if (allowed < item.quantity) {
      const message = `At most ${offer.maxPerOrder} of this item ${offer.maxPerOrder === 1 ? 'is' : 'are'} allowed per order.`
      warnings.push({ code: 'quantity_limited', ...reference, message, requested: item.quantity, available: allowed })
    }
    const quantity = available === null ? allowed : Math.min(allowed, available)
    ordered.set(item.variantId, alreadyOrdered + quantity)
    if (allowed === 0) continue
    if (available !== null) remaining.set(item.variantId, available - quantity)
    if (quantity === 0) {
      const message = 'This item is sold out and was removed.'
      warnings.push({ code: 'out_of_stock', ...reference, message, requested: item.quantity, available: 0 })
      continue
    }
    if (quantity < allowed) {
      const message = `Only ${quantity} of ${item.quantity} ${quantity === 1 ? 'is' : 'are'} available.`
      warnings.push({ code: 'quantity_reduced', ...reference, message, requested: item.quantity, available: quantity })
    }
    if (offer.unitPrice !== item.unitPrice) {
      const message = 'The price has changed since this item was added to the cart.'
      const [oldPrice, newPrice] = [item.unitPrice, offer.unitPrice].map((amount) => ({ amount, currency }))
      warnings.push({ code: 'price_changed', ...reference, message, oldPrice, newPrice } as Warning)
    }
    items.push({ stored: item, offer, quantity })
  }
  return { items, warnings }
}

const toPricingItem = ({ stored, offer, quantity }: ResolvedItem): PricingItem => ({
  id: stored.id,
  quantity,
  variantId: offer.variantId,
  productId: offer.productId,
  unitPrice: offer.unitPrice,
  compareAt: offer.compareAt,
  weightGrams: offer.weightGrams,
  requiresShipping: offer.requiresShipping,
  taxClass: offer.taxClass,
  giftCard: offer.giftCard,
  collectionIds: offer.collectionIds,
  tags: offer.tags,
  vendor: offer.vendor,
  type: offer.type,
})

/** Includes stock the buyer's own items take; pricing subtracts those. */
function findGiftOffers(
  promotions: readonly Promotion[],
  offers: ReadonlyMap<string, VariantOffer>,
): Map<string, GiftOffer> {
  const gifts = new Map<string, GiftOffer>()
  for (const { benefit } of promotions) {
    const offer = benefit.kind === 'gift' ? offers.get(benefit.variantId) : undefined
    if (offer) gifts.set(offer.variantId, offer)
  }
  return gifts
}

/**
 * A visitor only claims an email address, so its owner's purchases must not be revealed. Checkout always counts uses.
 */
function findPromotionUses(
  { caller }: Ctx,
  { customerKey, customer }: CartContents,
  { uses }: CartContext,
): Map<string, number> {
  if (caller.kind === 'visitor' && customer === null) return new Map()
  return new Map(uses.flatMap((one) => (one.customerKey === customerKey ? [[one.promotionId, one.uses]] : [])))
}

function toRequestedPoints({ points, customer }: CartContents, context: CartContext): RequestedPoints | null {
  if (!points) return null
  const { points: rules } = context.rules
  const account = context.points.find(({ customerId }) => customerId === customer?.id)
  const rate = rules?.values.find(({ currency }) => currency === context.currency) ?? null
  return { requested: points.requested, balance: account?.balance ?? 0, rules, rate }
}

function toRequestedStoreCredit(
  { storeCredit, customer }: CartContents,
  context: CartContext,
): RequestedStoreCredit | null {
  if (!storeCredit) return null
  const account = context.storeCredit.find(({ customerId }) => customerId === customer?.id)
  return { requested: storeCredit.requested, balance: account?.balance ?? 0 }
}

function resolveCode(code: string, { customer }: CartContents, context: CartContext): ResolvedCode {
  const match = context.codes.find((one) => one.code === code)
  if (!match) return { code, promotionId: null, exhausted: false, active: true }
  const { promotionId, customerId, exhausted, active } = match
  const isOfOtherCustomer = customerId !== null && customerId !== customer?.id
  return { code, promotionId, exhausted, active, isOfOtherCustomer }
}

/** The contents to store: without removed items, with the prices and quantities shown to the buyer. */
export const toStoredContents = ({ contents, items }: ResolvedCart, displayed: DisplayedTotals): CartContents => ({
  ...contents,
  displayedTotals: displayed,
  items: items.map(({ stored, offer, quantity }) => {
    const isSame = stored.quantity === quantity && stored.unitPrice === offer.unitPrice
    return isSame ? stored : { ...stored, quantity, unitPrice: offer.unitPrice }
  }),
})

/** Rejects a sum that a number can't represent exactly; never rounds it. */
export function calculatePrices(input: PricingInput, trace?: TraceStep[]): PricingResult {
  try {
    return priceCart(input, trace)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new AppError('cart_full', 'The total is too large to calculate exactly. Reduce the quantities.', {
      cause: error,
    })
  }
}

/** Returns the quote if it is still valid for these items and this destination. */
export function findApplicableQuote(
  ctx: Ctx,
  contents: CartContents,
  items: readonly PricingItem[],
  { currency, rates }: { currency: string; rates: readonly ShippingRate[] },
): ShippingQuote | null {
  const { quoteId } = contents.shipping ?? {}
  const quote = quoteId ? readValidQuote(ctx, quoteId) : undefined
  if (!quote || quote.currency !== currency) return null
  if (quote.fingerprint !== fingerprintOf(items, destinationOf(contents))) return null
  // A quote outlives its shipping rate; a pickup location may no longer exist.
  const { service, rateIds, title, amount, minItemTotal, type } = quote
  if (type !== 'shipping' && !rateIds.every((id) => rates.some((rate) => rate.id === id))) return null
  return { service, rateIds, title, type, amount, minItemTotal }
}
