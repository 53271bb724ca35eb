import { rename, writeFile } from 'node:fs/promises'
import { type SystemCtx, transaction } from './ctx.ts'
import { sql } from './db/sql.ts'
import { StartError } from './kit/start-error.ts'
import { createKey } from './modules/keys/keys.ts'
import { anyWorkspace } from './modules/workspaces/queries.ts'
import { openWorkspace } from './modules/workspaces/workspaces.ts'

export interface Bootstrap {
  dashboardUrl: string
  workspaceId: string
  sandboxId: string
  testKey: string
  liveKey: string
}

interface Options {
  publicUrl: string
  file: string | undefined
  tell: (made: Bootstrap) => void
}

/** The first start opens the demo workspace and tells its keys once. Later starts, and other servers, find it there. */
export function bootstrap(ctx: SystemCtx, { publicUrl, file, tell }: Options): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await ctx.db.run(sql`select pg_advisory_xact_lock(53020002)`)
    if (await anyWorkspace(ctx)) return
    const { live, test } = await openWorkspace(ctx, 'Demo shop')
    const made: Bootstrap = {
      dashboardUrl: `${publicUrl}/dashboard/`,
      workspaceId: live.workspaceId,
      sandboxId: test.environmentId,
      testKey: (await createKey(ctx, test.workspaceId, { label: 'First test key', mode: 'test' }, { actor: null }))
        .value,
      liveKey: (await createKey(ctx, live.workspaceId, { label: 'First live key', mode: 'live' }, { actor: null }))
        .value,
    }
    // Before the commit: keys that were not handed over must not exist.
    if (file) await writePrivately(file, made)
    tell(made)
  })
}

async function writePrivately(file: string, content: Bootstrap): Promise<void> {
  const draft = `${file}.new`
  try {
    await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(draft, file)
  } catch (error) {
    throw new StartError(`BOOTSTRAP_FILE ${file} can not be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}
