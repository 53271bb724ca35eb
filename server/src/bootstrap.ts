import { randomInt } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { type SystemCtx, transaction } from './ctx.ts'
import { sql } from './db/sql.ts'
import { loadDemoShop } from './demo/load-demo-shop.ts'
import { demoShopKey } from './demo/shop-server/shop-key.ts'
import { StartError } from './kit/start-error.ts'
import { createKey } from './modules/keys/keys.ts'
import { createOwner } from './modules/members/setup.ts'
import { hasWorkspaces } from './modules/workspaces/queries.ts'
import { provisionWorkspace } from './modules/workspaces/workspaces.ts'

const RETRY_MS = 100

const LockRow = Type.Object({ acquired: Type.Boolean() })

export interface BootstrapResult {
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
  onCreated: (result: BootstrapResult) => void
}

/**
 * The first start creates the demo workspace and prints its sign-in and keys once; later starts find it. Servers that
 * start together poll: a lock wait in the database ends after 5 s (`SESSION_SETTINGS`), and seeding the shop may take
 * longer on a busy machine.
 */
export async function bootstrap(ctx: SystemCtx, options: Options): Promise<void> {
  while (!(await tryBootstrap(ctx, options))) await sleep(RETRY_MS)
}

/** False while another server holds the lock. */
const tryBootstrap = (ctx: SystemCtx, { publicUrl, file, onCreated }: Options): Promise<boolean> =>
  transaction(ctx, async (ctx) => {
    if (!(await tryLock(ctx))) return false
    if (await hasWorkspaces(ctx)) return true
    const { live, test } = await provisionWorkspace(ctx, 'Demo shop')
    await loadDemoShop(ctx, { live, test })
    await createKey(ctx, live.workspaceId, { label: 'Demo shop', mode: 'live' }, { actor: null }, demoShopKey(ctx))
    const owner = { name: 'Demo owner', email: 'owner@demo-shop.example', password: readablePassword() }
    await createOwner(ctx, live.workspaceId, owner)
    const result: BootstrapResult = {
      dashboardUrl: `${publicUrl}/dashboard/`,
      email: owner.email,
      password: owner.password,
      workspaceId: live.workspaceId,
      sandboxId: test.environmentId,
      testKey: (await createKey(ctx, test.workspaceId, { label: 'First test key', mode: 'test' }, { actor: null }))
        .secret,
      liveKey: (await createKey(ctx, live.workspaceId, { label: 'First live key', mode: 'live' }, { actor: null }))
        .secret,
    }
    // Before the commit: keys that could not be handed over must not exist.
    if (file) await writeSecretFile(file, result)
    onCreated(result)
    return true
  })

async function tryLock(ctx: SystemCtx): Promise<boolean> {
  const { acquired } = await ctx.db.one(LockRow, sql`select pg_try_advisory_xact_lock(53020002) as acquired`)
  return acquired
}

/** No look-alike characters; 99 bits. */
function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const word = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return [word(), word(), word(), word()].join('-')
}

async function writeSecretFile(file: string, content: BootstrapResult): Promise<void> {
  const draft = `${file}.new`
  try {
    await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(draft, file)
  } catch (error) {
    throw new StartError(`BOOTSTRAP_FILE ${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}
