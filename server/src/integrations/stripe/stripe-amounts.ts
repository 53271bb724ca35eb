import { formatDecimal } from '../../../../sdk/src/money.ts'
import { AppError } from '../../kit/errors.ts'

/** No decimals by ISO, but Stripe still counts hundredths, which must be zero. */
const IN_HUNDREDTHS = new Set(['ISK', 'UGX'])
/** Two decimals by ISO, none at Stripe. */
const IN_WHOLE = new Set(['MGA'])
/** Stripe accepts three decimals, the last of which must be zero. */
const IN_TENS = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

/**
 * Stripe's minor units sometimes differ from ISO's: sending ours would charge a hundredth, or a hundred times as much.
 * Amounts that Stripe can't represent are rejected, never rounded.
 */
export function toStripeAmount(amount: number, currency: string): number {
  if (IN_HUNDREDTHS.has(currency)) return amount * 100
  if (IN_WHOLE.has(currency)) return assertMultipleOf(amount, 100, currency) / 100
  return IN_TENS.has(currency) ? assertMultipleOf(amount, 10, currency) : amount
}

export function fromStripeAmount(amount: number, currency: string): number {
  if (IN_WHOLE.has(currency)) return amount * 100
  if (!IN_HUNDREDTHS.has(currency)) return amount
  if (amount % 100 !== 0) throw new Error(`Stripe reports ${amount} hundredths of ${currency}, which has no decimals`)
  return amount / 100
}

function assertMultipleOf(amount: number, step: number, currency: string): number {
  if (amount % step === 0) return amount
  const fields = { amount: { amount, currency }, step: { amount: step, currency } }
  throw new AppError(
    'payment_declined',
    `Stripe accepts ${currency} only in steps of ${formatDecimal(fields.step)}, but the amount is ${formatDecimal(fields.amount)}. Round the prices, or offer another currency.`,
    { details: [{ path: '/total', message: 'must be an amount that Stripe accepts', ...fields }] },
  )
}
