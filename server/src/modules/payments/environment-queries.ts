import { Type } from 'typebox'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { MODES } from '../../kit/api-key.ts'
import { OneOf, Uuid } from '../../kit/schema.ts'

const Shop = Type.Object({ environmentId: Uuid, workspaceId: Uuid, mode: OneOf(MODES), name: Type.String() })

export const findShop = (db: Db, environmentId: string) =>
  db.row(Shop, sql`select id as environment_id, workspace_id, mode, name from environments where id = ${environmentId}`)
