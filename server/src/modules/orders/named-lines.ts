import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { LineQuantity } from './given-schemas.ts'
import type { LineRow, OrderRow } from './queries.ts'

/** How many of each line may be named, and what would be done with them, as in "only 2 of 3 can be sent". */
interface Left {
  of: (line: LineRow) => number
  deed: string
  /** Why there are no more, as in ": 1 has paid for an exchange". */
  because?: (line: LineRow) => string
  /** Where in the request they stand. */
  path?: string
}

/** Lines that a request names, each once and no more than there are: all faults at once, with the numbers that are true. */
export function refuseUnfit({ lines, number }: OrderRow, wanted: readonly LineQuantity[], left: Left): void {
  const rows = new Map(lines.map((line) => [line.id, line]))
  const missing: ErrorDetail[] = []
  const twice: ErrorDetail[] = []
  const short: ErrorDetail[] = []
  const seen = new Set<string>()
  for (const [at, { lineId, quantity }] of wanted.entries()) {
    const path = `${left.path ?? '/lines'}/${at}`
    const row = rows.get(lineId)
    const there = row ? left.of(row) : 0
    if (!row) missing.push({ path: `${path}/lineId`, message: `there is no line ${lineId} in order #${number}` })
    else if (seen.has(lineId)) twice.push({ path: `${path}/lineId`, message: 'is named twice: say it once, as a sum' })
    else if (quantity > there) {
      const message = `only ${there} of ${quantity} can be ${left.deed}${left.because?.(row) ?? ''}`
      short.push({ path: `${path}/quantity`, message, actual: there })
    }
    seen.add(lineId)
  }
  if (missing.length > 0) throw new AppError('not_found', 'There is no such line in the order.', { details: missing })
  if (twice.length > 0) throw invalidRequest('A line is named twice.', twice)
  if (short.length > 0) {
    throw new AppError('conflict', `There are not as many: ${short.map(({ message }) => message).join('; ')}.`, {
      details: short,
    })
  }
}
