import type { Money } from '../kit/money.ts'

/** What is to be paid, as the provider knows it. No money moves by opening one. */
export interface OpenPayment {
  /** The provider's own name for it. */
  ref: string
  amount: number
  currency: string
  capture: 'now' | 'later'
}

export interface NewPayment extends Omit<OpenPayment, 'ref'> {
  /** Ours: asked twice with the same, the provider opens one. */
  reference: string
  description: string
  /** The buyer's browser finishes it, and can be sent to other pages; otherwise only ways that need none are offered. */
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

/** Why a card was refused. `isRetryable`: another card, or the same one later, may do. */
export interface Decline {
  code: string
  message: string
  isRetryable: boolean
}

/** Told alike whichever provider takes the money. */
export const AUTHENTICATION_FAILED: Decline = {
  code: 'authentication_failed',
  message: 'The buyer’s bank could not confirm that it was the buyer.',
  isRetryable: true,
}

export interface PaymentMethodDetails {
  type: string
  brand: string | null
  last4: string | null
}

/**
 * `needs_method`: nobody has tried yet, or the last try was declined. `processing`: the bank will tell. `authorized`: it waits
 * to be captured. `canceled`: no money can move any more.
 */
export type PaymentStatus = 'needs_method' | 'needs_action' | 'processing' | 'authorized' | 'paid' | 'canceled'

export interface PaymentState {
  status: PaymentStatus
  /** Authorized or paid: what an order must cost. */
  amount: number
  /** Of it, what was taken so far; the rest of what was authorized is given up with it. */
  captured: number
  decline: Decline | null
  /** Where the buyer must go. */
  actionUrl: string | null
  method: PaymentMethodDetails | null
  /** No real money moves. */
  isTest: boolean
}

/** What came of authenticating the buyer elsewhere. Without `proof` nobody vouches that it was the buyer. */
export interface Authentication {
  proof: AuthenticationProof | null
}

export interface AuthenticationProof {
  /** In the words of 3-D Secure: `Y` authenticated, `A` attempted, `I` informational. */
  status: 'Y' | 'A' | 'I'
  cryptogram: string
  eci: string
  transactionId: string
  version: string
}

export interface PaymentAttempt {
  method: string
  /** The same attempt twice is one. */
  key: string
  /** Where the buyer comes back from the bank's page. */
  returnUrl: string | null
  authentication?: Authentication | undefined
}

export interface ProviderRefund {
  ref: string
  status: 'done' | 'pending' | 'failed'
  /** Why, in words for the shopkeeper. */
  failure?: string | undefined
}

/** One of a payment's refunds, whoever made it. `key`: ours, where we asked for it. */
export interface ListedRefund extends ProviderRefund {
  amount: number
  key: string | null
}

/** `status` is the provider's own word. */
export interface ProviderDispute {
  id: string
  status: string
  amount: Money | null
}

/**
 * Whoever takes the buyers' money. Asked outside of any transaction: it may be slow, wrong or away, and an error does not say
 * whether the money moved. `read` does.
 */
export interface PaymentProvider {
  open(payment: NewPayment): Promise<{ ref: string }>
  /** What a browser needs to finish it by itself. */
  getClientSecret(payment: OpenPayment): Promise<string>
  confirm(payment: OpenPayment, attempt: PaymentAttempt): Promise<PaymentState>
  getState(payment: OpenPayment): Promise<PaymentState>
  /** From then on no money can move, unless it has moved already: the state says which. */
  cancel(payment: OpenPayment): Promise<PaymentState>
  /** As `cancel`, of what is authorized. An `AppError` below 500 says why it is refused for good. */
  voidAuthorization(payment: OpenPayment): Promise<PaymentState>
  /** An `AppError` below 500 says why it is refused for good. */
  capture(payment: OpenPayment, amount: number, key: string): Promise<PaymentState>
  refund(payment: OpenPayment, amount: number, key: string): Promise<ProviderRefund>
  findRefund(payment: OpenPayment, key: string): Promise<ProviderRefund | undefined>
  listRefunds(payment: OpenPayment): Promise<ListedRefund[]>
  listDisputes(payment: OpenPayment): Promise<ProviderDispute[]>
  /** What was captured, less what was given back by anybody: a shopkeeper may do so at the provider itself. */
  getRefundableAmount(payment: OpenPayment): Promise<number>
}
