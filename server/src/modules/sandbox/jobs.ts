import { Type } from 'typebox'
import { transaction } from '../../ctx.ts'
import { defineJob } from '../../jobs/job.ts'
import { copyFiles } from '../files/copy.ts'
import { copyLiveIntoSandbox } from './copy-live.ts'

/**
 * Retries for an hour and a half. Live keeps changing during the copy: a single snapshot ensures that no price is
 * copied without its product.
 */
export const resetJob = defineJob({
  name: 'sandbox.reset',
  maxAttempts: 9,
  payload: Type.Object({}),
  run: async (ctx) => {
    await copyFiles(ctx, ctx.workspaceId)
    await transaction(ctx, copyLiveIntoSandbox, 'repeatable read')
  },
})
