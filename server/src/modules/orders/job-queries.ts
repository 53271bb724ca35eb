import { Type } from 'typebox'
import type { SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { MODES } from '../../kit/api-key.ts'
import { OneOf, Uuid } from '../../kit/schema.ts'

const DueRow = Type.Object({ environmentId: Uuid, workspaceId: Uuid, mode: OneOf(MODES), id: Type.String() })

/** The oldest due operations of each environment, so that one shop can't starve the others. */
export const listDueOperations = (ctx: SystemCtx, limitPerEnvironment: number, limit: number) =>
  ctx.db.rows(
    DueRow,
    sql`
      /* all environments: one schedule serves them all */
      select environment_id, workspace_id, mode, due.id
      from (
        select environment_id, id, check_at, row_number() over (partition by environment_id order by check_at) as rank
        from payment_operations where status = 'pending' and check_at <= ${ctx.now}
      ) as due
      join environments on environments.id = environment_id
      where rank <= ${limitPerEnvironment}
      order by check_at
      limit ${limit}`,
  )

/** The oldest due refunds of each environment, so that one shop can't starve the others. */
export const listDueRefunds = (ctx: SystemCtx, limitPerEnvironment: number, limit: number) =>
  ctx.db.rows(
    DueRow,
    sql`
      /* all environments: one schedule serves them all */
      select environment_id, workspace_id, mode, due.id
      from (
        select environment_id, id, check_at, row_number() over (partition by environment_id order by check_at) as rank
        from order_refunds where status = 'pending' and check_at <= ${ctx.now}
      ) as due
      join environments on environments.id = environment_id
      where rank <= ${limitPerEnvironment}
      order by check_at
      limit ${limit}`,
  )
