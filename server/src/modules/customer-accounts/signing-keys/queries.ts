import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { MODES } from '../../../kit/api-key.ts'
import { OneOf } from '../../../kit/schema.ts'
import { SigningKey } from './schemas.ts'

interface NewSigningKeyRow {
  id: string
  environmentId: string
  label: string
  /** Encrypted. */
  secret: string
  createdBy: string | null
}

export const MAX_ACTIVE_KEYS = 2

/** Serializes creations: of two at the same moment the second sees the first. */
export const lockWorkspace = (ctx: SystemCtx, workspaceId: string) =>
  ctx.db.run(sql`select from workspaces where id = ${workspaceId} for update`)

/** Inserts no row if both slots are taken. */
export const insertSigningKey = (ctx: SystemCtx, key: NewSigningKeyRow) =>
  ctx.db.run(sql`
    insert into customer_signing_keys (environment_id, id, slot, label, secret, created_at, created_by)
    select ${key.environmentId}, ${key.id}, slot, ${key.label}, ${key.secret}, ${ctx.now}, ${key.createdBy}
    from generate_series(1, ${MAX_ACTIVE_KEYS}::integer) as slot
    where slot not in (
      select slot from customer_signing_keys where environment_id = ${key.environmentId} and revoked_at is null
    )
    order by slot
    limit 1`)

const EnvironmentRow = Type.Object({ id: Type.String(), mode: OneOf(MODES) })
export type EnvironmentRow = Static<typeof EnvironmentRow>

export const listEnvironments = (ctx: SystemCtx, workspaceId: string) =>
  ctx.db.rows(EnvironmentRow, sql`select id, mode from environments where workspace_id = ${workspaceId} order by mode`)

/** Active ones first, each newest first. */
export const listSigningKeys = (ctx: SystemCtx, { id, mode }: EnvironmentRow) =>
  ctx.db.rows(
    SigningKey,
    sql`
      select id, label, ${mode}::text as mode, case when revoked_at is null then 'active' else 'revoked' end as status,
        created_at, created_by, revoked_at
      from customer_signing_keys
      where environment_id = ${id}
      order by revoked_at is not null, id desc
      limit 50`,
  )

export const revokeSigningKey = (ctx: SystemCtx, environmentId: string, id: string, by: string) =>
  ctx.db.run(sql`
    update customer_signing_keys set secret = null, revoked_at = ${ctx.now}, revoked_by = ${by}
    where environment_id = ${environmentId} and id = ${id} and revoked_at is null`)

const SecretRow = Type.Object({ secret: Type.String() })

export const findActiveSecret = (ctx: Ctx, id: string) =>
  ctx.db.row(
    SecretRow,
    sql`
      select secret from customer_signing_keys
      where environment_id = ${ctx.environmentId} and id = ${id} and revoked_at is null`,
  )
