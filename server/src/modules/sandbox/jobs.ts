import { Type } from 'typebox'
import { transaction } from '../../ctx.ts'
import { defineJob } from '../../jobs/job.ts'
import { copyFiles } from '../files/copy.ts'
import { copyLiveIntoSandbox } from './copy-live.ts'

/** Tried for an hour and a half. Live goes on while it is copied: seen at one moment, no price comes without its product. */
export const resetJob = defineJob({
  name: 'sandbox.reset',
  maxAttempts: 9,
  payload: Type.Object({}),
  run: async (ctx) => {
    await copyFiles(ctx, ctx.workspaceId)
    await transaction(ctx, copyLiveIntoSandbox, 'repeatable read')
  },
})
