import type { Stripe } from 'stripe'
import { AppError, invalidRequest, unavailable } from '../../kit/errors.ts'
import type { PaymentAttempt, PaymentState } from '../../ports/payment-provider.ts'
import { toPaymentState } from './stripe-mapping.ts'

export const toDeclinedError = (error: unknown) =>
  new AppError('payment_declined', `Stripe: ${messageOf(error)}`, {
    details: [{ path: '/amount', message: 'was rejected by Stripe' }],
    fields: { declineCode: codeOf(error) ?? null },
    cause: error,
  })

/** A declined card is a state of the payment. Everything that leaves the outcome unknown is an error. */
export async function handleConfirmError(
  error: unknown,
  { method }: PaymentAttempt,
  getState: () => Promise<PaymentState>,
): Promise<PaymentState> {
  const type = typeOf(error)
  if (type === 'StripeCardError') {
    const { payment_intent: intent } = error as Stripe.errors.StripeCardError
    return intent ? toPaymentState(intent) : getState()
  }
  if (codeOf(error) === 'payment_intent_unexpected_state') return getState()
  if (type !== 'StripeInvalidRequestError') throw unavailable(error)
  // The value may be a secret, such as a card number, so it is masked.
  const message = messageOf(error).replaceAll(method, '…')
  throw invalidRequest(`Stripe rejected this payment method: ${message}`, [
    { path: invalidField(error), message: 'was rejected by Stripe', stripeCode: codeOf(error) },
  ])
}

function invalidField(error: unknown): string {
  if (fieldOf(error, 'param')?.includes('three_d_secure')) return '/authentication'
  return messageOf(error).includes('return_url') ? '/returnUrl' : '/paymentMethod'
}

/** An error that a retry would repeat; all others leave the outcome unknown. */
export const isPermanentError = (error: unknown) =>
  ['StripeInvalidRequestError', 'StripeCardError'].includes(typeOf(error) ?? '')
export const isMissing = (error: unknown) => codeOf(error) === 'resource_missing'

export async function orUnavailable<Result>(promise: Promise<Result>): Promise<Result> {
  try {
    return await promise
  } catch (error) {
    throw unavailable(error)
  }
}

/** By name: the SDK's classes exist only once it is loaded. */
export function fieldOf(error: unknown, name: 'type' | 'code' | 'message' | 'param'): string | undefined {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : undefined
}
export const typeOf = (error: unknown) => fieldOf(error, 'type')
export const codeOf = (error: unknown) => fieldOf(error, 'code')
export const messageOf = (error: unknown) => fieldOf(error, 'message') ?? ''
