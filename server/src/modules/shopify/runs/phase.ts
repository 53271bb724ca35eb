import { type Ctx, transaction } from '../../../ctx.ts'
import type { ShopResource } from '../../../ports/shop-lines.ts'
import type { ShopSource } from '../../../ports/shop-source.ts'
import type { ObjectOutcome } from '../objects/outcome.ts'
import type { SyncCounts } from '../schemas.ts'
import * as queries from './queries.ts'
import { finishRun } from './runs.ts'

export interface PhaseContext {
  ctx: Ctx
  source: ShopSource
  run: queries.Run
  /** Start no further batch after it. */
  isOver: () => boolean
}

/** `waitMs`: nothing to do before. */
export interface PhaseResult {
  run: queries.Run
  waitMs?: number
}

/** Another worker continues this run, or it was canceled. */
export class RunLost extends Error {}

/** Throws if the run is no longer ours: the transaction must not commit. */
export async function saveRun(ctx: Ctx, run: queries.Run, changes: Partial<queries.Run>): Promise<queries.Run> {
  const saved = await queries.updateRun(ctx, { ...run, ...changes })
  if (!saved) throw new RunLost()
  return saved
}

/** Call it first in the transaction of a batch, so that two workers do not do the same work at the same time. */
export async function lockRun(ctx: Ctx, run: queries.Run): Promise<void> {
  if (!(await queries.lockRun(ctx, run))) throw new RunLost()
}

/** Objects and lines per transaction: small enough that nobody waits long for a product. */
export const resourceOf = ({ stage }: queries.Run): ShopResource => {
  if (stage === 'images') throw new Error('Images have no export')
  return stage
}

const NEW_EXPORT = {
  phase: 'export',
  operationId: null,
  exportUrl: null,
  nextByte: 0,
  expectedRoots: null,
  rootsRead: 0,
} as const

/** The next resource, then the images, then the end. */
export function startNextStage(ctx: Ctx, run: queries.Run): Promise<queries.Run> {
  return transaction(ctx, async (ctx) => {
    await queries.deleteBatches(ctx, run)
    const next = run.resources[run.resources.indexOf(resourceOf(run)) + 1]
    if (next) return saveRun(ctx, run, { ...NEW_EXPORT, stage: next, exports: 0 })
    const hasImages = run.resources.some((resource) => resource === 'products' || resource === 'collections')
    if (hasImages && !run.dryRun) return saveRun(ctx, run, { stage: 'images', phase: 'images' })
    return completeRun(ctx, run)
  })
}

export async function completeRun(ctx: Ctx, run: queries.Run): Promise<queries.Run> {
  const completed = await finishRun(ctx, run, { status: 'completed', error: null })
  if (!completed) throw new RunLost()
  return completed
}

const MAX_EXPORTS = 3

/** Reads the resource from the beginning: what was applied is unchanged then. */
export function restartExport(ctx: Ctx, run: queries.Run, reason: string): Promise<queries.Run> {
  return transaction(ctx, async (ctx) => {
    if (run.exports >= MAX_EXPORTS) {
      const failed = await finishRun(ctx, run, { status: 'failed', error: reason })
      if (!failed) throw new RunLost()
      return failed
    }
    await queries.deleteBatches(ctx, run)
    const counts = { ...run.counts, [run.stage]: { ...countsOf(run), read: 0, unchanged: 0 } }
    return saveRun(ctx, run, { ...NEW_EXPORT, counts, error: reason })
  })
}

const NO_COUNTS: SyncCounts = { read: 0, created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0 }

export const countsOf = ({ counts, stage }: queries.Run): SyncCounts => counts[stage] ?? NO_COUNTS

/** More would be read by nobody. Counts are complete, and deletions are always listed. */
const MAX_LISTED = 5000

const MAX_WARNINGS = 50

/** Lists what changed and returns the counts. Call inside a transaction. */
export async function recordOutcomes(
  ctx: Ctx,
  run: queries.Run,
  outcomes: ObjectOutcome[],
  read: number,
): Promise<Pick<queries.Run, 'counts' | 'warnings'>> {
  const counts = { ...countsOf(run) }
  counts.read += read
  for (const { outcome } of outcomes) if (outcome !== 'pending') counts[outcome] += 1
  const notable = outcomes.filter(({ outcome }) => outcome !== 'unchanged')
  const isAlwaysListed = ({ outcome }: ObjectOutcome) => outcome === 'pending' || outcome === 'deleted'
  const listed = notable.length > 0 && !notable.every(isAlwaysListed) ? await queries.countItems(ctx, run) : 0
  const items = [
    ...notable.filter(isAlwaysListed),
    ...notable.filter((outcome) => !isAlwaysListed(outcome)).slice(0, Math.max(0, MAX_LISTED - listed)),
  ]
  if (items.length > 0) await queries.upsertItems(ctx, run, items)
  const warnings = outcomes.flatMap(({ warning }) => (warning && !run.warnings.includes(warning) ? [warning] : []))
  return {
    counts: { ...run.counts, [run.stage]: counts },
    warnings: [...run.warnings, ...warnings.slice(0, Math.max(0, MAX_WARNINGS - run.warnings.length))],
  }
}
