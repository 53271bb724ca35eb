import { Type } from 'typebox'
import { defineJob, type Schedule } from '../../jobs/job.ts'
import { Id } from '../../kit/schema.ts'
import { openSource, SUBSCRIBE_JOB, subscribeWebhooks } from './connection.ts'
import { deleteOldRuns } from './runs/queries.ts'
import { runSlice } from './runs/run-slice.ts'
import { CANCEL_JOB, SYNC_JOB } from './runs/runs.ts'

export const syncJob = defineJob({
  ...SYNC_JOB,
  payload: Type.Object({ runId: Id('syn') }),
  run: (ctx, { runId }) => runSlice(ctx, runId),
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

const RETENTION_MS = 90 * 86_400_000

export const pruneSyncs: Schedule = {
  name: 'shopify.prune-syncs',
  cron: '10 4 * * *',
  run: async (ctx) => {
    await deleteOldRuns(ctx, new Date(ctx.now.getTime() - RETENTION_MS))
  },
}
