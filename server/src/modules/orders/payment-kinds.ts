import type { PaymentRow } from './queries.ts'

/** No real money moved: the payment was simulated, or made with a provider's test key; or goods that were paid for so came back for it. */
export const isTestPayment = ({ provider, details }: Pick<PaymentRow, 'provider' | 'details'>): boolean =>
  provider === 'simulator' || details.isTest === true

/** What was paid for another order, whose goods were exchanged for these: no money has come with it. */
export const isExchangeCredit = ({ kind, details }: Pick<PaymentRow, 'kind' | 'details'>): boolean =>
  kind === 'external' && details.exchangeOf !== undefined

/** One that was given up has bought nothing. */
export const hasTestPayments = (payments: PaymentRow[]): boolean =>
  payments.some((payment) => payment.captured > 0 && isTestPayment(payment))
