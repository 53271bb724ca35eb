import { Type } from 'typebox'
import { transaction } from '../../ctx.ts'
import { defineJob, type Schedule } from '../../jobs/job.ts'
import { inBatches } from '../../jobs/retention.ts'
import { Id } from '../../kit/schema.ts'
import { keepHeapTight } from '../../kit/tight-heap.ts'
import { openSource, SUBSCRIBE_JOB, subscribeWebhooks } from './connection.ts'
import { IMAGES_JOB } from './inbound.ts'
import { listPendingImages } from './objects/image-queries.ts'
import { downloadImages, saveImages } from './objects/images.ts'
import { deleteOldItems, deleteOldRuns } from './runs/queries.ts'
import { runSlice } from './runs/run-slice.ts'
import { CANCEL_JOB, SYNC_JOB } from './runs/runs.ts'

export const syncJob = defineJob({
  ...SYNC_JOB,
  payload: Type.Object({ runId: Id('syn') }),
  run: (ctx, { runId }) => {
    keepHeapTight()
    return runSlice(ctx, runId)
  },
})

/** Shopify runs only a few exports at a time. */
export const cancelExportJob = defineJob({
  ...CANCEL_JOB,
  payload: Type.Object({ operationId: Type.String() }),
  run: async (ctx, { operationId }) => (await openSource(ctx)).cancelExport(operationId, ctx.signal),
})

export const subscribeJob = defineJob({
  ...SUBSCRIBE_JOB,
  payload: Type.Object({}),
  run: (ctx) => subscribeWebhooks(ctx),
})

const IMAGES_PER_RUN = 48
const IMAGES_AT_ONCE = 16

/** Of products that webhooks changed; a sync downloads its own. What fails is tried again by the next sync. */
export const imagesJob = defineJob({
  ...IMAGES_JOB,
  payload: Type.Object({}),
  run: async (ctx) => {
    const source = await openSource(ctx)
    let after = ''
    for (let count = 0; count < IMAGES_PER_RUN; count += IMAGES_AT_ONCE) {
      const pending = await listPendingImages(ctx, after, IMAGES_AT_ONCE)
      const last = pending.at(-1)
      if (!last) return
      const downloads = await downloadImages(ctx, source, pending)
      await transaction(ctx, (ctx) => saveImages(ctx, downloads))
      after = last.externalId
    }
  },
})

const RETENTION_MS = 90 * 86_400_000

export const pruneSyncs: Schedule = {
  name: 'shopify.prune-syncs',
  cron: '10 4 * * *',
  run: async (ctx) => {
    const before = new Date(ctx.now.getTime() - RETENTION_MS)
    await inBatches(ctx, (limit) => deleteOldItems(ctx, before, limit))
    if (!ctx.signal.aborted) await inBatches(ctx, (limit) => deleteOldRuns(ctx, before, limit))
  },
}
