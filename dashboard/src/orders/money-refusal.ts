import { ApiError } from '../api.ts'
import { moneyInWords } from '../parts/money.ts'

const MOST: Record<string, string> = {
  refund_too_large: 'can be given back now',
  payment_too_large: 'are owed',
  capture_too_large: 'are authorized',
}

/** The server says the most that there is in the smallest coin, for programs. */
export function inMoney(error: Error | null, currency: string): Error | null {
  const words = error instanceof ApiError ? MOST[error.code] : undefined
  if (!(error instanceof ApiError) || !words) return error
  const parts = error.details.flatMap(({ path, actual }) => {
    if (actual === undefined) return []
    const most = moneyInWords({ amount: actual, currency })
    return [path.startsWith('/shipping') ? `Of shipping ${most} are left.` : `At most ${most} ${words}.`]
  })
  return parts.length > 0 ? new ApiError(error.status, { code: error.code, message: parts.join(' ') }) : error
}
