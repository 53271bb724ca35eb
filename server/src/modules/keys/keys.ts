import type { Environment, SystemCtx } from '../../ctx.ts'
import type { Db } from '../../db/database.ts'
import type { Attribution } from '../../http/attribution.ts'
import { apiKeyHint, hashApiKey, newApiKey } from '../../kit/api-key.ts'
import { newId } from '../../kit/ids.ts'
import * as queries from './queries.ts'

/** The only moment at which the value exists: afterwards there is its hash, from which it can't be had back. */
export async function createKey(ctx: SystemCtx, environment: Environment, label: string): Promise<string> {
  const value = newApiKey(environment.mode)
  await queries.insertKey(ctx, {
    id: newId('key'),
    environmentId: environment.environmentId,
    label,
    hint: apiKeyHint(value),
    hash: hashApiKey(value),
  })
  return value
}

export async function findKey(db: Db, hash: Buffer): Promise<Attribution | undefined> {
  const key = await queries.findByHash(db, hash)
  if (!key) return undefined
  const { keyId, ...environment } = key
  return { ...environment, caller: { kind: 'key', keyId } }
}
