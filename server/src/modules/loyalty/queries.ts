import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Timestamp } from '../../kit/schema.ts'
import { LoyaltyProgram } from './schemas.ts'

export const findProgram = (ctx: Ctx) =>
  ctx.db.row(
    LoyaltyProgram,
    sql`
      select name, active, point_values, min_points, version, updated_at
      from loyalty_programs where environment_id = ${ctx.environmentId}`,
  )

type ProgramFields = Omit<LoyaltyProgram, 'version' | 'updatedAt'>

export const saveProgram = (ctx: Ctx, version: number, { name, active, pointValues, minPoints }: ProgramFields) =>
  ctx.db.run(sql`
    insert into loyalty_programs (environment_id, name, active, point_values, min_points, version, updated_at)
    values (${ctx.environmentId}, ${name}, ${active}, ${JSON.stringify(pointValues)}::jsonb, ${minPoints}, ${version}, ${ctx.now})
    on conflict (environment_id) do update set
      name = excluded.name, active = excluded.active, point_values = excluded.point_values, min_points = excluded.min_points,
      version = excluded.version, updated_at = excluded.updated_at`)

const AccountRow = Type.Object({
  customerId: Id('cus'),
  balance: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type AccountRow = Static<typeof AccountRow>

export const findAccount = (ctx: Ctx, customerId: string) =>
  ctx.db.row(
    AccountRow,
    sql`
      select customer_id, balance, created_at, updated_at
      from loyalty_accounts where environment_id = ${ctx.environmentId} and customer_id = ${customerId}`,
  )

/** Does nothing if the account exists. */
export const openAccount = (ctx: Ctx, customerId: string) =>
  ctx.db.run(sql`
    insert into loyalty_accounts (environment_id, customer_id, balance, created_at, updated_at)
    values (${ctx.environmentId}, ${customerId}, 0, ${ctx.now}, ${ctx.now})
    on conflict (environment_id, customer_id) do nothing`)
