import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Timestamp } from '../../kit/schema.ts'
import { Engine } from './engine-schemas.ts'

const Put = Type.Object({ url: Type.String(), updatedAt: Timestamp })

export const findEngine = (ctx: Ctx) =>
  ctx.db.row(Engine, sql`select url, updated_at from tax_engines where environment_id = ${ctx.environmentId}`)

const Sealed = Type.Object({ url: Type.String(), sealedSecret: Type.String() })

export const findSealed = (ctx: Ctx) =>
  ctx.db.row(Sealed, sql`select url, sealed_secret from tax_engines where environment_id = ${ctx.environmentId}`)

export const upsertEngine = (ctx: Ctx, url: string, sealedSecret: string) =>
  ctx.db.one(
    Put,
    sql`
      insert into tax_engines (environment_id, url, sealed_secret, updated_at)
      values (${ctx.environmentId}, ${url}, ${sealedSecret}, ${ctx.now})
      on conflict (environment_id) do update
      set url = excluded.url, sealed_secret = excluded.sealed_secret, updated_at = excluded.updated_at
      returning url, updated_at`,
  )

export const deleteEngine = (ctx: Ctx) =>
  ctx.db.run(sql`delete from tax_engines where environment_id = ${ctx.environmentId}`)
