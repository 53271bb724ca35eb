import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { LineItemRow, OrderRow } from './queries.ts'
import type { ItemQuantity } from './request-schemas.ts'

/**
 * How many units of each item a request may use, and the verb for the error message, as in "only 2 of 3 can be sent".
 */
interface QuantityCheck {
  available: (line: LineItemRow) => number
  action: string
  /** Explains why no more are available, as in ": 1 has paid for an exchange". */
  explain?: (line: LineItemRow) => string
  /** JSON pointer to the items in the request body. */
  path?: string
}

/**
 * Rejects unknown items, duplicates and excessive quantities. Reports all errors of a kind at once, with the available
 * quantities.
 */
export function assertItemQuantities(
  { lines, number }: OrderRow,
  requested: readonly ItemQuantity[],
  check: QuantityCheck,
): void {
  const rows = new Map(lines.map((line) => [line.id, line]))
  const missing: ErrorDetail[] = []
  const duplicates: ErrorDetail[] = []
  const insufficient: ErrorDetail[] = []
  const seen = new Set<string>()
  for (const [index, { lineId, quantity }] of requested.entries()) {
    const path = `${check.path ?? '/lines'}/${index}`
    const row = rows.get(lineId)
    const available = row ? check.available(row) : 0
    if (!row) missing.push({ path: `${path}/lineId`, message: `there is no line ${lineId} in order #${number}` })
    else if (seen.has(lineId))
      duplicates.push({ path: `${path}/lineId`, message: 'is named twice: say it once, as a sum' })
    else if (quantity > available) {
      const message = `only ${available} of ${quantity} can be ${check.action}${check.explain?.(row) ?? ''}`
      insufficient.push({ path: `${path}/quantity`, message, actual: available })
    }
    seen.add(lineId)
  }
  if (missing.length > 0) throw new AppError('not_found', 'There is no such line in the order.', { details: missing })
  if (duplicates.length > 0) throw invalidRequest('A line is named twice.', duplicates)
  if (insufficient.length > 0) {
    throw new AppError('conflict', `There are not as many: ${insufficient.map(({ message }) => message).join('; ')}.`, {
      details: insufficient,
    })
  }
}
