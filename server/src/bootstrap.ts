import { randomInt } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { type SystemCtx, transaction } from './ctx.ts'
import { sql } from './db/sql.ts'
import { loadDemoShop } from './demo/load.ts'
import { StartError } from './kit/start-error.ts'
import { createKey } from './modules/keys/keys.ts'
import { makeOwner } from './modules/members/set-up.ts'
import { anyWorkspace } from './modules/workspaces/queries.ts'
import { openWorkspace } from './modules/workspaces/workspaces.ts'

const RETRY_MS = 100

const Lock = Type.Object({ taken: Type.Boolean() })

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

/**
 * The first start opens the demo workspace and tells its sign-in and keys once. Later starts, and other servers, find it
 * there. Servers that start together wait by asking again: to wait in the database ends after 5 s (`SESSION_SETTINGS`), and
 * to fill the shop may take longer on a busy machine.
 */
export async function bootstrap(ctx: SystemCtx, options: Options): Promise<void> {
  while (!(await openOnce(ctx, options))) await sleep(RETRY_MS)
}

/** False while another server is at it. */
const openOnce = (ctx: SystemCtx, { publicUrl, file, tell }: Options): Promise<boolean> =>
  transaction(ctx, async (ctx) => {
    if (!(await tryLock(ctx))) return false
    if (await anyWorkspace(ctx)) return true
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
    return true
  })

async function tryLock(ctx: SystemCtx): Promise<boolean> {
  const { taken } = await ctx.db.one(Lock, sql`select pg_try_advisory_xact_lock(53020002) as taken`)
  return taken
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
