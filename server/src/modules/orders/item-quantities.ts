import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { LineItemRow, OrderRow } from './queries.ts'
import type { ItemQuantity } from './request-schemas.ts'

/** How many of each line may be named, and what would be done with them, as in "only 2 of 3 can be sent". */
interface QuantityCheck {
  available: (line: LineItemRow) => number
  action: string
  /** Why there are no more, as in ": 1 has paid for an exchange". */
  explain?: (line: LineItemRow) => string
  /** Where in the request they stand. */
  path?: string
}

/** Lines that a request names, each once and no more than there are: all faults at once, with the numbers that are true. */
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
