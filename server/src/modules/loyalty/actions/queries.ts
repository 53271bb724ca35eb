import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Id } from '../../../kit/schema.ts'
import { ActionEarning } from './schemas.ts'

interface NewActionLot {
  id: string
  customerId: string
  action: string
  eventId: string
  points: number
  remaining: number
}

const InsertedLot = Type.Object({ id: Id('lot') })

/** Returns nothing if the event has earned points before. */
export const insertActionLot = (ctx: Ctx, lot: NewActionLot) =>
  ctx.db.row(
    InsertedLot,
    sql`
      insert into loyalty_lots (environment_id, id, customer_id, source, action, event_id, points, remaining, state, available_at,
        expires_at, created_at)
      select ${ctx.environmentId}, ${lot.id}, ${lot.customerId}, 'action', ${lot.action}, ${lot.eventId}, ${lot.points},
        ${lot.remaining}, case when ${lot.remaining}::bigint > 0 then 'available' else 'spent' end, ${ctx.now},
        ${ctx.now}::timestamptz + make_interval(days => (
          select expires_after_days from loyalty_programs where environment_id = ${ctx.environmentId}
        )), ${ctx.now}
      on conflict (environment_id, event_id) where event_id is not null do nothing
      returning id`,
  )

export const findActionEarning = (ctx: Ctx, eventId: string) =>
  ctx.db.row(
    ActionEarning,
    sql`
      select id, customer_id, action, event_id, points, (
        select balance_after from ledger_entries
        where ledger_entries.environment_id = ${ctx.environmentId} and holder = lot.id and account_id is not null
      ) as balance, expires_at, created_at
      from loyalty_lots as lot
      where lot.environment_id = ${ctx.environmentId} and event_id = ${eventId}`,
  )

const ActionCount = Type.Object({ count: Type.Integer() })

export const countActionLots = (ctx: Ctx, customerId: string, action: string) =>
  ctx.db.one(
    ActionCount,
    sql`
      select count(*) as count from loyalty_lots
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and action = ${action}`,
  )
