import { type SystemCtx, transaction } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import { toFileKey } from '../../kit/file-key.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000
/** A run; the next comes in an hour. */
const MAX_FILES = 500

/** Removes what nothing has shown for a day. */
export const removeUnusedFiles: Schedule = {
  name: 'files.remove-unused',
  cron: '27 * * * *',
  run: async (ctx) => {
    await queries.updateUsage(ctx)
    const before = new Date(ctx.now.getTime() - DAY_MS)
    const unused = await transaction(ctx, async (ctx) => {
      const locked = await queries.lockUnusedFiles(ctx, before, MAX_FILES)
      // From here on no product can name it: should we die half way, it is not taken for one that is there.
      for (const file of locked) await queries.retireFile(ctx, file)
      return locked
    })
    for (const file of unused) {
      if (ctx.signal.aborted) return
      await removeFile(ctx, file, before)
    }
  },
}

/**
 * The row is held while the bytes go, against the rule that nothing outside is asked in a transaction: who uploads the same
 * image just now waits for it, and puts the bytes there after they have gone, not before.
 */
const removeFile = (ctx: SystemCtx, file: queries.FileRef, before: Date): Promise<void> =>
  transaction(ctx, async (ctx) => {
    const key = toFileKey(file.environmentId, file.name)
    if (!key || !(await queries.lockRetiredFile(ctx, file, before))) return
    await ctx.files.remove(key, ctx.signal)
    await queries.deleteFile(ctx, file)
  })
