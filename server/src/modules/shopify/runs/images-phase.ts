import { transaction } from '../../../ctx.ts'
import { countPendingImages, listPendingImages } from '../objects/image-queries.ts'
import { downloadImages, saveImages } from '../objects/images.ts'
import {
  completeRun,
  countsOf,
  lockRun,
  type PhaseContext,
  type PhaseResult,
  recordOutcomes,
  saveRun,
} from './phase.ts'

const BATCH = 16

/** Last, so that slow images keep nothing waiting. Each is tried once per sync. */
export async function runImagesPhase({ ctx, source, run: first, isOver }: PhaseContext): Promise<PhaseResult> {
  let run = first
  if (run.imageCursor === '' && !run.counts.images) {
    const read = await countPendingImages(ctx, '')
    run = await saveRun(ctx, run, { counts: { ...run.counts, images: { ...countsOf(run), read } } })
  }
  for (;;) {
    const pending = await listPendingImages(ctx, run.imageCursor, BATCH)
    const last = pending.at(-1)
    if (!last) return { run: await transaction(ctx, (ctx) => completeRun(ctx, run)) }
    const downloads = await downloadImages(ctx, source, pending)
    run = await transaction(ctx, async (ctx) => {
      await lockRun(ctx, run)
      const outcomes = await saveImages(ctx, downloads)
      const counts = await recordOutcomes(ctx, run, outcomes, 0)
      return saveRun(ctx, run, { ...counts, imageCursor: last.externalId, failures: 0 })
    })
    if (isOver()) return { run }
  }
}
