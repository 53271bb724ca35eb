const NUMBER = new Intl.NumberFormat(undefined)

export const formatNumber = (count: number): string => NUMBER.format(count)

/** "1 point", "1,250 points". */
export const formatPoints = (points: number): string =>
  Math.abs(points) === 1 ? `${formatNumber(points)} point` : `${formatNumber(points)} points`

/** "+250", "−50". */
export function formatPointsChange(points: number): string {
  if (points === 0) return '0'
  return `${points > 0 ? '+' : '−'}${formatNumber(Math.abs(points))}`
}

/** Mirrors the server. */
export const MAX_POINTS = 1_000_000_000
