import type { PricingResult, Tax } from '../../pricing/pricing-result.ts'
import type { CheckoutCart } from '../carts/checkout-cart/checkout-cart.ts'
import type { CartSnapshot, CartSnapshotItem } from '../carts/checkout-cart/schemas.ts'
import type { OrderSource, SnapshotItem, SnapshotShipping, SnapshotTax } from '../orders/schemas.ts'
import type { CheckoutSnapshot } from './queries.ts'

/** The order's contents and its cart, as of now; later changes by the shop or the buyer don't affect them. */
export function snapshotOrder(
  { cart, context, resolved, priced }: CheckoutCart,
  id: string,
  source: OrderSource,
): CheckoutSnapshot & CartSnapshot {
  const { contents } = resolved
  const { email, customer, locale, shippingAddress, billingAddress, note, attributes } = contents
  return {
    id,
    cartId: cart.id,
    currency: priced.currency,
    email,
    customerId: customer?.id ?? null,
    locale,
    source,
    shippingAddress,
    billingAddress,
    note,
    attributes,
    items: toSnapshotItems({ context, resolved, priced }),
    shipping: toShipping(priced),
    taxes: priced.taxes.map(toSnapshotTax),
    promotions: priced.promotions.map(({ promotionId, code, title, amount, allocations }) => ({
      id: promotionId,
      code,
      title,
      amount,
      allocations,
    })),
    totals: priced.totals,
    cartVersion: cart.version,
    reserved: {
      uses: priced.promotions.length,
      customerKey: contents.customerKey,
      giftCards: priced.giftCards.flatMap(({ id, last4, applied }) =>
        applied > 0 ? [{ giftCardId: id, last4, amount: applied }] : [],
      ),
      points: toPoints(priced, customer?.id ?? null),
      storeCredit: toStoreCredit(priced, customer?.id ?? null),
    },
  }
}

function toPoints({ points }: PricingResult, customerId: string | null) {
  return points && customerId && points.used > 0 ? { customerId, points: points.used, amount: points.applied } : null
}

function toStoreCredit({ storeCredit }: PricingResult, customerId: string | null) {
  return storeCredit && customerId && storeCredit.applied > 0 ? { customerId, amount: storeCredit.applied } : null
}

function toSnapshotItems({
  context,
  resolved,
  priced,
}: Pick<CheckoutCart, 'context' | 'resolved' | 'priced'>): (SnapshotItem & CartSnapshotItem)[] {
  const resolvedById = new Map(resolved.items.map((item) => [item.stored.id, item]))
  return priced.items.map((item) => {
    const own = resolvedById.get(item.id)
    const offer = own?.offer ?? context.offers.get(item.variantId)
    if (!offer) throw new Error(`Item ${item.id} was priced but its variant is unknown`)
    return {
      id: item.id,
      variantId: offer.variantId,
      productId: offer.productId,
      sku: offer.sku,
      title: offer.title,
      handle: offer.handle,
      options: offer.options,
      image: offer.image,
      properties: own?.stored.properties ?? {},
      quantity: item.quantity,
      unitPrice: item.unitPrice,
      subtotal: item.subtotal,
      discount: item.discount,
      taxes: item.taxes.map(toSnapshotTax),
      tax: item.tax,
      total: item.total,
      requiresShipping: offer.requiresShipping,
      giftCard: offer.giftCard,
      weightGrams: offer.weightGrams,
      giftPromotionId: item.giftPromotionId,
    }
  })
}

function toShipping({ shipping }: PricingResult): SnapshotShipping | null {
  const { selected, amount, discount, taxes, tax } = shipping
  if (!selected) return null
  const { service, title, type, locationId } = selected
  return { service, title, type, locationId, amount, discount, taxes: taxes.map(toSnapshotTax), tax }
}

const toSnapshotTax = ({ name, millionths, amount }: Tax): SnapshotTax => ({ name, millionths, amount })
