import { ApiError } from '../../api.ts'
import { formatMoney } from '../../ui/money.ts'

const LIMIT_LABELS: Record<string, string> = {
  refund_too_large: 'can be refunded now',
  payment_too_large: 'is due',
  capture_too_large: 'is authorized',
}

/** The server states the maximum in the format of programs. */
export function withFormattedAmounts(error: Error | null): Error | null {
  const label = error instanceof ApiError ? LIMIT_LABELS[error.code] : undefined
  if (!(error instanceof ApiError) || !label) return error
  const messages = error.details.flatMap(({ path, maxAmount }) => {
    if (maxAmount === undefined) return []
    const max = formatMoney(maxAmount)
    return [path.startsWith('/shipping') ? `At most ${max} of shipping can be refunded.` : `At most ${max} ${label}.`]
  })
  return messages.length > 0 ? new ApiError(error.status, { code: error.code, message: messages.join(' ') }) : error
}
