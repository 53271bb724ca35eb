import { type Ctx, transaction } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import { firstIdAt } from '../../kit/ids.ts'
import { auditLevels } from './audit-queries.ts'
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
  const { lastId, variantIds } = await queries.readMovements(ctx, { after, before, take: BATCH })
  // Another server has considered them meanwhile.
  if (lastId === null) return
  const locked = await queries.lockVariants(ctx, variantIds)
  const due = await queries.listDueVariants(ctx, toIds(locked), { upTo: lastId, count: MIN_MOVEMENTS })
  if (due.length > 0) await advance(ctx, toIds(due), lastId)
  await queries.savePosition(ctx, lastId)
}

/** A movement before the checkpoint, of a server with a wrong clock, makes the sums differ: they start over. */
async function advance(ctx: Ctx, variantIds: string[], upTo: string): Promise<void> {
  const { drift } = await auditLevels(ctx, variantIds, { full: false })
  const differing = drift.filter(({ field }) => field !== 'reserved').map(({ variantId }) => variantId)
  if (differing.length > 0) await queries.deleteCheckpoints(ctx, differing)
  await queries.addMovements(ctx, variantIds, { upTo, limit: MAX_ADDED })
}

const toIds = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)
