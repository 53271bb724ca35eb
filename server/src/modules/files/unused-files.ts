import { type SystemCtx, transaction } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import { findFileKey } from '../../kit/file-key.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000
/** A run; the next comes in an hour. */
const MAX_FILES = 500

/** Removes what nothing has shown for a day. */
export const removeUnusedFiles: Schedule = {
  name: 'files.remove-unused',
  cron: '27 * * * *',
  run: async (ctx) => {
    await queries.noteUses(ctx)
    const before = new Date(ctx.now.getTime() - DAY_MS)
    const unused = await transaction(ctx, async (ctx) => {
      const held = await queries.holdUnused(ctx, before, MAX_FILES)
      // From here on no product can name it: should we die half way, it is not taken for one that is there.
      for (const place of held) await queries.retire(ctx, place)
      return held
    })
    for (const place of unused) {
      if (ctx.signal.aborted) return
      await removeFile(ctx, place, before)
    }
  },
}

/**
 * The row is held while the bytes go, against the rule that nothing outside is asked in a transaction: who uploads the same
 * image just now waits for it, and puts the bytes there after they have gone, not before.
 */
const removeFile = (ctx: SystemCtx, place: queries.Place, before: Date): Promise<void> =>
  transaction(ctx, async (ctx) => {
    const key = findFileKey(place.environmentId, place.name)
    if (!key || !(await queries.holdRetired(ctx, place, before))) return
    await ctx.files.remove(key, ctx.signal)
    await queries.deleteFile(ctx, place)
  })
