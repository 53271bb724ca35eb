import { randomInt } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { type SystemCtx, transaction } from './ctx.ts'
import { sql } from './db/sql.ts'
import { loadDemoShop } from './demo/load.ts'
import { StartError } from './kit/start-error.ts'
import { createKey } from './modules/keys/keys.ts'
import { makeOwner } from './modules/members/set-up.ts'
import { anyWorkspace } from './modules/workspaces/queries.ts'
import { openWorkspace } from './modules/workspaces/workspaces.ts'

export interface Bootstrap {
  dashboardUrl: string
  email: string
  password: string
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

/** The first start opens the demo workspace and tells its sign-in and keys once. Later starts, and other servers, find it there. */
export function bootstrap(ctx: SystemCtx, { publicUrl, file, tell }: Options): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await ctx.db.run(sql`select pg_advisory_xact_lock(53020002)`)
    if (await anyWorkspace(ctx)) return
    const { live, test } = await openWorkspace(ctx, 'Demo shop')
    await loadDemoShop(ctx, { live, test })
    const owner = { name: 'Demo owner', email: 'owner@demo-shop.example', password: readablePassword() }
    await makeOwner(ctx, live.workspaceId, owner)
    const made: Bootstrap = {
      dashboardUrl: `${publicUrl}/dashboard/`,
      email: owner.email,
      password: owner.password,
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

/** Without letters that are mistaken for others; 99 bits. */
function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const word = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return [word(), word(), word(), word()].join('-')
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
