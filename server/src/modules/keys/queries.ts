import { Type } from 'typebox'
import type { SystemCtx } from '../../ctx.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { MODES } from '../../kit/api-key.ts'
import { Id, OneOf, Uuid } from '../../kit/schema.ts'

const KeyRow = Type.Object({
  keyId: Id('key'),
  environmentId: Uuid,
  workspaceId: Uuid,
  mode: OneOf(MODES),
})

export const findByHash = (db: Db, hash: Buffer) =>
  db.row(
    KeyRow,
    sql`
      select api_keys.id as key_id, environments.id as environment_id, environments.workspace_id, environments.mode
      from api_keys join environments on environments.id = api_keys.environment_id
      where api_keys.hash = ${hash}`,
  )

interface NewKey {
  id: string
  environmentId: string
  label: string
  hint: string
  hash: Buffer
}

export const insertKey = (ctx: SystemCtx, key: NewKey) =>
  ctx.db.run(sql`
    insert into api_keys (hash, id, environment_id, label, hint, created_at)
    values (${key.hash}, ${key.id}, ${key.environmentId}, ${key.label}, ${key.hint}, ${ctx.now})`)
