import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql, withGenericPlan } from '../../db/sql.ts'
import { PendingItem } from '../../jobs/reconcile.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import type { PaymentState } from '../../ports/payment-provider.ts'
import type { OrderSnapshot } from '../orders/schemas.ts'

const KINDS = ['card', 'intent', 'acp'] as const
/** `refunding`: a payment arrived for a checkout that can't become an order; its refund is in progress. */
const OUTCOMES = ['completed', 'declined', 'canceled', 'expired', 'refunding', 'refunded'] as const
export type CheckoutOutcome = (typeof OUTCOMES)[number]

/** What a checkout reserves in addition to stock, to be used or released with it. */
export interface OrderReservations {
  /** The number of promotions. */
  uses: number
  /** The customer whose uses are counted. */
  customerKey: string | null
  giftCards: { giftCardId: string; last4: string; amount: number }[]
  points: { customerId: string; points: number; amount: number } | null
  storeCredit: { customerId: string; amount: number } | null
}

export interface CheckoutSnapshot extends OrderSnapshot {
  reserved: OrderReservations
  /** Version of the cart when the checkout started. */
  cartVersion: number
}

export const CheckoutRow = Type.Object({
  id: Type.String(),
  cartId: Type.String(),
  orderId: Type.String(),
  kind: OneOf(KINDS),
  status: OneOf(['active', 'ended'] as const),
  outcome: Nullable(OneOf(OUTCOMES)),
  snapshot: Type.Unsafe<CheckoutSnapshot>({ type: 'object' }),
  provider: Nullable(Type.String()),
  ref: Nullable(Type.String()),
  captureMethod: OneOf(['automatic', 'manual'] as const),
  currency: Type.String(),
  due: Type.Integer(),
  payment: Nullable(Type.Unsafe<PaymentState>({ type: 'object' })),
  requestKey: Nullable(Type.String()),
  expiresAt: Timestamp,
  createdAt: Timestamp,
  /** The order's number, if there is one. */
  number: Nullable(Type.Integer()),
})
export type CheckoutRow = Static<typeof CheckoutRow>

export type NewCheckout = Omit<CheckoutRow, 'status' | 'outcome' | 'payment' | 'createdAt' | 'expiresAt' | 'number'> & {
  /** The account version of the payment, for providers whose account can change (`payments/payments.ts`). */
  accountVersion: string | null
  checkAt: Date
  expiresAt: Date
  /** For an intent (`reservations.ts`). */
  reservedFor: string | null
  reservationStartedAt: Date | null
}

/**
 * Inserts only if the cart is unchanged and has no other active checkout: its row is locked, so that completing
 * another checkout of it happens before or after. Also requires the account at which the payment was opened: a change
 * of account locks it for update and counts checkouts in progress. Returns whether it was inserted. Rows to be
 * reserved are locked too, in the order everyone uses: promotions, gift cards, points, store credit. Only a statement
 * that starts after the lock sees all earlier reservations, so the next statements do the reserving.
 */
export const insertCheckout = async (ctx: Ctx, checkout: NewCheckout, cartVersion: number): Promise<boolean> => {
  const { promotions, reserved } = checkout.snapshot
  const promotionIds = promotions.map(({ id }) => id)
  const cardIds = reserved.giftCards.map(({ giftCardId }) => giftCardId)
  const inserted = await ctx.db.rows(
    Type.Object({ id: Id('chk') }),
    sql`
    with cart as materialized (
      select id from carts
      where environment_id = ${ctx.environmentId} and id = ${checkout.cartId} and version = ${cartVersion} and status = 'open'
      for no key update
    ), connection as materialized (
      select account_version from payment_connections
      where environment_id = ${ctx.environmentId} and account_version = ${checkout.accountVersion}
      for key share
    ), locked_promotions as materialized (
      select id from promotions
      where environment_id = ${ctx.environmentId} and id = any(${promotionIds}) and exists (select from cart)
      order by id
      for no key update
    ), locked_cards as materialized (
      select id from gift_cards
      where environment_id = ${ctx.environmentId} and id = any(${cardIds}) and (select count(*) from locked_promotions) >= 0
      order by id
      for no key update
    ), locked_accounts as materialized (
      select customer_id from loyalty_accounts
      where environment_id = ${ctx.environmentId} and customer_id = ${reserved.points?.customerId ?? null}
        and (select count(*) from locked_cards) >= 0
      for no key update
    ), locked_store_credit as materialized (
      select customer_id from store_credit_accounts
      where environment_id = ${ctx.environmentId} and customer_id = ${reserved.storeCredit?.customerId ?? null}
        and currency = ${checkout.currency} and (select count(*) from locked_accounts) >= 0
      for no key update
    )
    insert into checkouts (environment_id, id, cart_id, order_id, kind, status, snapshot, provider, ref, capture_method, currency, due,
      request_key, check_at, expires_at, reserved_for, reservation_started_at, created_at, updated_at)
    select ${ctx.environmentId}, ${checkout.id}, cart.id, ${checkout.orderId}, ${checkout.kind}, 'active',
      ${JSON.stringify(checkout.snapshot)}, ${checkout.provider}, ${checkout.ref}, ${checkout.captureMethod}, ${checkout.currency}, ${checkout.due},
      ${checkout.requestKey}, ${checkout.checkAt}, ${checkout.expiresAt}, ${checkout.reservedFor}, ${checkout.reservationStartedAt}, ${ctx.now},
      ${ctx.now}
    from cart
    -- Each CTE is referenced here: an unreferenced one would not run. The planner skips those with nothing to lock.
    where (${checkout.accountVersion}::uuid is null or exists (select from connection))
      and (select count(*) from locked_promotions) >= 0 and (select count(*) from locked_cards) >= 0
      and (select count(*) from locked_accounts) >= 0 and (select count(*) from locked_store_credit) >= 0
    on conflict (environment_id, cart_id) where status = 'active' do nothing
    -- A distributed database counts rows that it did not insert.
    returning id`,
  )
  return inserted.length === 1
}

/** Takes the same locks as `insertCheckout`, to release reservations or renew them. */
export const lockReserved = (ctx: Ctx, { currency, promotions, reserved }: CheckoutSnapshot) => {
  const promotionIds = promotions.map(({ id }) => id)
  const cardIds = reserved.giftCards.map(({ giftCardId }) => giftCardId)
  return ctx.db.run(sql`
    with locked_promotions as materialized (
      select id from promotions
      where environment_id = ${ctx.environmentId} and id = any(${promotionIds})
      order by id
      for no key update
    ), locked_cards as materialized (
      select id from gift_cards
      where environment_id = ${ctx.environmentId} and id = any(${cardIds}) and (select count(*) from locked_promotions) >= 0
      order by id
      for no key update
    ), locked_accounts as materialized (
      select customer_id from loyalty_accounts
      where environment_id = ${ctx.environmentId} and customer_id = ${reserved.points?.customerId ?? null}
        and (select count(*) from locked_cards) >= 0
      for no key update
    ), locked_store_credit as materialized (
      select customer_id from store_credit_accounts
      where environment_id = ${ctx.environmentId} and customer_id = ${reserved.storeCredit?.customerId ?? null}
        and currency = ${currency} and (select count(*) from locked_accounts) >= 0
      for no key update
    )
    select (select count(*) from locked_promotions), (select count(*) from locked_cards), (select count(*) from locked_accounts),
      (select count(*) from locked_store_credit)`)
}

export const findCheckout = (ctx: Ctx, id: string) =>
  ctx.db.row(
    CheckoutRow,
    withGenericPlan(sql`
      select id, cart_id, order_id, kind, status, outcome, snapshot, provider, ref, capture_method, currency, due, payment, request_key,
        expires_at, created_at, number
      from checkout_details
      where environment_id = ${ctx.environmentId} and id = ${id}`),
  )

/** Returns the active checkout, or the one that turned the cart into an order. */
export const findByCart = (ctx: Ctx, cartId: string) =>
  ctx.db.row(
    CheckoutRow,
    withGenericPlan(sql`
      select id, cart_id, order_id, kind, status, outcome, snapshot, provider, ref, capture_method, currency, due, payment, request_key,
        expires_at, created_at, number
      from checkout_details
      where environment_id = ${ctx.environmentId} and cart_id = ${cartId}
        and (status = 'active' or outcome = 'completed')
      order by created_at desc
      limit 1`),
  )

export const findByRef = (ctx: Ctx, provider: string, ref: string) =>
  ctx.db.row(
    CheckoutRow,
    withGenericPlan(sql`
      select id, cart_id, order_id, kind, status, outcome, snapshot, provider, ref, capture_method, currency, due, payment, request_key,
        expires_at, created_at, number
      from checkout_details
      where environment_id = ${ctx.environmentId} and provider = ${provider} and ref = ${ref}`),
  )

/** Returns whether it was active until now. The caller holds the cart's lock. */
export const endCheckout = async (ctx: Ctx, id: string, outcome: CheckoutOutcome, payment: PaymentState | null) => {
  const count = await ctx.db.run(sql`
    update checkouts
    set status = 'ended', outcome = ${outcome}, payment = coalesce(${payment && JSON.stringify(payment)}::json, payment),
      updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'active' and not exists (
      select from orders where environment_id = ${ctx.environmentId} and orders.id = checkouts.order_id
    )`)
  return count === 1
}

/** A payment arrived after the checkout had ended: tries once more. */
export const reopenCheckout = async (ctx: Ctx, id: string, checkAt: Date) => {
  const count = await ctx.db.run(sql`
    update checkouts set status = 'active', outcome = null, check_at = ${checkAt}, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'ended'
      and outcome in ('declined', 'canceled', 'expired')`)
  return count === 1
}

/** Stored before the refund, so that a crash can't lose it. */
export const markRefunding = (ctx: Ctx, id: string, state: PaymentState) =>
  ctx.db.run(sql`
    update checkouts set outcome = 'refunding', payment = ${JSON.stringify(state)}::json, check_at = ${ctx.now},
      updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'ended'
      and outcome not in ('completed', 'refunded')`)

export const markRefunded = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    update checkouts set outcome = 'refunded', updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and outcome = 'refunding'`)

/** Whether the cart was edited since. A cart that was only read, or went idle, is unchanged. */
export const hasCartChanged = async (ctx: Ctx, { cartId, snapshot }: CheckoutRow): Promise<boolean> => {
  const count = await ctx.db.run(
    withGenericPlan(sql`
      select from carts
      where environment_id = ${ctx.environmentId} and id = ${cartId} and status = 'open'
        and edited_version > ${snapshot.cartVersion}`),
  )
  return count > 0
}

/** Stores the provider's state and when to check again. A late update never overwrites a paid or authorized state. */
export const recordPayment = (ctx: Ctx, id: string, payment: PaymentState | null, checkAt: Date) =>
  ctx.db.run(
    withGenericPlan(sql`
    update checkouts set payment = ${payment && JSON.stringify(payment)}::json, check_at = ${checkAt}, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'active'
      and coalesce(payment->>'status', '') not in ('paid', 'authorized')`),
  )

/** Checkouts that became orders need no reconciliation. */
export const closeCompleted = (ctx: SystemCtx) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    update checkouts set status = 'ended', outcome = 'completed'
    where status = 'active' and check_at <= ${ctx.now} and exists (
      select from orders where orders.environment_id = checkouts.environment_id and orders.id = order_id
    )`)

/** Returns the oldest of each shop. */
export const listPending = (ctx: SystemCtx, limitPerShop: number, limit: number) =>
  ctx.db.rows(
    PendingItem,
    sql`
      /* all environments: one schedule serves them all */
      select environment_id, workspace_id, mode, due.id
      from (
        select environment_id, id, check_at, row_number() over (partition by environment_id order by check_at) as rank
        from checkouts where (status = 'active' or outcome = 'refunding') and check_at <= ${ctx.now}
      ) as due
      join environments on environments.id = environment_id
      where rank <= ${limitPerShop}
      order by check_at
      limit ${limit}`,
  )

export const postpone = (ctx: Ctx, id: string, checkAt: Date) =>
  ctx.db.run(sql`
    update checkouts set check_at = ${checkAt} where environment_id = ${ctx.environmentId} and id = ${id}`)

/** A completed one is part of its order. The condition is that of `checkouts_unsuccessful_idx`. */
export const deleteUnsuccessful = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    delete from checkouts where (environment_id, id) in (
      select environment_id, id from checkouts
      where created_at < ${before} and outcome in ('declined', 'canceled', 'expired', 'refunded')
      order by created_at
      limit ${limit}
      for update skip locked
    )`)
