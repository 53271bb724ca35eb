import type pg from 'pg'
import { openDatabase } from '../src/db/database.ts'
import { createKey } from '../src/modules/keys/keys.ts'
import { provisionWorkspace } from '../src/modules/workspaces/workspaces.ts'
import { STUB_DEPENDENCIES } from './stub-dependencies.ts'

/** Creates a live key of a new workspace, outside the servers of this database. */
export async function createTestKey(connection: pg.ClientConfig): Promise<string> {
  const db = openDatabase({ connection })
  const dependencies = { ...STUB_DEPENDENCIES, db }
  const system = { ...dependencies, now: new Date(), log: console as never, signal: new AbortController().signal }
  const { live } = await provisionWorkspace(system, 'Limited')
  const { secret } = await createKey(system, live.workspaceId, { label: 'k', mode: 'live' }, { actor: null })
  await db.close()
  return secret
}
