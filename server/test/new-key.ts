import type pg from 'pg'
import { openDatabase } from '../src/db/database.ts'
import { createKey } from '../src/modules/keys/keys.ts'
import { openWorkspace } from '../src/modules/workspaces/workspaces.ts'
import { BARE } from './bare-surroundings.ts'

/** A live key of a workspace that has asked nothing yet, made beside the servers of this database. */
export async function newKey(connection: pg.ClientConfig): Promise<string> {
  const db = openDatabase({ connection })
  const surroundings = { ...BARE, db }
  const system = { ...surroundings, now: new Date(), log: console as never, signal: new AbortController().signal }
  const { live } = await openWorkspace(system, 'Limited')
  const { value } = await createKey(system, live.workspaceId, { label: 'k', mode: 'live' }, { actor: null })
  await db.close()
  return value
}
