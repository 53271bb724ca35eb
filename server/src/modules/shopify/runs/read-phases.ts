import { type Ctx, transaction } from '../../../ctx.ts'
import type { ShopResource } from '../../../ports/shop-lines.ts'
import { ShopSourceError } from '../../../ports/shop-source.ts'
import { applyObjects, BATCH_SIZES, claimNumbers } from '../objects/apply.ts'
import { deletableResource } from '../objects/delete-objects.ts'
import { groupLines, type ObjectBatch, type ShopObject, toObject } from '../objects/group-lines.ts'
import {
  lockRun,
  type PhaseContext,
  type PhaseResult,
  recordOutcomes,
  resourceOf,
  restartExport,
  saveRun,
} from './phase.ts'
import * as queries from './queries.ts'

/** Applies the export batch by batch. Each commits with the place in the file where the next one starts. */
export async function runReadPhase(phase: PhaseContext): Promise<PhaseResult> {
  try {
    return await readExport(phase)
  } catch (error) {
    if (!(error instanceof ShopSourceError) || error.code !== 'expired') throw error
    return renewLink(phase)
  }
}

async function readExport({ ctx, source, run: first, isOver }: PhaseContext): Promise<PhaseResult> {
  const resource = resourceOf(first)
  let run = first
  const lines = source.readExport(resource, run.exportUrl ?? '', run.nextByte, ctx.signal)
  for await (const batch of groupLines(lines, run.nextByte, BATCH_SIZES[resource])) {
    run = await applyBatch(ctx, run, resource, batch)
    if (isOver()) return { run }
  }
  const { rootsRead, expectedRoots } = run
  if (expectedRoots !== null && rootsRead < expectedRoots) {
    const reason = `The export ended after ${rootsRead} of ${expectedRoots} ${resource}.`
    return { run: await restartExport(ctx, run, reason) }
  }
  return { run: await saveRun(ctx, run, { phase: 'recheck', exportUrl: null }) }
}

/** The file is the same, so reading continues where it stopped. */
async function renewLink({ ctx, source, run: before }: PhaseContext): Promise<PhaseResult> {
  const run = (await queries.findRun(ctx, before.id)) ?? before
  const state = run.operationId ? await source.getExport(run.operationId, ctx.signal) : undefined
  if (!state?.url || state.url === run.exportUrl) {
    return { run: await restartExport(ctx, run, 'The link to the exported data has expired.') }
  }
  return { run: await saveRun(ctx, run, { exportUrl: state.url }) }
}

async function applyBatch<R extends ShopResource>(
  ctx: Ctx,
  run: queries.Run,
  resource: R,
  { objects, incompleteIds, nextByte }: ObjectBatch<R>,
): Promise<queries.Run> {
  const claimed = await claimNumbers(ctx, resource, objects)
  return transaction(ctx, async (ctx) => {
    await lockRun(ctx, run)
    const outcomes = await applyObjects(ctx, resource, objects, optionsOf(run), claimed)
    const late = incompleteIds.map((externalId) => ({ externalId, outcome: 'pending' as const }))
    const counts = await recordOutcomes(ctx, run, [...late, ...outcomes], objects.length)
    if (run.mode === 'full' && objects.length > 0 && deletableResource(resource)) {
      const externalIds = objects.map(({ root }) => root.id)
      await queries.insertBatch(ctx, run, externalIds)
    }
    const rootsRead = run.rootsRead + objects.length
    return saveRun(ctx, run, { ...counts, nextByte, rootsRead, failures: 0, error: null })
  })
}

const optionsOf = ({ id, dryRun, currency }: queries.Run) => ({ dryRun, currency: currency ?? '', reference: id })

const RECHECKS = 10
const INCOMPLETE = 'Shopify sent it incompletely. Sync again later.'

/** Objects whose lines did not belong together in the export are read one by one. */
export async function runRecheckPhase({ ctx, source, run: first, isOver }: PhaseContext): Promise<PhaseResult> {
  const resource = resourceOf(first)
  let run = first
  for (;;) {
    const pending = await queries.listPendingItems(ctx, run, RECHECKS)
    if (pending.length === 0) return { run: await saveRun(ctx, run, { phase: 'delete' }) }
    const objects: ShopObject<typeof resource>[] = []
    for (const { externalId } of pending) {
      const lines = await source.getObject(resource, externalId, ctx.signal)
      const object = lines && toObject(lines)
      if (object) objects.push(object)
    }
    run = await applyRechecked(
      ctx,
      run,
      resource,
      objects,
      pending.map(({ externalId }) => externalId),
    )
    if (isOver()) return { run }
  }
}

async function applyRechecked<R extends ShopResource>(
  ctx: Ctx,
  run: queries.Run,
  resource: R,
  objects: ShopObject<R>[],
  pendingIds: string[],
): Promise<queries.Run> {
  const claimed = await claimNumbers(ctx, resource, objects)
  return transaction(ctx, async (ctx) => {
    await lockRun(ctx, run)
    await queries.deletePendingItems(ctx, run, pendingIds)
    const outcomes = (await applyObjects(ctx, resource, objects, optionsOf(run), claimed)).map((outcome) =>
      outcome.outcome === 'pending'
        ? { ...outcome, outcome: 'failed' as const, error: outcome.error ?? INCOMPLETE }
        : outcome,
    )
    return saveRun(ctx, run, { ...(await recordOutcomes(ctx, run, outcomes, 0)), failures: 0 })
  })
}
