import type { Mode } from './api-key.ts'

/** What this server has done since its start, for `/metrics`. Reached with `ctx.perServer(newActivity)`. */
export interface Activity {
  /** Events that were passed to their subscribers, by type. They are committed by then. */
  events: Record<Mode, Map<string, number>>
  reservations: { held: number; rejected: number }
  webhookAttempts: { delivered: number; failed: number }
}

export const newActivity = (): Activity => ({
  events: { live: new Map(), test: new Map() },
  reservations: { held: 0, rejected: 0 },
  webhookAttempts: { delivered: 0, failed: 0 },
})

export function countEvent({ events }: Activity, mode: Mode, type: string): void {
  const counts = events[mode]
  counts.set(type, (counts.get(type) ?? 0) + 1)
}
