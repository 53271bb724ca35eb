import { Type } from 'typebox'
import { defineJob, type Schedule } from '../../../jobs/job.ts'
import { toAttachmentKey } from '../../../kit/file-key.ts'
import { Id } from '../../../kit/schema.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000
/** Per run; the next one starts in an hour. */
const MAX_FILES = 500

/** Uploads that no message used within a day. */
export const removeUnusedAttachments: Schedule = {
  name: 'tickets.remove-unused-attachments',
  cron: '41 * * * *',
  run: async (ctx) => {
    const unused = await queries.retireUnused(ctx, new Date(ctx.now.getTime() - DAY_MS), MAX_FILES)
    for (const { environmentId, id } of unused) {
      if (ctx.signal.aborted) return
      await ctx.files.remove(toAttachmentKey(environmentId, id), ctx.signal)
      await queries.deleteRetired(ctx, environmentId, id)
    }
  },
}

/** The bytes of attachments whose rows an erasure has deleted. */
export const removeAttachments = defineJob({
  name: 'tickets.remove-attachments',
  payload: Type.Object({ attachmentIds: Type.Array(Id('att')) }),
  run: async (ctx, { attachmentIds }) => {
    for (const id of attachmentIds) await ctx.files.remove(toAttachmentKey(ctx.environmentId, id), ctx.signal)
  },
})
