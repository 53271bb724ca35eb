import { type SystemCtx, transaction } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import { toFileKey } from '../../kit/file-key.ts'
import * as queries from './queries.ts'
import * as usage from './usage-queries.ts'

const DAY_MS = 86_400_000
/** Per run; the next one starts in an hour. */
const MAX_FILES = 500

/** Per shop and run, one after the other in the order of their names. */
const CHECKED_FILES = 1000

/** Removes files that have been unused for a day. */
export const removeUnusedFiles: Schedule = {
  name: 'files.remove-unused',
  cron: '27 * * * *',
  run: async (ctx) => {
    for (const { id } of await usage.listEnvironments(ctx)) {
      if (ctx.signal.aborted) return
      await checkUsage(ctx, id)
    }
    const before = new Date(ctx.now.getTime() - DAY_MS)
    for (const file of await queries.listUnusedFiles(ctx, before, MAX_FILES)) {
      if (ctx.signal.aborted) return
      // In a shop with many files, a text may mention it since it was checked last.
      await usage.updateUsage(ctx, file.environmentId, [file.name])
      await retireFile(ctx, file, before)
      await removeFile(ctx, file, before)
    }
  },
}

/** Checks which files of a shop are used. Where there are many, the next run continues after these. */
export async function checkUsage(ctx: SystemCtx, environmentId: string): Promise<void> {
  const files = await usage.listNextFiles(ctx, environmentId, CHECKED_FILES)
  const names = files.map(({ name }) => name)
  const last = names.at(-1)
  if (last !== undefined) await usage.updateUsage(ctx, environmentId, names)
  if (last !== undefined && names.length === CHECKED_FILES) await usage.saveCheckedThrough(ctx, environmentId, last)
  else await usage.restartChecks(ctx, environmentId)
}

/** From here on no product can reference the file; if the process dies halfway, it is not mistaken for a stored one. */
const retireFile = (ctx: SystemCtx, file: queries.FileRef, before: Date): Promise<void> =>
  transaction(ctx, async (ctx) => {
    if (await queries.lockUnusedFile(ctx, file, before)) await queries.retireFile(ctx, file)
  })

/**
 * Deletes the bytes while the row is locked, an exception to the rule against external calls in a transaction: a
 * concurrent upload of the same image waits, and writes its bytes after the deletion instead of before.
 */
const removeFile = (ctx: SystemCtx, file: queries.FileRef, before: Date): Promise<void> =>
  transaction(ctx, async (ctx) => {
    const key = toFileKey(file.environmentId, file.name)
    if (!key || !(await queries.lockRetiredFile(ctx, file, before))) return
    await ctx.files.remove(key, ctx.signal)
    await queries.deleteFile(ctx, file)
  })
