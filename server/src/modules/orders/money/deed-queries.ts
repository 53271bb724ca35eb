import { type Static, Type } from 'typebox'
import { actorOf, type Ctx, type SystemCtx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { MODES } from '../../../kit/api-key.ts'
import { Id, Nullable, OneOf, Timestamp, Uuid } from '../../../kit/schema.ts'
import type { PaymentRow } from '../queries.ts'

/** What is done with a payment that is authorized. */
export const DeedRow = Type.Object({
  id: Id('deed'),
  orderId: Id('ord'),
  paymentId: Id('pay'),
  kind: OneOf(['capture', 'void'] as const),
  status: OneOf(['pending', 'completed', 'failed'] as const),
  amount: Type.Integer(),
  /** Who asked for it. */
  actor: Nullable(Type.String()),
  /** Why it has failed. */
  failure: Nullable(Type.String()),
  createdAt: Timestamp,
})
export type DeedRow = Static<typeof DeedRow>

export type NewDeed = Omit<DeedRow, 'status' | 'createdAt' | 'orderId' | 'actor' | 'failure'>

export const insertDeeds = (
  ctx: Ctx,
  orderId: string,
  deeds: NewDeed[],
  { request, checkAt }: { request: string | null; checkAt: Date },
) =>
  ctx.db.rows(
    DeedRow,
    sql`
      insert into payment_deeds (environment_id, id, order_id, payment_id, kind, status, amount, actor, request, check_at,
        created_at, updated_at)
      select ${ctx.environmentId}, id, ${orderId}, "paymentId", kind, 'pending', amount, ${actorOf(ctx.caller)}, ${request},
        ${checkAt}, ${ctx.now}, ${ctx.now}
      from jsonb_to_recordset(${JSON.stringify(deeds)}::jsonb) as deed (id text, "paymentId" text, kind text, amount bigint)
      returning id, order_id, payment_id, kind, status, amount, actor, failure, created_at`,
  )

export const findDeed = (ctx: Ctx, id: string) =>
  ctx.db.row(
    DeedRow,
    sql`
      select id, order_id, payment_id, kind, status, amount, actor, failure, created_at from payment_deeds
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const listPending = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    DeedRow,
    sql`
      select id, order_id, payment_id, kind, status, amount, actor, failure, created_at from payment_deeds
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and status = 'pending'
      order by id`,
  )

/** What this request has begun before it was cut off. A key is as good as new after a day. */
export const listSameRequest = (ctx: Ctx, orderId: string, request: string) =>
  ctx.db.rows(
    DeedRow,
    sql`
      select id, order_id, payment_id, kind, status, amount, actor, failure, created_at from payment_deeds
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and request = ${request} and kind = 'capture'
        and created_at > ${ctx.now}::timestamptz - interval '24 hours'
      order by id`,
  )

/** Says whether it was pending until now: whoever comes second finds it done. */
export const endDeed = async (ctx: Ctx, id: string, status: 'completed' | 'failed', failure: string | null) => {
  const count = await ctx.db.run(sql`
    update payment_deeds set status = ${status}, failure = ${failure}, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'pending'`)
  return count === 1
}

export const checkDeedAgain = (ctx: Ctx, id: string, checkAt: Date) =>
  ctx.db.run(sql`
    update payment_deeds set check_at = ${checkAt}
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'pending'`)

export const movePayment = (ctx: Ctx, id: string, { status, captured }: Pick<PaymentRow, 'status' | 'captured'>) =>
  ctx.db.run(sql`
    update order_payments set status = ${status}, captured = ${captured}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

const Waiting = Type.Object({ orderId: Id('ord'), id: Id('pay') })

/** Of which we believe that it is authorized. */
export const findAuthorized = (ctx: Ctx, provider: string, ref: string) =>
  ctx.db.row(
    Waiting,
    sql`
      select order_id, id from order_payments
      where environment_id = ${ctx.environmentId} and kind = 'provider' and provider = ${provider} and ref = ${ref}
        and status = 'authorized'`,
  )

const Doubtful = Type.Object({ environmentId: Uuid, workspaceId: Uuid, mode: OneOf(MODES), id: Type.String() })

/** The oldest of each shop. */
export const listDoubtfulDeeds = (ctx: SystemCtx, takeOfEach: number, take: number) =>
  ctx.db.rows(
    Doubtful,
    sql`
      /* all environments: the clock is one for all */
      select environment_id, workspace_id, mode, due.id
      from (
        select environment_id, id, check_at, row_number() over (partition by environment_id order by check_at) as place
        from payment_deeds where status = 'pending' and check_at <= ${ctx.now}
      ) as due
      join environments on environments.id = environment_id
      where place <= ${takeOfEach}
      order by check_at
      limit ${take}`,
  )
