import { ApiError } from '../api.ts'
import { fieldError } from '../ui/field-errors.ts'

/** The server's error for a field, or for an entry of the list it contains. */
export function promotionFieldError(error: Error | null, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const detail = error.details.find((candidate) => candidate.path === path || candidate.path.startsWith(`${path}/`))
  return detail && fieldError(error, detail.path)
}

/** Keep in sync with the form's labels. */
const FIELD_LABELS: [beginning: string, label: string][] = [
  ['/title', 'Title'],
  ['/benefit', 'Discount value'],
  ['/items', 'Eligible products'],
  ['/conditions/minAmounts', 'Minimum amount'],
  ['/conditions/minQuantity', 'Minimum quantity'],
  ['/conditions/countries', 'Countries'],
  ['/startsAt', 'Start date'],
  ['/endsAt', 'End date'],
  ['/usageLimit', 'Total usage limit'],
  ['/usesPerCustomer', 'Usage limit per customer'],
  ['/priority', 'Priority'],
  ['/exclusiveGroup', 'Exclusive group'],
]

export const fieldLabel = (path: string): string =>
  `${FIELD_LABELS.find(([beginning]) => path === beginning || path.startsWith(`${beginning}/`))?.[1] ?? path}:`
