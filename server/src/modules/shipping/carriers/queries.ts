import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Carrier } from '../schemas.ts'

export const listCarriers = (ctx: Ctx) =>
  ctx.db.rows(
    Carrier,
    sql`select name, url, updated_at from shipping_carriers where environment_id = ${ctx.environmentId} order by name`,
  )

export const findCarrier = (ctx: Ctx, name: string) =>
  ctx.db.row(
    Carrier,
    sql`
      select name, url, updated_at from shipping_carriers
      where environment_id = ${ctx.environmentId} and name = ${name}`,
  )

const SealedCarrier = Type.Object({ name: Type.String(), url: Type.String(), sealedSecret: Type.String() })

export const listSealedCarriers = (ctx: Ctx, names: string[]) =>
  ctx.db.rows(
    SealedCarrier,
    sql`
      select name, url, sealed_secret from shipping_carriers
      where environment_id = ${ctx.environmentId} and name = any(${names})`,
  )

export const upsertCarrier = (ctx: Ctx, name: string, url: string, sealedSecret: string) =>
  ctx.db.one(
    Carrier,
    sql`
      insert into shipping_carriers (environment_id, name, url, sealed_secret, updated_at)
      values (${ctx.environmentId}, ${name}, ${url}, ${sealedSecret}, ${ctx.now})
      on conflict (environment_id, name) do update
      set url = excluded.url, sealed_secret = excluded.sealed_secret, updated_at = excluded.updated_at
      returning name, url, updated_at`,
  )

export const deleteCarrier = (ctx: Ctx, name: string) =>
  ctx.db.run(sql`delete from shipping_carriers where environment_id = ${ctx.environmentId} and name = ${name}`)
