import { type Ctx, transaction } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import { firstIdAt } from '../../kit/ids.ts'
import { auditCheckpoints, auditLevels } from './audit-queries.ts'
import * as queries from './checkpoint-queries.ts'

/** Longer than any transaction: none that is still running can add a movement before a checkpoint. */
const MARGIN_MS = 3_600_000
/** Movements of a variant that an audit may read: a checkpoint for each of them would cost as much as the movement. */
const MIN_MOVEMENTS = 100
/** Movements per transaction. */
const BATCH = 2000
/** Per shop and run; the next one starts in an hour. */
const MAX_BATCHES = 50
/** Of one variant in a transaction. If it has more, it continues with the next movement. */
const MAX_ADDED = 10_000

export const advanceAllCheckpoints: Schedule = {
  name: 'inventory.advance-checkpoints',
  cron: '43 * * * *',
  run: async (system) => {
    for (const environment of await queries.listEnvironments(system)) {
      if (system.signal.aborted) return
      const ctx: Ctx = { ...system, ...environment, caller: { kind: 'system' } }
      try {
        await advanceCheckpoints(ctx)
      } catch (error) {
        ctx.log.error({ err: error }, 'could not advance the checkpoints of the stock ledger; the next run tries again')
      }
    }
  },
}

/**
 * Follows the ledger and adds the movements of each variant that has many since its checkpoint. Returns whether there may
 * be more than one run considers.
 */
export async function advanceCheckpoints(ctx: Ctx): Promise<boolean> {
  const before = firstIdAt('mov', new Date(ctx.now.getTime() - MARGIN_MS))
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    if (ctx.signal.aborted || !(await queries.findNextMovement(ctx, before))) return false
    await transaction(ctx, (ctx) => considerBatch(ctx, before))
  }
  return true
}

async function considerBatch(ctx: Ctx, before: string): Promise<void> {
  await queries.insertPosition(ctx)
  const { movementId: after } = await queries.lockPosition(ctx)
  const { count, lastId, variantIds } = await queries.readMovements(ctx, { after, before, take: BATCH })
  // Another server has considered them meanwhile.
  if (lastId === null) return
  const due = await queries.listDueVariants(ctx, variantIds, { upTo: lastId, count: MIN_MOVEMENTS })
  const locked = due.length > 0 ? toIds(await queries.lockVariants(ctx, toIds(due))) : []
  // Until the job has caught up, each audit would add up the whole backlog.
  if (locked.length > 0 && count < BATCH) await deleteWrongCheckpoints(ctx, locked)
  if (locked.length > 0) await queries.addMovements(ctx, locked, { upTo: lastId, limit: MAX_ADDED })
  await queries.savePosition(ctx, lastId)
}

/** A movement before its checkpoint, of a server with a wrong clock, makes a checkpoint wrong. It starts over. */
async function deleteWrongCheckpoints(ctx: Ctx, variantIds: string[]): Promise<void> {
  const { drift } = await auditLevels(ctx, variantIds, { full: false })
  const differing = [...new Set(drift.filter(({ field }) => field !== 'reserved').map(({ variantId }) => variantId))]
  if (differing.length === 0) return
  // Or the level is wrong, and the checkpoint right.
  const { checkpointDrift } = await auditCheckpoints(ctx, differing)
  const wrong = checkpointDrift.map(({ variantId }) => variantId)
  if (wrong.length > 0) await queries.deleteCheckpoints(ctx, wrong)
}

const toIds = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)
