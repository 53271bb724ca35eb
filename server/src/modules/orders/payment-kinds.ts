import type { PaymentRow } from './queries.ts'

/**
 * No real money moved: the payment was simulated, made with a provider's test key, or is exchange credit from such a
 * payment.
 */
export const isTestPayment = ({ provider, details }: Pick<PaymentRow, 'provider' | 'details'>): boolean =>
  provider === 'simulator' || details.test === true

/** Credit from another order whose items were exchanged for these: no money came with it. */
export const isExchangeCredit = ({ kind, details }: Pick<PaymentRow, 'kind' | 'details'>): boolean =>
  kind === 'external' && details.exchangeOf !== undefined

/** A voided test payment paid for nothing and doesn't count. */
export const hasTestPayments = (payments: PaymentRow[]): boolean =>
  payments.some((payment) => payment.captured > 0 && isTestPayment(payment))
