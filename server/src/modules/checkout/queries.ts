import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { MODES } from '../../kit/api-key.ts'
import { Nullable, OneOf, Timestamp, Uuid } from '../../kit/schema.ts'
import type { PaymentState } from '../../ports/payments.ts'
import type { PlacedOrder } from '../orders/placed.ts'

export const KINDS = ['card', 'intent', 'acp'] as const
/** `refunding`: money came for what nobody gets; it is on its way back. */
export const OUTCOMES = ['completed', 'declined', 'canceled', 'expired', 'refunding', 'refunded'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What is reserved for a checkout beside stock, to be taken or given back with it. */
export interface Reserved {
  /** How many promotions. */
  uses: number
  /** By whom the uses are counted. */
  customerKey: string | null
  giftCards: { giftCardId: string; last4: string; amount: number }[]
}

export type PlacedCheckout = PlacedOrder & { reserved: Reserved }

export const CheckoutRow = Type.Object({
  id: Type.String(),
  cartId: Type.String(),
  orderId: Type.String(),
  kind: OneOf(KINDS),
  status: OneOf(['active', 'ended'] as const),
  outcome: Nullable(OneOf(OUTCOMES)),
  placed: Type.Unsafe<PlacedCheckout>({ type: 'object' }),
  provider: Nullable(Type.String()),
  ref: Nullable(Type.String()),
  capture: OneOf(['now', 'later'] as const),
  currency: Type.String(),
  due: Type.Integer(),
  payment: Nullable(Type.Unsafe<PaymentState>({ type: 'object' })),
  request: Nullable(Type.String()),
  expiresAt: Timestamp,
  createdAt: Timestamp,
  /** Of the order, where there is one. */
  number: Nullable(Type.Integer()),
})
export type CheckoutRow = Static<typeof CheckoutRow>

export type NewCheckout = Omit<CheckoutRow, 'status' | 'outcome' | 'payment' | 'createdAt' | 'expiresAt' | 'number'> & {
  checkAt: Date
  expiresAt: Date
}

/**
 * Only for the cart as it was read, and only while nobody else is at it: its row is held, so that whoever completes another
 * checkout of it is done before, or comes after. Says whether it was.
 */
export const insertCheckout = async (ctx: Ctx, fresh: NewCheckout, cartVersion: number): Promise<boolean> => {
  const count = await ctx.db.run(sql`
    with cart as materialized (
      select id from carts
      where environment_id = ${ctx.environmentId} and id = ${fresh.cartId} and version = ${cartVersion} and status = 'open'
      for no key update
    )
    insert into checkouts (environment_id, id, cart_id, order_id, kind, status, placed, provider, ref, capture, currency, due,
      request, check_at, expires_at, created_at, updated_at)
    select ${ctx.environmentId}, ${fresh.id}, cart.id, ${fresh.orderId}, ${fresh.kind}, 'active',
      ${JSON.stringify(fresh.placed)}, ${fresh.provider}, ${fresh.ref}, ${fresh.capture}, ${fresh.currency}, ${fresh.due},
      ${fresh.request}, ${fresh.checkAt}, ${fresh.expiresAt}, ${ctx.now}, ${ctx.now}
    from cart
    on conflict (environment_id, cart_id) where status = 'active' do nothing`)
  return count === 1
}

export const findCheckout = (ctx: Ctx, id: string) =>
  ctx.db.row(
    CheckoutRow,
    sql`
      select checkouts.id, cart_id, order_id, kind, checkouts.status, outcome, placed, provider, ref, capture,
        checkouts.currency, due, payment, request, expires_at, checkouts.created_at, number
      from checkouts
      left join orders on orders.environment_id = ${ctx.environmentId} and orders.id = order_id
      where checkouts.environment_id = ${ctx.environmentId} and checkouts.id = ${id}`,
  )

/** The one that is under way, or that has made an order of it. */
export const findOfCart = (ctx: Ctx, cartId: string) =>
  ctx.db.row(
    CheckoutRow,
    sql`
      select checkouts.id, cart_id, order_id, kind, checkouts.status, outcome, placed, provider, ref, capture,
        checkouts.currency, due, payment, request, expires_at, checkouts.created_at, number
      from checkouts
      left join orders on orders.environment_id = ${ctx.environmentId} and orders.id = order_id
      where checkouts.environment_id = ${ctx.environmentId} and cart_id = ${cartId}
        and (checkouts.status = 'active' or outcome = 'completed')
      order by checkouts.created_at desc
      limit 1`,
  )

export const findByRef = (ctx: Ctx, provider: string, ref: string) =>
  ctx.db.row(
    CheckoutRow,
    sql`
      select checkouts.id, cart_id, order_id, kind, checkouts.status, outcome, placed, provider, ref, capture,
        checkouts.currency, due, payment, request, expires_at, checkouts.created_at, number
      from checkouts
      left join orders on orders.environment_id = ${ctx.environmentId} and orders.id = order_id
      where checkouts.environment_id = ${ctx.environmentId} and provider = ${provider} and ref = ${ref}`,
  )

/** Says whether it was active until now. Whoever asks holds the cart. */
export const endCheckout = async (ctx: Ctx, id: string, outcome: Outcome, payment: PaymentState | null) => {
  const count = await ctx.db.run(sql`
    update checkouts
    set status = 'ended', outcome = ${outcome}, payment = coalesce(${payment && JSON.stringify(payment)}::json, payment),
      updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'active' and not exists (
      select from orders where environment_id = ${ctx.environmentId} and orders.id = checkouts.order_id
    )`)
  return count === 1
}

/** Money came after it had ended: it is tried once more. */
export const reopenCheckout = async (ctx: Ctx, id: string, checkAt: Date) => {
  const count = await ctx.db.run(sql`
    update checkouts set status = 'active', outcome = null, check_at = ${checkAt}, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'ended'
      and outcome in ('declined', 'canceled', 'expired')`)
  return count === 1
}

/** Before it is done, so that it is done whatever happens. */
export const markRefunding = (ctx: Ctx, id: string, state: PaymentState) =>
  ctx.db.run(sql`
    update checkouts set outcome = 'refunding', payment = ${JSON.stringify(state)}::json, check_at = ${ctx.now},
      updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'ended' and outcome <> 'refunded'`)

export const markRefunded = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    update checkouts set outcome = 'refunded', updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and outcome = 'refunding'`)

/** What the provider has said, and when to ask again. */
export const notePayment = (ctx: Ctx, id: string, payment: PaymentState | null, checkAt: Date) =>
  ctx.db.run(sql`
    update checkouts set payment = ${payment && JSON.stringify(payment)}::json, check_at = ${checkAt}, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'active'`)

/** The older it is, the longer: what can't be helped for hours need not be tried every minute. */
export const putOff = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    update checkouts
    set check_at = ${ctx.now}::timestamptz
      + least(interval '1 hour', greatest(interval '1 minute', (${ctx.now}::timestamptz - created_at) / 2))
    where environment_id = ${ctx.environmentId} and id = ${id} and (status = 'active' or outcome = 'refunding')`)

/** Those that have become orders need nobody to look after them. */
export const closeCompleted = (ctx: SystemCtx) =>
  ctx.db.run(sql`
    /* all environments: the clock is one for all */
    update checkouts set status = 'ended', outcome = 'completed'
    where status = 'active' and check_at <= ${ctx.now} and exists (
      select from orders where orders.environment_id = checkouts.environment_id and orders.id = order_id
    )`)

const Doubtful = Type.Object({ environmentId: Uuid, workspaceId: Uuid, mode: OneOf(MODES), id: Type.String() })

export const listDoubtful = (ctx: SystemCtx, take: number) =>
  ctx.db.rows(
    Doubtful,
    sql`
      /* all environments: the clock is one for all */
      select environment_id, workspace_id, mode, checkouts.id
      from checkouts
      join environments on environments.id = environment_id
      where (status = 'active' or outcome = 'refunding') and check_at <= ${ctx.now}
      order by check_at
      limit ${take}`,
  )
