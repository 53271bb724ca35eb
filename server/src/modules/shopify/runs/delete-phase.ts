import { type Ctx, transaction } from '../../../ctx.ts'
import { deletableResource, deleteObject } from '../objects/delete-objects.ts'
import type { ObjectOutcome } from '../objects/outcome.ts'
import {
  lockRun,
  type PhaseContext,
  type PhaseResult,
  recordOutcomes,
  resourceOf,
  saveRun,
  startNextStage,
} from './phase.ts'
import * as queries from './queries.ts'

/** Of a resource: more looks like a mistake, such as the token of another shop. */
const MAX_SHARE = 0.1
const BATCH = 50

/** An export does not say what is gone: that is what we know and a complete export does not contain. */
export async function runDeletePhase({ ctx, run: first, isOver }: PhaseContext): Promise<PhaseResult> {
  const resource = deletableResource(resourceOf(first))
  let run = first
  if (!resource || run.mode !== 'full') return { run: await startNextStage(ctx, run) }
  const { known, missing } = await queries.countMissing(ctx, run)
  const warning = findObstacle(run, known, missing)
  if (warning) run = await saveRun(ctx, run, { warnings: [...run.warnings, warning] })
  if (warning || missing === 0) return { run: await startNextStage(ctx, run) }
  for (;;) {
    const objects = await queries.listMissing(ctx, run, BATCH)
    if (objects.length === 0) return { run: await startNextStage(ctx, run) }
    run = await transaction(ctx, async (ctx) => {
      await lockRun(ctx, run)
      const outcomes: ObjectOutcome[] = []
      for (const object of objects) outcomes.push(await deleteMissing(ctx, run, resource, object))
      return saveRun(ctx, run, { ...(await recordOutcomes(ctx, run, outcomes, 0)), failures: 0 })
    })
    if (isOver()) return { run }
  }
}

const deleteMissing = (
  ctx: Ctx,
  { dryRun }: queries.Run,
  resource: 'products' | 'collections',
  { externalId, localId }: queries.MissingObject,
): Promise<ObjectOutcome> => deleteObject(ctx, resource, { externalId, localId }, dryRun)

function findObstacle(run: queries.Run, known: number, missing: number): string | undefined {
  if (missing === 0) return undefined
  const { stage, expectedRoots, rootsRead } = run
  const what = `${missing} synced ${stage} ${missing === 1 ? 'is' : 'are'} no longer in the shop`
  if (!run.deleteMissing) return `${what}. To delete them here, sync with deleteMissing.`
  if (expectedRoots !== rootsRead) {
    return `${what}, but nothing was deleted: Shopify announced ${expectedRoots} ${stage} and sent ${rootsRead}.`
  }
  if (missing / known > MAX_SHARE && !run.confirmDeletions) {
    return `${what}, more than 10 % of all ${known}, so nothing was deleted. Check that this is right, then sync with confirmDeletions.`
  }
  return undefined
}
