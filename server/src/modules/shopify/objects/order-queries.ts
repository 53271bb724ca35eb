import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Id } from '../../../kit/schema.ts'

const OrderMatch = Type.Object({ externalId: Type.String(), id: Id('ord') })

export const readOrderIds = async (ctx: Ctx, externalIds: string[]) => {
  const rows = await ctx.db.rows(
    OrderMatch,
    sql`
      select contents ->> 'externalId' as external_id, id from orders
      where environment_id = ${ctx.environmentId} and contents ->> 'externalId' = any(${externalIds})`,
  )
  return new Map(rows.map(({ externalId, id }) => [externalId, id]))
}

const NumberRow = Type.Object({ number: Type.Integer() })

export const readTakenNumbers = async (ctx: Ctx, numbers: number[]) => {
  const rows = await ctx.db.rows(
    NumberRow,
    sql`select number from orders where environment_id = ${ctx.environmentId} and number = any(${numbers}::integer[])`,
  )
  return new Set(rows.map(({ number }) => number))
}
