import { type Money, money } from '../../kit/money.ts'
import type {
  PricingResult,
  PromotionRule,
  ShippingOption,
  Tax,
  TraceStep,
  UnmetRule,
} from '../../pricing/pricing-result.ts'
import { toTotals } from '../../pricing/pricing-result.ts'
import type { CartRow } from './loading/rows.ts'
import type { ResolvedCart } from './resolve-cart.ts'
import type { Cart, VariantOffer, Warning } from './schemas.ts'

const DAY_MS = 86_400_000
export const IDLE_DAYS = 30

interface CartView {
  row: Pick<CartRow, 'id' | 'version' | 'status' | 'orderId' | 'createdAt' | 'updatedAt'>
  resolved: ResolvedCart
  priced: PricingResult
  offers: ReadonlyMap<string, VariantOffer>
  trace?: TraceStep[] | undefined
  /** Staff and servers also see fields that are hidden from visitors. */
  isTrusted: boolean
  /** The customer themselves, who may know their own balance. */
  isOwn: boolean
}

export function toCart(view: CartView): Cart {
  const { row, resolved, priced, trace, isTrusted, isOwn } = view
  const { contents } = resolved
  const { currency } = priced
  const inCurrency = (amount: number) => money(amount, currency)
  return {
    id: row.id as Cart['id'],
    version: row.version,
    status: row.status,
    currency,
    country: contents.country,
    locale: contents.locale,
    email: contents.email,
    shippingAddress: contents.shippingAddress,
    billingAddress: contents.billingAddress,
    note: contents.note,
    attributes: contents.attributes,
    ...(isTrusted && { customer: contents.customer }),
    items: toItems(view),
    promotions: toAppliedPromotions(priced),
    rejectedPromotions: toRejectedPromotions(priced, isTrusted),
    giftCards: priced.giftCards.map(({ id, last4, applied, balanceAfter }) => ({
      id: id as Cart['giftCards'][number]['id'],
      last4,
      amount: inCurrency(applied),
      balanceAfter: inCurrency(balanceAfter),
    })),
    points: priced.points && {
      requested: priced.points.requested,
      used: priced.points.used,
      amount: inCurrency(priced.points.applied),
      ...((isTrusted || isOwn) && { balance: priced.points.balance }),
      reason: priced.points.reason,
    },
    storeCredit: priced.storeCredit && {
      requested: priced.storeCredit.requested === null ? null : inCurrency(priced.storeCredit.requested),
      amount: inCurrency(priced.storeCredit.applied),
      ...((isTrusted || isOwn) && { balance: inCurrency(priced.storeCredit.balance) }),
      reason: priced.storeCredit.reason,
    },
    shipping: {
      required: priced.shipping.isNeeded,
      selected: priced.shipping.selected && toShippingOption(priced.shipping.selected, inCurrency),
      options: priced.shipping.options.map((option) => toShippingOption(option, inCurrency)),
      reason: priced.shipping.reason,
      discount: inCurrency(priced.shipping.discount),
      tax: inCurrency(priced.shipping.tax),
    },
    taxes: priced.taxes.map((tax) => toTax(tax, inCurrency)),
    totals: toTotals(priced),
    warnings: warningsOf(resolved, priced),
    orderId: row.orderId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    expiresAt: new Date(Date.parse(row.updatedAt) + IDLE_DAYS * DAY_MS).toISOString(),
    ...(trace && { trace }),
  }
}

function toItems({
  resolved: { items },
  priced: { items: priced, currency },
  offers,
  isTrusted,
}: CartView): Cart['items'] {
  const inCurrency = (amount: number) => money(amount, currency)
  const resolvedById = new Map(items.map((item) => [item.stored.id, item]))
  const quantities = new Map<string, number>()
  for (const { stored, quantity } of items)
    quantities.set(stored.variantId, (quantities.get(stored.variantId) ?? 0) + quantity)
  return priced.flatMap((item): Cart['items'] => {
    const own = resolvedById.get(item.id)
    const offer = own?.offer ?? offers.get(item.variantId)
    if (!offer) return []
    return [
      {
        id: item.id,
        variantId: offer.variantId as Cart['items'][number]['variantId'],
        productId: offer.productId as Cart['items'][number]['productId'],
        sku: offer.sku,
        title: offer.title,
        handle: offer.handle,
        options: offer.options,
        image: offer.image,
        quantity: item.quantity,
        maxQuantity: maxQuantityOf(
          offer,
          item.quantity,
          (quantities.get(item.variantId) ?? 0) - (own?.quantity ?? 0),
          isTrusted,
        ),
        unitPrice: inCurrency(item.unitPrice),
        compareAtUnitPrice: offer.compareAt === null ? null : inCurrency(offer.compareAt),
        subtotal: inCurrency(item.subtotal),
        discount: inCurrency(item.discount),
        tax: inCurrency(item.tax),
        taxes: item.taxes.map((tax) => toTax(tax, inCurrency)),
        total: inCurrency(item.total),
        requiresShipping: offer.requiresShipping,
        properties: own?.stored.properties ?? {},
        giftPromotionId: item.giftPromotionId as Cart['items'][number]['giftPromotionId'],
      },
    ]
  })
}

/** Stock counts are private to the shop: a visitor sees the maximum only once an item has reached it. */
function maxQuantityOf(offer: VariantOffer, quantity: number, inOtherItems: number, isTrusted: boolean): number | null {
  const { available, maxPerOrder } = offer
  // The order limit is public.
  const limit = maxPerOrder === null ? null : maxPerOrder - inOtherItems
  if (available === null) return limit
  const remaining = Math.min(available - inOtherItems, limit ?? Number.POSITIVE_INFINITY)
  if (remaining === limit) return limit
  return isTrusted || remaining <= quantity ? remaining : null
}

export const toAppliedPromotions = ({
  promotions,
  currency,
}: Pick<PricingResult, 'promotions' | 'currency'>): Cart['promotions'] =>
  promotions.map(({ promotionId, code, title, amount, allocations }) => ({
    id: promotionId as Cart['promotions'][number]['id'],
    code,
    title,
    amount: money(amount, currency),
    allocations: allocations.map(({ itemId, amount }) => ({
      target: itemId === null ? 'shipping' : 'item',
      itemId,
      amount: money(amount, currency),
    })),
  }))

/** Customer data from a server and the shop's segments are hidden from visitors. */
const CUSTOMER_RULES: ReadonlySet<PromotionRule> = new Set([
  'segmentIds',
  'tags',
  'firstOrder',
  'usageLimitPerCustomer',
])

export const toRejectedPromotions = (
  { rejected }: Pick<PricingResult, 'rejected'>,
  isTrusted: boolean,
): Cart['rejectedPromotions'] =>
  rejected.map(({ code, reason, message, unmet }) => ({
    code,
    reason,
    message,
    unmet: unmet.map(({ rule, missing, required, actual }) => {
      if (!isTrusted && CUSTOMER_RULES.has(rule)) return { rule, missing: null, required: null, actual: null }
      // The group's name is internal; the promotion that won is public.
      const isHidden = !isTrusted && rule === 'exclusiveGroup'
      return { rule, missing, required: isHidden ? null : toRuleValue(required), actual: toRuleValue(actual) }
    }),
  }))

const toRuleValue = (value: UnmetRule['actual']) =>
  Array.isArray(value) ? [...value] : (value as Exclude<typeof value, readonly string[]>)

type InCurrency = (amount: number) => Money

export const toTax = (
  { name, millionths, amount }: Pick<Tax, 'name' | 'millionths' | 'amount'>,
  inCurrency: InCurrency,
) => ({
  name,
  percentage: millionths / 10_000,
  amount: inCurrency(amount),
})

export const toShippingOption = (
  { service, title, type, amount, originalAmount }: ShippingOption,
  inCurrency: InCurrency,
) => ({
  service,
  title,
  type,
  amount: inCurrency(amount),
  originalAmount: inCurrency(originalAmount),
})

/** All warnings for the buyer. Only `resolved.warnings` concern items; the next change clears those. */
export const warningsOf = (resolved: ResolvedCart, priced: PricingResult): Cart['warnings'] => [
  ...resolved.warnings,
  ...shippingWarnings(resolved, priced),
  ...giftCardWarnings(resolved),
]

/** The amount the card covered is due again although nobody changed the cart. */
const giftCardWarnings = ({ input }: ResolvedCart): Cart['warnings'] =>
  input.giftCards.flatMap(({ id, last4, isUsable }) => {
    if (isUsable) return []
    const message = `The gift card ending in ${last4} is no longer valid. Remove it or use another payment method.`
    return { code: 'gift_card_expired', message, giftCardId: id as NonNullable<Warning['giftCardId']> }
  })

/** A selected option may no longer be available, and a quoted price may have expired. */
function shippingWarnings({ contents, input }: ResolvedCart, priced: PricingResult): Cart['warnings'] {
  if (!contents.shipping || input.items.length === 0) return []
  if (!priced.shipping.selected) {
    return [
      {
        code: 'shipping_changed',
        message: `"${contents.shipping.service}" is not available for these items at this address. Choose another shipping option.`,
      },
    ]
  }
  const { quote } = input.selectedShipping ?? {}
  if (contents.shipping.quoteId && quote?.amount !== priced.shipping.amount) {
    return [
      {
        code: 'quote_expired',
        message: 'The quote has expired, or was for other items or a higher total. The current price applies.',
      },
    ]
  }
  return []
}
