import type { Decline, PaymentMethodDetails } from '../../ports/payment-provider.ts'

interface ScenarioOutcome {
  decline: Decline | null
}

/**
 * What happens to a payment with a test method. `isDelayed`: the bank decides later. `losesResponse`: the response
 * never arrives.
 */
export interface Scenario extends ScenarioOutcome {
  method: PaymentMethodDetails
  requiresAction?: boolean
  isDelayed?: boolean
  losesResponse?: boolean
  /** Refunds are rejected. */
  failsRefunds?: boolean
  description: string
}

const card = (brand: string, last4: string): PaymentMethodDetails => ({ type: 'card', brand, last4 })
const decline = (code: string, message: string, isRetryable = true): Decline => ({ code, message, isRetryable })

/** Public: docs/payments.md lists them. Agents send `spt_test_declined` for `pm_card_declined` (docs/acp.md). */
export const TEST_METHODS: Record<string, Scenario> = {
  pm_card_visa: { method: card('visa', '4242'), decline: null, description: 'Succeeds' },
  pm_card_mastercard: { method: card('mastercard', '4444'), decline: null, description: 'Succeeds' },
  pm_card_declined: {
    method: card('visa', '0002'),
    decline: decline('card_declined', 'The card was declined.'),
    description: 'Declined',
  },
  pm_card_insufficient_funds: {
    method: card('visa', '9995'),
    decline: decline('insufficient_funds', 'The card has insufficient funds.'),
    description: 'Declined: insufficient funds',
  },
  pm_card_expired: {
    method: card('visa', '0069'),
    decline: decline('expired_card', 'The card has expired.'),
    description: 'Declined: expired card',
  },
  pm_card_stolen: {
    method: card('visa', '9979'),
    decline: decline('stolen_card', 'The card was declined.', false),
    description: 'Declined permanently: stolen card',
  },
  pm_card_3ds: {
    method: card('visa', '3155'),
    decline: null,
    requiresAction: true,
    description: 'Requires 3-D Secure: the buyer approves or declines on a separate page',
  },
  pm_card_late_success: {
    method: card('visa', '0077'),
    decline: null,
    isDelayed: true,
    description: 'Succeeds after a few seconds',
  },
  pm_card_late_failure: {
    method: card('visa', '0341'),
    decline: decline('card_declined', 'The bank declined the payment.'),
    isDelayed: true,
    description: 'Declined after a few seconds',
  },
  pm_card_timeout: {
    method: card('visa', '0036'),
    decline: null,
    losesResponse: true,
    description:
      'Succeeds, but the response is lost, as are those to captures and refunds; the server finds out by itself',
  },
  pm_card_refund_fails: {
    method: card('visa', '5126'),
    decline: null,
    failsRefunds: true,
    description: 'Succeeds, but refunds fail',
  },
}

const DELEGATED = /^(?:spt|vt)_(?:test_(\w+)|.*)$/

/**
 * Resolves a test method. An agent's token for a buyer's card is `spt_…` or `vt_…`: only its issuer knows the card, so
 * it counts as a valid card unless it contains the name of a test method.
 */
export function testMethodOf(token: string): string | undefined {
  const delegated = DELEGATED.exec(token)
  const name = delegated ? `pm_card_${delegated[1] ?? 'visa'}` : token
  // Not `in`: every object has a `constructor` too.
  return Object.hasOwn(TEST_METHODS, name) ? name : undefined
}
