import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { ItemRow, OrderRow } from './queries.ts'
import type { ItemQuantity } from './request-schemas.ts'

/**
 * How many units of each item a request may use, and the verb for the error message, as in "only 2 of 3 can be
 * fulfilled".
 */
interface QuantityCheck {
  available: (item: ItemRow) => number
  action: string
  /** Explains why no more are available, as in ", because 1 paid for an exchange". */
  explain?: (item: ItemRow) => string
  /** JSON pointer to the items in the request body. */
  path?: string
}

/**
 * Rejects unknown items, duplicates and excessive quantities. Reports all errors of a kind at once, with the available
 * quantities.
 */
export function assertItemQuantities(
  { items, number }: OrderRow,
  requested: readonly ItemQuantity[],
  check: QuantityCheck,
): void {
  const rows = new Map(items.map((item) => [item.id, item]))
  const missing: ErrorDetail[] = []
  const duplicates: ErrorDetail[] = []
  const insufficient: ErrorDetail[] = []
  const seen = new Set<string>()
  for (const [index, { itemId, quantity }] of requested.entries()) {
    const path = `${check.path ?? '/items'}/${index}`
    const row = rows.get(itemId)
    const available = row ? check.available(row) : 0
    if (!row) missing.push({ path: `${path}/itemId`, message: `is not an item of order #${number}`, itemId })
    else if (seen.has(itemId))
      duplicates.push({
        path: `${path}/itemId`,
        message: 'is a duplicate: send each item once, with its total quantity',
      })
    else if (quantity > available) {
      const message = `only ${available} of ${quantity} can be ${check.action}${check.explain?.(row) ?? ''}`
      insufficient.push({ path: `${path}/quantity`, message, available, itemId })
    }
    seen.add(itemId)
  }
  if (missing.length > 0) throw new AppError('not_found', 'No such item in this order.', { details: missing })
  if (duplicates.length > 0) throw invalidRequest('An item appears twice.', duplicates)
  if (insufficient.length > 0) {
    throw new AppError(
      'conflict',
      `The quantity is too high: ${insufficient.map(({ message }) => message).join('; ')}.`,
      {
        details: insufficient,
      },
    )
  }
}
