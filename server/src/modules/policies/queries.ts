import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { newId } from '../../kit/ids.ts'
import { Policy, type PolicyKind, type PolicyText, PolicyVersion } from './schemas.ts'

export const listPolicies = (ctx: Ctx) =>
  ctx.db.rows(
    Policy,
    sql`
      select kind, title, body, html, return_terms, version, created_at as updated_at
      from policies join policy_versions using (environment_id, kind, version)
      where environment_id = ${ctx.environmentId}
      order by kind`,
  )

export const findPolicy = (ctx: Ctx, kind: PolicyKind) =>
  ctx.db.row(
    Policy,
    sql`
      select kind, title, body, html, return_terms, version, created_at as updated_at
      from policies join policy_versions using (environment_id, kind, version)
      where environment_id = ${ctx.environmentId} and kind = ${kind}`,
  )

export const listVersions = (ctx: Ctx, kind: PolicyKind, { before, take }: Keyset) =>
  ctx.db.rows(
    PolicyVersion,
    sql`
      select id, version, title, body, return_terms, created_at
      from policy_versions
      where environment_id = ${ctx.environmentId} and kind = ${kind} and id < ${before}
      order by id desc
      limit ${take}`,
  )

export const findLatestVersion = (ctx: Ctx, kind: PolicyKind) =>
  ctx.db.row(
    PolicyVersion,
    sql`
      select id, version, title, body, return_terms, created_at
      from policy_versions
      where environment_id = ${ctx.environmentId} and kind = ${kind}
      order by version desc
      limit 1`,
  )

export const insertVersion = (ctx: Ctx, kind: PolicyKind, version: number, text: PolicyText) =>
  ctx.db.run(sql`
    insert into policy_versions (environment_id, kind, version, id, title, body, return_terms, created_at)
    values (
      ${ctx.environmentId}, ${kind}, ${version}, ${newId('plv')}, ${text.title}, ${text.body}, ${text.returnTerms},
      ${ctx.now}
    )`)

export const publishVersion = (ctx: Ctx, kind: PolicyKind, version: number, html: string) =>
  ctx.db.run(sql`
    insert into policies (environment_id, kind, version, html)
    values (${ctx.environmentId}, ${kind}, ${version}, ${html})
    on conflict (environment_id, kind) do update set version = excluded.version, html = excluded.html`)

export const deletePolicy = (ctx: Ctx, kind: PolicyKind) =>
  ctx.db.run(sql`delete from policies where environment_id = ${ctx.environmentId} and kind = ${kind}`)
