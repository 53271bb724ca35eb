import { Type } from 'typebox'
import type { SystemCtx } from '../../ctx.ts'
import type { Db } from '../../db/database.ts'
import { quickRead, sql, withGenericPlan } from '../../db/sql.ts'
import { MODES, type Mode, SCOPES, type Scope } from '../../kit/api-key.ts'
import { Id, OneOf, Uuid } from '../../kit/schema.ts'
import { Key } from './schemas.ts'

const KeyRow = Type.Object({
  keyId: Id('key'),
  scope: OneOf(SCOPES),
  environmentId: Uuid,
  workspaceId: Uuid,
  mode: OneOf(MODES),
  sandboxId: Uuid,
  rateLimitFactor: Type.Integer(),
})

/** Never returns a revoked key. */
export const findActiveKeyByHash = (db: Db, hash: Buffer) =>
  db.row(
    KeyRow,
    quickRead(
      withGenericPlan(sql`
      select api_keys.id as key_id, api_keys.scope, environments.id as environment_id, environments.workspace_id, environments.mode,
        sandbox.id as sandbox_id, workspaces.rate_limit_factor
      from api_keys
      join environments on environments.id = api_keys.environment_id
      join workspaces on workspaces.id = environments.workspace_id
      join environments as sandbox on sandbox.workspace_id = environments.workspace_id and sandbox.mode = 'test'
      where api_keys.hash = ${hash} and api_keys.revoked_at is null`),
    ),
  )

/** Serializes creations and revocations of one workspace. */
export const lockWorkspace = (ctx: SystemCtx, workspaceId: string) =>
  ctx.db.run(sql`select from workspaces where id = ${workspaceId} for update`)

interface NewKeyRow {
  id: string
  workspaceId: string
  mode: Mode
  scope: Scope
  label: string
  hint: string
  hash: Buffer
  createdBy: string | null
}

export const MAX_ACTIVE_KEYS = 5

/** Uses the lowest free slot of five; inserts no row when there is none. */
export const insertKey = (ctx: SystemCtx, key: NewKeyRow) =>
  ctx.db.run(sql`
    insert into api_keys (hash, id, workspace_id, environment_id, slot, scope, label, hint, created_by, created_at)
    select ${key.hash}, ${key.id}, environments.workspace_id, environments.id, slot, ${key.scope}, ${key.label}, ${key.hint}, ${key.createdBy}, ${ctx.now}
    from environments, generate_series(1, ${MAX_ACTIVE_KEYS}::integer) as slot
    where environments.workspace_id = ${key.workspaceId} and environments.mode = ${key.mode}
      and slot not in (select slot from api_keys where workspace_id = ${key.workspaceId} and revoked_at is null)
    order by slot
    limit 1`)

export const listKeys = (ctx: SystemCtx, workspaceId: string) =>
  ctx.db.rows(
    Key,
    sql`
      select api_keys.id, label, environments.mode, scope, hint,
        case when revoked_at is null then 'active' else 'revoked' end as status,
        created_at, created_by, revoked_at, last_used_at, last_used_ip, seen_in_browser_at, seen_in_browser_origin
      from api_keys join environments on environments.id = api_keys.environment_id
      where api_keys.workspace_id = ${workspaceId}
      order by revoked_at is not null, api_keys.id desc
      limit 100`,
  )

export const findKey = (ctx: SystemCtx, workspaceId: string, keyId: string) =>
  ctx.db.row(
    Key,
    sql`
      select api_keys.id, label, environments.mode, scope, hint,
        case when revoked_at is null then 'active' else 'revoked' end as status,
        created_at, created_by, revoked_at, last_used_at, last_used_ip, seen_in_browser_at, seen_in_browser_origin
      from api_keys join environments on environments.id = api_keys.environment_id
      where api_keys.workspace_id = ${workspaceId} and api_keys.id = ${keyId}`,
  )

/** A trigger notifies every server. */
export const revokeKey = (ctx: SystemCtx, workspaceId: string, keyId: string, by: string) =>
  ctx.db.run(sql`
    update api_keys set revoked_at = ${ctx.now}, revoked_by = ${by}
    where workspace_id = ${workspaceId} and id = ${keyId} and revoked_at is null`)

export interface KeyUse {
  keyId: string
  at: Date
  ip: string
  browserOrigin: string | null
}

/** Many uses in one statement. A use never moves the time backwards. */
export const updateLastUsed = (db: Db, uses: KeyUse[]) =>
  db.run(
    withGenericPlan(sql`
    update api_keys set
      last_used_at = greatest(last_used_at, use.at),
      last_used_ip = case when last_used_at is null or use.at >= last_used_at then use.ip else last_used_ip end,
      seen_in_browser_at = case when use.origin is null then seen_in_browser_at else use.at end,
      seen_in_browser_origin = coalesce(use.origin, seen_in_browser_origin)
    from unnest(
      ${uses.map(({ keyId }) => keyId)}::text[], ${uses.map(({ at }) => at)}::timestamptz[],
      ${uses.map(({ ip }) => ip)}::text[], ${uses.map(({ browserOrigin }) => browserOrigin)}::text[]
    ) as use (id, at, ip, origin)
    where api_keys.id = use.id`),
  )
