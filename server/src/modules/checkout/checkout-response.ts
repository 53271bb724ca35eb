import { money } from '../../kit/money.ts'
import { toTotals } from '../../pricing/pricing-result.ts'
import type { CheckoutRow } from './queries.ts'
import type { Checkout } from './schemas.ts'

export function toCheckout(row: CheckoutRow, clientSecret: string | null): Checkout {
  const { snapshot, currency } = row
  return {
    id: row.id as Checkout['id'],
    status: deriveStatus(row),
    cartId: row.cartId as Checkout['cartId'],
    order: row.number === null ? null : { id: row.orderId as `ord_${string}`, number: row.number },
    email: snapshot.email,
    items: snapshot.items.map(({ id, variantId, sku, title, quantity, total }) => ({
      id,
      variantId,
      sku,
      title,
      quantity,
      total: money(total, currency),
    })),
    currency,
    totals: toTotals(snapshot),
    giftCards: snapshot.reserved.giftCards.map(({ giftCardId, last4, amount }) => ({
      id: giftCardId as Checkout['giftCards'][number]['id'],
      last4,
      amount: money(amount, currency),
    })),
    points: toPoints(row),
    storeCredit: toStoreCredit(row),
    payment: toPayment(row, clientSecret),
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
  }
}

function toPoints({ snapshot: { reserved }, currency }: CheckoutRow): Checkout['points'] {
  return reserved.points ? { used: reserved.points.points, amount: money(reserved.points.amount, currency) } : null
}

function toStoreCredit({ snapshot: { reserved }, currency }: CheckoutRow): Checkout['storeCredit'] {
  return reserved.storeCredit && { amount: money(reserved.storeCredit.amount, currency) }
}

function deriveStatus({ number, outcome, kind, payment, ref }: CheckoutRow): Checkout['status'] {
  if (number !== null) return 'completed'
  if (outcome) return outcome === 'refunding' ? 'refunded' : outcome
  if (payment?.status === 'requires_action') return 'requires_action'
  if (payment?.status === 'processing' || (kind !== 'intent' && !payment && ref !== null)) return 'processing'
  return 'open'
}

function toPayment({ provider, ref, due, currency, payment }: CheckoutRow, clientSecret: string | null) {
  if (provider === null || ref === null) return null
  const { status = 'requires_payment_method', actionUrl, decline, method } = payment ?? {}
  return {
    provider,
    providerPaymentId: ref,
    clientSecret,
    amount: money(due, currency),
    status,
    nextAction: actionUrl ? { type: 'redirect' as const, url: actionUrl } : null,
    decline: decline ? { code: decline.code, message: decline.message, retryable: decline.isRetryable } : null,
    method: method ?? null,
  }
}
