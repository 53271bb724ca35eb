/** Shopify prices every query in points, from a bucket that refills steadily. */
export interface Cost {
  requestedQueryCost: number
  throttleStatus?: { maximumAvailable: number; currentlyAvailable: number; restoreRate: number }
}

/** Remembers what queries cost and what was left, in order to wait before a query that would be refused. */
export function newQueryBudget(now: () => number = Date.now) {
  const costs = new Map<string, number>()
  let state: { available: number; maximum: number; pointsPerMs: number; at: number } | undefined
  return {
    record(query: string, { requestedQueryCost, throttleStatus }: Cost): void {
      costs.set(query, requestedQueryCost)
      if (!throttleStatus || throttleStatus.restoreRate <= 0) return
      const { currentlyAvailable: available, maximumAvailable: maximum, restoreRate } = throttleStatus
      state = { available, maximum, pointsPerMs: restoreRate / 1000, at: now() }
    },
    waitMs(query: string): number {
      if (!state) return 0
      const { available, maximum, pointsPerMs, at } = state
      // A query that costs more than the bucket holds is not made cheaper by waiting.
      const cost = Math.min(costs.get(query) ?? 0, maximum)
      return Math.max(0, Math.ceil((cost - available) / pointsPerMs - (now() - at)))
    },
  }
}
