import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../ctx.ts'
import { MODES } from '../kit/api-key.ts'
import { OneOf, Uuid } from '../kit/schema.ts'

export const PendingItem = Type.Object({
  environmentId: Uuid,
  workspaceId: Uuid,
  mode: OneOf(MODES),
  id: Type.String(),
})
type PendingItem = Static<typeof PendingItem>

interface Reconciliation {
  name: string
  listPending: (system: SystemCtx, limitPerEnvironment: number, limit: number) => Promise<PendingItem[]>
  settle: (ctx: Ctx, id: string) => Promise<void>
  /** Could not be settled now: schedules the next attempt, with a delay that grows with its age. */
  postpone: (ctx: Ctx, id: string) => Promise<unknown>
}

/** Limits of one run; the next starts in a minute. No shop may block the others, however many pending items it has. */
const MAX_ITEMS = 500
const MAX_ITEMS_PER_ENVIRONMENT = 50
const MAX_RUN_MS = 45_000

const newRunningNames = () => new Set<string>()

/**
 * Settles one item after the other, within the time limit of a run; failed items are postponed. Does nothing while a
 * previous run is active.
 */
export async function reconcileEach(
  system: SystemCtx,
  { name, listPending, settle, postpone }: Reconciliation,
): Promise<void> {
  const runningNames = system.perServer(newRunningNames)
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
        ctx.log.error({ err: error, id }, `${name}: could not reconcile an item; it will be retried`)
        await postpone(ctx, id)
      }
    }
  } finally {
    runningNames.delete(name)
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Half of its age, from a minute to six hours. */
export function backoffUntil({ now }: SystemCtx, createdAt: string): Date {
  const ageMs = now.getTime() - Date.parse(createdAt)
  return new Date(now.getTime() + Math.min(6 * HOUR_MS, Math.max(MINUTE_MS, ageMs / 2)))
}
