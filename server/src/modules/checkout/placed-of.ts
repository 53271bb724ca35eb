import type { Bought, BoughtLine } from '../carts/bought.ts'
import type { ReadyCart } from '../carts/for-checkout.ts'
import type { PlacedLine, PlacedShipping, PlacedTax, Source } from '../orders/placed.ts'
import type { Priced, Tax } from '../pricing/priced.ts'
import type { PlacedCheckout } from './queries.ts'

/**
 * What the order will say, and the cart that becomes it, taken from the cart as it is now; from here on neither shop nor buyer
 * changes it.
 */
export function placedOf({ cart, row, stage, priced }: ReadyCart, id: string, source: Source): PlacedCheckout & Bought {
  const { contents } = stage
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
    lines: linesOf({ row, stage, priced }),
    shipping: shippingOf(priced),
    taxes: priced.taxes.map(plain),
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
      points: pointsOf(priced, customer?.id ?? null),
    },
  }
}

function pointsOf({ points }: Priced, customerId: string | null) {
  return points && customerId && points.used > 0 ? { customerId, points: points.used, amount: points.applied } : null
}

function linesOf({ row, stage, priced }: Pick<ReadyCart, 'row' | 'stage' | 'priced'>): (PlacedLine & BoughtLine)[] {
  const staged = new Map(stage.lines.map((line) => [line.stored.id, line]))
  return priced.lines.map((line) => {
    const own = staged.get(line.id)
    const offer = own?.offer ?? row.offers.get(line.variantId)
    if (!offer) throw new Error(`The line ${line.id} was priced, and nobody knows what it is`)
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
      taxes: line.taxes.map(plain),
      tax: line.tax,
      total: line.total,
      requiresShipping: offer.requiresShipping,
      isGiftCard: offer.isGiftCard,
      weightGrams: offer.weightGrams,
      giftOf: line.giftOf,
    }
  })
}

function shippingOf({ shipping }: Priced): PlacedShipping | null {
  const { selected, amount, discount, taxes, tax } = shipping
  if (!selected) return null
  const { service, title, type, locationId } = selected
  return { service, title, type, locationId, amount, discount, taxes: taxes.map(plain), tax }
}

const plain = ({ name, millionths, amount }: Tax): PlacedTax => ({ name, millionths, amount })
