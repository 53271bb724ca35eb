import { type Cart, isStoredeskError, type Storedesk } from '@storedesk/sdk'
import { paths } from '../shop/paths.ts'
import { errorText } from '../shop/text.ts'
import { type FieldErrors, toFieldErrors } from './buyer-details.ts'

export type PaymentResult =
  | { kind: 'finished'; confirmationId: string }
  | { kind: 'redirect'; checkoutId: string; url: string }
  | {
      kind: 'failed'
      message: string
      fieldErrors: FieldErrors
      isCartOutdated: boolean
      /** The card may have been charged. */
      isOutcomeUnknown: boolean
    }

/** The cart is no longer what the buyer saw. */
const OUTDATED = [
  ...['cart_changed', 'out_of_stock', 'promotion_exhausted', 'gift_card_rejected', 'points_rejected'],
  ...['precondition_failed', 'quantity_limit_exceeded'],
]
/** Where the confirmation page finds the checkout when the buyer returns from their bank. */
export const CHECKOUT_KEY = 'storedesk-checkout'

/**
 * Charges exactly the total that the buyer saw. `key` identifies the attempt: after a lost connection the same key gets
 * the result of the first request, so nobody pays twice.
 */
export async function pay(api: Storedesk, cart: Cart, paymentMethod: string, key: string): Promise<PaymentResult> {
  try {
    const checkout = await api.checkout.pay(
      {
        cartId: cart.id,
        expectedTotal: cart.totals.total,
        returnUrl: location.origin + paths.confirmation('return'),
        ...(cart.totals.due.amount > 0 && { paymentMethod }),
      },
      // A visitor may call the checkout five times in five minutes: we show the wait instead of using them up.
      { idempotencyKey: key, maxRetries: 0 },
    )
    const url = checkout.payment?.nextAction?.url
    if (checkout.status === 'requires_action' && url) return { kind: 'redirect', checkoutId: checkout.id, url }
    return { kind: 'finished', confirmationId: checkout.id }
  } catch (error) {
    // Paid before, by an attempt whose response was lost. The page finds the order by its cart, too.
    if (isStoredeskError(error, 'cart_completed')) return { kind: 'finished', confirmationId: cart.id }
    const isKnown = isStoredeskError(error)
    return {
      kind: 'failed',
      message: errorText(error),
      fieldErrors: isKnown ? toFieldErrors(error) : {},
      isCartOutdated: isKnown && OUTDATED.includes(error.code),
      isOutcomeUnknown: !isKnown || error.status >= 500 || error.code === 'idempotency_key_in_use',
    }
  }
}

/** Whether the buyer would get and pay what `shown` says: a gift card in it may have been spent elsewhere since. */
export const isSamePurchase = (shown: Cart, saved: Cart): boolean =>
  shown.totals.total.amount === saved.totals.total.amount &&
  shown.totals.due.amount === saved.totals.due.amount &&
  listUnits(shown) === listUnits(saved)

const listUnits = ({ items }: Cart): string => JSON.stringify(items.map(({ id, quantity }) => [id, quantity]).sort())

/** Not crypto.randomUUID: browsers have it on https only. */
export const newAttemptKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
