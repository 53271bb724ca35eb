import { type Static, Type } from 'typebox'
import type { Money } from '../kit/money.ts'
import { Nullable } from '../kit/schema.ts'

/** A payment at the provider. Opening one moves no money. */
export interface OpenPayment {
  /** The provider's id of the payment. */
  ref: string
  amount: number
  currency: string
  captureMethod: 'automatic' | 'manual'
}

export interface NewPayment extends Omit<OpenPayment, 'ref'> {
  /** The provider opens one payment for a checkout, however often it is asked. */
  checkoutId: string
  description: string
  /**
   * The buyer completes it in a browser, which can be redirected; otherwise only methods without a redirect are
   * offered.
   */
  isInBrowser: boolean
  /** For the provider's receipt and its fraud checks. */
  email: string | null
  shipping: ShippingDetails | null
}

export interface ShippingDetails {
  name: string
  phone: string | null
  line1: string
  line2: string | null
  city: string | null
  region: string | null
  postalCode: string | null
  country: string
}

/** Why a card was declined. `isRetryable`: another card, or the same one later, may work. */
export interface Decline {
  code: string
  message: string
  isRetryable: boolean
}

/** The same for every provider. */
export const AUTHENTICATION_FAILED: Decline = {
  code: 'authentication_failed',
  message: 'The bank could not authenticate the payment.',
  isRetryable: true,
}

export const PaymentMethodDetails = Type.Object({
  type: Type.String({ examples: ['card'] }),
  brand: Nullable(Type.String({ examples: ['visa'] })),
  last4: Nullable(Type.String({ examples: ['4242'] })),
})
export type PaymentMethodDetails = Static<typeof PaymentMethodDetails>

/**
 * `requires_payment_method`: not attempted yet, or the last attempt was declined. `processing`: the bank has not decided.
 * `authorized`: ready to be captured. `canceled`: no money can move anymore.
 */
export type PaymentStatus =
  | 'requires_payment_method'
  | 'requires_action'
  | 'processing'
  | 'authorized'
  | 'paid'
  | 'canceled'

export interface PaymentState {
  status: PaymentStatus
  /** Authorized or paid: the amount an order must cost. */
  amount: number
  /** The part captured so far; capturing releases the rest of the authorization. */
  captured: number
  decline: Decline | null
  /** Where the buyer must go. */
  actionUrl: string | null
  method: PaymentMethodDetails | null
  /** The same for every payment with this card or bank account; null if the provider does not say. */
  fingerprint: string | null
  /** No real money moves. */
  isTest: boolean
}

/** Result of authenticating the buyer elsewhere. Without `proof` nobody vouches that it was the buyer. */
export interface Authentication {
  proof: AuthenticationProof | null
}

export interface AuthenticationProof {
  /** 3-D Secure status: `Y` authenticated, `A` attempted, `I` informational. */
  status: 'Y' | 'A' | 'I'
  cryptogram: string
  eci: string
  transactionId: string
  version: string
}

export interface PaymentAttempt {
  method: string
  /** Idempotency key: a repeated attempt counts once. */
  key: string
  /** Where the buyer returns to from the bank's page. */
  returnUrl: string | null
  authentication?: Authentication | undefined
}

export interface ProviderRefund {
  ref: string
  status: 'done' | 'pending' | 'failed'
  /** Reason, as a message for the merchant. */
  failure?: string | undefined
}

/** A refund of a payment, by anyone. `key`: ours, if we requested it. */
export interface ListedRefund extends ProviderRefund {
  amount: number
  key: string | null
}

/** `status` is the provider's own. */
export interface ProviderDispute {
  id: string
  status: string
  amount: Money | null
  /** Until when the shop can send evidence. */
  evidenceDueBy?: string | undefined
}

/**
 * Takes the buyers' payments. Called outside of any transaction: it may be slow, wrong or down, and an error does not
 * tell whether money moved. `getState` does.
 */
export interface PaymentProvider {
  open(payment: NewPayment): Promise<{ ref: string }>
  /** What a browser needs to complete the payment itself. */
  getClientSecret(payment: OpenPayment): Promise<string>
  confirm(payment: OpenPayment, attempt: PaymentAttempt): Promise<PaymentState>
  getState(payment: OpenPayment): Promise<PaymentState>
  /** From then on no money can move, unless it has moved already: the state says which. */
  cancel(payment: OpenPayment): Promise<PaymentState>
  /** Like `cancel`, for an authorized payment. An `AppError` below 500 is a permanent rejection, with its reason. */
  voidAuthorization(payment: OpenPayment): Promise<PaymentState>
  /** An `AppError` below 500 is a permanent rejection, with its reason. */
  capture(payment: OpenPayment, amount: number, key: string): Promise<PaymentState>
  refund(payment: OpenPayment, amount: number, key: string): Promise<ProviderRefund>
  findRefund(payment: OpenPayment, key: string): Promise<ProviderRefund | undefined>
  listRefunds(payment: OpenPayment): Promise<ListedRefund[]>
  listDisputes(payment: OpenPayment): Promise<ProviderDispute[]>
  /** The captured amount minus all refunds, including those the merchant made at the provider. */
  getRefundableAmount(payment: OpenPayment): Promise<number>
}
