import type { CartSnapshot, CartSnapshotLineItem } from '../carts/cart-snapshot.ts'
import type { CheckoutCart } from '../carts/checkout-cart.ts'
import type { OrderSource, SnapshotLineItem, SnapshotShipping, SnapshotTax } from '../orders/snapshot.ts'
import type { PricingResult, Tax } from '../pricing/pricing-result.ts'
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
    lines: toLineItems({ context, resolved, priced }),
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
    },
  }
}

function toPoints({ points }: PricingResult, customerId: string | null) {
  return points && customerId && points.used > 0 ? { customerId, points: points.used, amount: points.applied } : null
}

function toLineItems({
  context,
  resolved,
  priced,
}: Pick<CheckoutCart, 'context' | 'resolved' | 'priced'>): (SnapshotLineItem & CartSnapshotLineItem)[] {
  const resolvedById = new Map(resolved.lines.map((line) => [line.stored.id, line]))
  return priced.lines.map((line) => {
    const own = resolvedById.get(line.id)
    const offer = own?.offer ?? context.offers.get(line.variantId)
    if (!offer) throw new Error(`Item ${line.id} was priced but its variant is unknown`)
    return {
      id: line.id,
      variantId: offer.variantId,
      productId: offer.productId,
      sku: offer.sku,
      title: offer.title,
      handle: offer.handle,
      options: offer.options,
      image: offer.image,
      properties: own?.stored.properties ?? {},
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      subtotal: line.subtotal,
      discount: line.discount,
      taxes: line.taxes.map(toSnapshotTax),
      tax: line.tax,
      total: line.total,
      requiresShipping: offer.requiresShipping,
      isGiftCard: offer.isGiftCard,
      weightGrams: offer.weightGrams,
      giftOf: line.giftOf,
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
