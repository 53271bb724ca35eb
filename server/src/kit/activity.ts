import type { Mode } from './api-key.ts'

/** What this server has done since its start, for `/metrics`. Reached with `ctx.perServer(newActivity)`. */
export interface Activity {
  /** Events that were passed to their subscribers, by type. They are committed by then. */
  events: Record<Mode, Map<string, number>>
  reservations: { held: number; rejected: number }
  webhookAttempts: { delivered: number; failed: number }
  /** Rows deleted or emptied because they were older than their retention, by the kind of data. */
  pruned: Map<string, number>
}

export const newActivity = (): Activity => ({
  events: { live: new Map(), test: new Map() },
  reservations: { held: 0, rejected: 0 },
  webhookAttempts: { delivered: 0, failed: 0 },
  pruned: new Map(),
})

export function countEvent({ events }: Activity, mode: Mode, type: string): void {
  const counts = events[mode]
  counts.set(type, (counts.get(type) ?? 0) + 1)
}

export function countPruned({ pruned }: Activity, data: string, rows: number): void {
  pruned.set(data, (pruned.get(data) ?? 0) + rows)
}
