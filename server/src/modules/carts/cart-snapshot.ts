import { money } from '../../kit/money.ts'
import { toTotals } from '../../pricing/pricing-result.ts'
import { toAppliedPromotions, toTax } from './cart-response.ts'
import type { CartSnapshot, CartSnapshotItem } from './checkout-cart/schemas.ts'
import type { Cart } from './schemas.ts'

/** A cart that became an order permanently shows what was ordered and what it cost. */
export function applySnapshot(cart: Cart, snapshot: CartSnapshot, balances: Readonly<Record<string, number>>): Cart {
  const inCurrency = (amount: number) => money(amount, snapshot.currency)
  const { shipping, reserved } = snapshot
  const { points, storeCredit } = reserved
  const selected = shipping && {
    service: shipping.service,
    title: shipping.title,
    type: shipping.type,
    amount: inCurrency(shipping.amount),
    originalAmount: inCurrency(shipping.amount),
  }
  return {
    ...cart,
    items: snapshot.items.map((item) => toItem(item, snapshot.currency)),
    promotions: toAppliedPromotions({
      promotions: snapshot.promotions.map(({ id, ...rest }) => ({ promotionId: id, ...rest })),
      currency: snapshot.currency,
    }),
    rejectedPromotions: [],
    giftCards: reserved.giftCards.map(({ giftCardId, last4, amount }) => ({
      id: giftCardId as Cart['giftCards'][number]['id'],
      last4,
      amount: inCurrency(amount),
      balanceAfter: inCurrency(balances[giftCardId] ?? 0),
    })),
    points: points
      ? { requested: points.points, used: points.points, amount: inCurrency(points.amount), reason: null }
      : null,
    storeCredit: storeCredit && {
      requested: inCurrency(storeCredit.amount),
      amount: inCurrency(storeCredit.amount),
      reason: null,
    },
    shipping: {
      required: snapshot.items.some(({ requiresShipping }) => requiresShipping),
      selected,
      options: selected ? [selected] : [],
      reason: null,
      discount: inCurrency(shipping?.discount ?? 0),
      tax: inCurrency(shipping?.tax ?? 0),
    },
    taxes: snapshot.taxes.map((tax) => toTax(tax, inCurrency)),
    totals: toTotals(snapshot),
    warnings: [],
  }
}

function toItem(item: CartSnapshotItem, currency: string): Cart['items'][number] {
  const inCurrency = (amount: number) => money(amount, currency)
  const { id, sku, title, handle, options, image, properties, quantity, requiresShipping } = item
  return {
    id,
    variantId: item.variantId as Cart['items'][number]['variantId'],
    productId: item.productId as Cart['items'][number]['productId'],
    sku,
    title,
    handle,
    options,
    image,
    quantity,
    maxQuantity: null,
    unitPrice: inCurrency(item.unitPrice),
    compareAtUnitPrice: null,
    subtotal: inCurrency(item.subtotal),
    discount: inCurrency(item.discount),
    tax: inCurrency(item.tax),
    taxes: item.taxes.map((tax) => toTax(tax, inCurrency)),
    total: inCurrency(item.total),
    requiresShipping,
    properties,
    giftPromotionId: item.giftPromotionId as Cart['items'][number]['giftPromotionId'],
  }
}
