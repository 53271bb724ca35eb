import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { MOST, type MovementReason } from './schemas.ts'

export interface Quantities {
  onHand: number
  reserved: number
  incoming: number
  safetyStock: number
  lowStockAt: number | null
}

/** More or fewer than there are, or so many whatever there are. */
export type Amount = { by: number } | { to: number }

/** What is wanted of one level. */
export interface LevelChange {
  variantId: string
  locationId: string
  /** Where in the request it was asked for. */
  path: string
  onHand?: Amount
  incoming?: Amount
  safetyStock?: number
  lowStockAt?: number | null
  expectedOnHand?: number
}

/** Why levels change, for the ledger. */
export interface Why {
  reason: MovementReason
  reference: string | null
}

/** One level of a variant, before and after. */
export interface LevelMove {
  variantId: string
  locationId: string
  productId: string
  trackStock: boolean
  before: Quantities
  after: Quantities
}

export const availableOf = ({ onHand, reserved, safetyStock }: Quantities): number => onHand - reserved - safetyStock

export const changed = (before: Quantities, change: LevelChange): Quantities => ({
  ...before,
  onHand: moved(before.onHand, change.onHand),
  incoming: moved(before.incoming, change.incoming),
  safetyStock: change.safetyStock ?? before.safetyStock,
  lowStockAt: change.lowStockAt === undefined ? before.lowStockAt : change.lowStockAt,
})

function moved(from: number, amount: Amount | undefined): number {
  if (!amount) return from
  return 'to' in amount ? amount.to : from + amount.by
}

export interface Wish {
  change: LevelChange
  whenOut: 'deny' | 'continue'
  before: Quantities
  after: Quantities
}

/** All or nothing: one fault refuses them all, and each is told with what is there in truth. */
export function refuseUnfit(wishes: Wish[]): void {
  const stale = wishes.flatMap(({ change, before }) =>
    change.expectedOnHand === undefined || change.expectedOnHand === before.onHand
      ? []
      : [{ path: `${change.path}/expectedOnHand`, message: `is ${before.onHand} in truth`, actual: before.onHand }],
  )
  if (stale.length > 0) {
    throw new AppError('stock_changed', 'The stock is not what you expected, and nothing was changed: look again.', {
      details: stale,
    })
  }
  const short = wishes.flatMap(shortages)
  if (short.length > 0) {
    throw new AppError('insufficient_stock', 'There is not as much as would be taken away; nothing was changed.', {
      details: short,
    })
  }
  const huge = wishes.flatMap(excesses)
  if (huge.length > 0) throw invalidRequest('A quantity would be too large to be kept.', huge)
}

/**
 * What is on hand is a fact that may be counted below what is reserved; then `available` is below zero and says so. Below
 * zero is no fact but a debt: only what is sold on when it is out may have one, and an old one may always shrink.
 */
function shortages({ change, whenOut, before, after }: Wish): ErrorDetail[] {
  const faults: ErrorDetail[] = []
  if (after.onHand < 0 && after.onHand < before.onHand && whenOut === 'deny') {
    faults.push({
      path: change.path,
      message: `${before.onHand} on hand would become ${after.onHand}`,
      actual: before.onHand,
    })
  }
  if (after.incoming < 0) {
    faults.push({
      path: change.path,
      message: `${before.incoming} incoming would become ${after.incoming}`,
      actual: before.incoming,
    })
  }
  return faults
}

const excesses = ({ change, after }: Wish): ErrorDetail[] =>
  Math.abs(after.onHand) > MOST || after.incoming > MOST
    ? [{ path: change.path, message: `would pass ${MOST}, the most that can be counted` }]
    : []
