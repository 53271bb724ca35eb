import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { type NewProfile, Profile } from './schemas.ts'

export const findProfile = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Profile,
    sql`
      select id, name, is_default as "default", items, version, created_at, updated_at
      from shipping_profiles
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const findDefaultProfile = (ctx: Ctx) =>
  ctx.db.row(
    Profile,
    sql`
      select id, name, is_default as "default", items, version, created_at, updated_at
      from shipping_profiles
      where environment_id = ${ctx.environmentId} and is_default`,
  )

export const listProfiles = (ctx: Ctx, { before, take }: Keyset) =>
  ctx.db.rows(
    Profile,
    sql`
      select id, name, is_default as "default", items, version, created_at, updated_at
      from shipping_profiles
      where environment_id = ${ctx.environmentId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

const Count = Type.Object({ count: Type.Integer() })

export const countProfiles = async (ctx: Ctx): Promise<number> =>
  (
    await ctx.db.one(
      Count,
      sql`select count(*) as count from shipping_profiles where environment_id = ${ctx.environmentId}`,
    )
  ).count

export const insertProfile = (ctx: Ctx, id: string, { name, items }: NewProfile, isDefault: boolean) =>
  ctx.db.one(
    Profile,
    sql`
      insert into shipping_profiles (environment_id, id, name, is_default, items, version, created_at, updated_at)
      values (${ctx.environmentId}, ${id}, ${name}, ${isDefault}, ${JSON.stringify(items)}, 1, ${ctx.now}, ${ctx.now})
      returning id, name, is_default as "default", items, version, created_at, updated_at`,
  )

export const updateProfile = (ctx: Ctx, id: string, { name, items }: NewProfile) =>
  ctx.db.one(
    Profile,
    sql`
      update shipping_profiles
      set name = ${name}, items = ${JSON.stringify(items)}, version = version + 1, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and id = ${id}
      returning id, name, is_default as "default", items, version, created_at, updated_at`,
  )

export const deleteProfile = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from shipping_profiles where environment_id = ${ctx.environmentId} and id = ${id}`)
