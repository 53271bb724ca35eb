import type { LotShare } from '../schemas.ts'

/** A lot that has neither expired nor been canceled, and how many points it can take. */
interface ReturnableLot {
  id: string
  room: number
}

/**
 * Returns points to the lots they came from. `lots` starts with those that expire last: if a negative balance has used
 * up some of the points, these are the ones that would have expired first. `rest` fits into no lot.
 */
export function planLotReturn(
  shares: readonly LotShare[],
  lots: readonly ReturnableLot[],
  points: number,
): { returned: LotShare[]; rest: number } {
  const fitting = lots.map(({ id, room }) => {
    const taken = shares.reduce((total, share) => total + (share.id === id ? share.points : 0), 0)
    return { id, points: Math.min(taken, room) }
  })
  const total = shares.reduce((sum, share) => sum + share.points, 0)
  const homeless = total - fitting.reduce((sum, lot) => sum + lot.points, 0)
  const rest = Math.min(points, homeless)
  let left = Math.min(points, total) - rest
  const returned: LotShare[] = []
  for (const lot of fitting) {
    const share = Math.min(left, lot.points)
    left -= share
    if (share > 0) returned.push({ id: lot.id, points: share })
  }
  return { returned, rest }
}
