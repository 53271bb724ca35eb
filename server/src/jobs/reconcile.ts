import type { Ctx, Environment, SystemCtx } from '../ctx.ts'
import type { Db } from '../db/database.ts'

type PendingItem = Environment & { id: string }

interface Reconciliation {
  name: string
  listPending: (system: SystemCtx, limitPerEnvironment: number, limit: number) => Promise<PendingItem[]>
  settle: (ctx: Ctx, id: string) => Promise<void>
  /** It could not be helped now: asked for again later, and later still the longer it lasts. */
  postpone: (ctx: Ctx, id: string) => Promise<unknown>
}

/** A run; the next comes in a minute. No shop may keep the others waiting, however many of its own are in doubt. */
const MAX_ITEMS = 500
const MAX_ITEMS_PER_ENVIRONMENT = 50
const MAX_RUN_MS = 45_000

/** By whose database: several servers may live in one process. */
const running = new WeakMap<Db, Set<string>>()

/** One after the other, for as long as a run may take; one that fails is put off. A run that is still at it is left alone. */
export async function reconcileEach(
  system: SystemCtx,
  { name, listPending, settle, postpone }: Reconciliation,
): Promise<void> {
  const runningNames = running.get(system.db) ?? new Set()
  running.set(system.db, runningNames)
  if (runningNames.has(name)) return
  runningNames.add(name)
  const deadlineMs = performance.now() + MAX_RUN_MS
  try {
    for (const { id, ...environment } of await listPending(system, MAX_ITEMS_PER_ENVIRONMENT, MAX_ITEMS)) {
      if (system.signal.aborted || performance.now() > deadlineMs) return
      const ctx: Ctx = { ...system, ...environment, caller: { kind: 'system' } }
      try {
        await settle(ctx, id)
      } catch (error) {
        ctx.log.error({ err: error, id }, `${name}: one could not be looked after; it is tried again`)
        await postpone(ctx, id)
      }
    }
  } finally {
    runningNames.delete(name)
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Half as long as it has lasted, from a minute to six hours. */
export function backoffUntil({ now }: SystemCtx, createdAt: string): Date {
  const ageMs = now.getTime() - Date.parse(createdAt)
  return new Date(now.getTime() + Math.min(6 * HOUR_MS, Math.max(MINUTE_MS, ageMs / 2)))
}
