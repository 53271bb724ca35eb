import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { catalogue } from '../../../events/catalogue.ts'

const PaidBy = Type.Object({ orderId: Type.String() })

export const findOrderPaidBy = (ctx: Ctx, provider: string, ref: string) =>
  ctx.db.row(
    PaidBy,
    sql`
      select order_id from order_payments
      where environment_id = ${ctx.environmentId} and kind = 'provider' and provider = ${provider} and ref = ${ref}`,
  )

const Ended = Type.Object({ data: catalogue['order.gift_cards_checked'] })

/** The gift cards that ended with a refund. By the index `events_of_order`. */
export const findCardsEndedBy = (ctx: Ctx, orderId: string, refundId: string) =>
  ctx.db.row(
    Ended,
    sql`
      select data from events
      where environment_id = ${ctx.environmentId} and data ? 'orderId' and data ->> 'orderId' = ${orderId}
        and type = 'order.gift_cards_checked' and data ->> 'refundId' = ${refundId} and data ->> 'outcome' = 'ended'
      order by id desc
      limit 1`,
  )
