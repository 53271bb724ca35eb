import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Id, Nullable, OneOf, Timestamp, Uuid } from '../../../kit/schema.ts'
import type { EarnedItem } from './order-points.ts'

const LOT_STATES = ['pending', 'available', 'spent', 'expired', 'canceled'] as const

/** Waits for refunds that are being written, and blocks new ones until the transaction ends. */
export const blockRefunds = (ctx: Ctx, orderId: string) =>
  ctx.db.defer(sql`select id from orders where environment_id = ${ctx.environmentId} and id = ${orderId} for share`)

const EarningOrder = Type.Object({
  customerId: Nullable(Id('cus')),
  currency: Type.String(),
  source: Type.String(),
  status: Type.String(),
  total: Type.Integer(),
  refunded: Type.Integer(),
  /** Without stored value and credit for exchanged items. */
  paidWithMoney: Type.Integer(),
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      productId: Nullable(Type.String()),
      quantity: Type.Integer(),
      total: Type.Integer(),
      tax: Type.Integer(),
      isGiftCard: Type.Boolean(),
    }),
  ),
  refunds: Type.Array(
    Type.Object({
      shipping: Type.Integer(),
      items: Type.Unsafe<{ itemId: string; amount: number }[]>({ type: 'array' }),
    }),
  ),
})
export type EarningOrder = Static<typeof EarningOrder>

export const findOrder = (ctx: Ctx, orderId: string) =>
  ctx.db.row(
    EarningOrder,
    sql`
      select customer_id, currency, source, status, total, refunded,
        coalesce((
          select sum(captured)::bigint from order_payments as payment
          where payment.environment_id = ${ctx.environmentId} and payment.order_id = orders.id
            and (kind = 'provider' or (kind = 'external' and details ->> 'exchangeOf' is null))
        ), 0) as paid_with_money,
        coalesce((
          select json_agg(json_build_object('id', item.id, 'productId', product_id, 'quantity', ordered, 'total', item.total,
            'tax', coalesce((details ->> 'tax')::bigint, 0), 'isGiftCard', coalesce((details ->> 'giftCard')::boolean, false))
            order by position)
          from order_items as item
          where item.environment_id = ${ctx.environmentId} and item.order_id = orders.id
        ), '[]') as items,
        coalesce((
          select json_agg(json_build_object('shipping', shipping, 'items', refund.items))
          from order_refunds as refund
          where refund.environment_id = ${ctx.environmentId} and refund.order_id = orders.id and refund.status = 'completed'
        ), '[]') as refunds
      from orders
      where environment_id = ${ctx.environmentId} and id = ${orderId}`,
  )

const Membership = Type.Object({ productId: Type.String(), collectionIds: Type.Array(Type.String()) })

export const listCollections = (ctx: Ctx, productIds: string[]) =>
  ctx.db.rows(
    Membership,
    sql`
      select product_id, array_agg(collection_id) as collection_ids from collection_products
      where environment_id = ${ctx.environmentId} and product_id = any(${productIds})
      group by product_id`,
  )

const LockedAccount = Type.Object({
  customerId: Type.String(),
  balance: Type.Integer(),
  tier: Nullable(Type.String()),
})
export type LockedAccount = Static<typeof LockedAccount>

/** In the order of their ids, so that two transactions never wait for each other. */
export const lockAccounts = (ctx: Ctx, customerIds: string[]) =>
  ctx.db.rows(
    LockedAccount,
    sql`
      select customer_id, balance, tier from loyalty_accounts
      where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
      order by customer_id
      for no key update`,
  )

interface NewOrderLot {
  id: string
  customerId: string
  orderId: string
  points: number
  items: EarnedItem[]
  availableAt: Date
}

const InsertedLot = Type.Object({ id: Id('lot') })

/** Returns nothing if the order has earned points before. */
export const insertOrderLot = (ctx: Ctx, lot: NewOrderLot) =>
  ctx.db.row(
    InsertedLot,
    sql`
      insert into loyalty_lots (environment_id, id, customer_id, source, order_id, points, remaining, state, items, available_at,
        created_at)
      values (${ctx.environmentId}, ${lot.id}, ${lot.customerId}, 'order', ${lot.orderId}, ${lot.points}, ${lot.points}, 'pending',
        ${JSON.stringify(lot.items)}::jsonb, ${lot.availableAt}, ${ctx.now})
      on conflict (environment_id, order_id) where order_id is not null do nothing
      returning id`,
  )

/** Of points that are available at once. */
export type AvailableSource = 'adjustment' | 'restoration' | 'referral'

interface NewAvailableLot {
  id: string
  customerId: string
  source: AvailableSource
  points: number
  remaining: number
}

export const insertAvailableLot = (ctx: Ctx, { id, customerId, source, points, remaining }: NewAvailableLot) =>
  ctx.db.run(sql`
    insert into loyalty_lots (environment_id, id, customer_id, source, points, remaining, state, available_at, expires_at, created_at)
    select ${ctx.environmentId}, ${id}, ${customerId}, ${source}, ${points}, ${remaining},
      case when ${remaining}::bigint > 0 then 'available' else 'spent' end, ${ctx.now},
      ${ctx.now}::timestamptz + make_interval(days => (
        select expires_after_days from loyalty_programs where environment_id = ${ctx.environmentId}
      )), ${ctx.now}`)

const LotShare = Type.Object({ id: Id('lot'), points: Type.Integer() })

/**
 * Takes points from the lots that expire first, or from `firstLotId` before all others. Returns what it took from each.
 * The account must be locked.
 */
export const takeFromLots = (ctx: Ctx, customerId: string, points: number, firstLotId: string | null = null) =>
  ctx.db.rows(
    LotShare,
    sql`
      with lots as (
        select id as lot_id, remaining as available, sum(remaining) over (
          order by id = ${firstLotId} desc nulls last, expires_at nulls last, available_at, id rows unbounded preceding
        ) - remaining as taken_before
        from loyalty_lots
        where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and state = 'available'
      )
      update loyalty_lots set remaining = remaining - least(available, ${points}::bigint - taken_before),
        state = case when available <= ${points}::bigint - taken_before then 'spent' else state end
      from lots
      where environment_id = ${ctx.environmentId} and id = lot_id and taken_before < ${points}::bigint
      returning id, least(available, ${points}::bigint - taken_before)::bigint as points`,
  )

const ReturnableLot = Type.Object({ id: Id('lot'), room: Type.Integer() })

/** Lots that can take points again, and how many; those that expire last come first. */
export const listReturnableLots = (ctx: Ctx, customerId: string, ids: string[]) =>
  ctx.db.rows(
    ReturnableLot,
    sql`
      select id, (points - clawed_back - remaining)::bigint as room from loyalty_lots
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and id = any(${ids})
        and state in ('available', 'spent') and (expires_at is null or expires_at > ${ctx.now}::timestamptz)
      order by expires_at desc nulls first, available_at desc, id desc`,
  )

export const returnToLots = (ctx: Ctx, shares: { id: string; points: number }[]) =>
  ctx.db.run(sql`
    update loyalty_lots set remaining = remaining + returned.points, state = 'available'
    from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as returned (id text, points bigint)
    where environment_id = ${ctx.environmentId} and loyalty_lots.id = returned.id`)

const Lot = Type.Object({
  id: Id('lot'),
  customerId: Type.String(),
  points: Type.Integer(),
  clawedBack: Type.Integer(),
  remaining: Type.Integer(),
  state: OneOf(LOT_STATES),
})
export type Lot = Static<typeof Lot>

export const listLots = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    Lot,
    sql`
      select id, customer_id, points, clawed_back, remaining, state from loyalty_lots
      where environment_id = ${ctx.environmentId} and id = any(${ids})
      order by id`,
  )

const OrderLot = Type.Object({ ...Lot.properties, items: Type.Unsafe<EarnedItem[]>({ type: 'array' }) })
export type OrderLot = Static<typeof OrderLot>

export const findOrderLot = (ctx: Ctx, orderId: string) =>
  ctx.db.row(
    OrderLot,
    sql`
      select id, customer_id, points, clawed_back, remaining, state, items from loyalty_lots
      where environment_id = ${ctx.environmentId} and order_id = ${orderId}`,
  )

export const recordClawback = (ctx: Ctx, id: string, points: number, remaining: number) =>
  ctx.db.run(sql`
    update loyalty_lots set clawed_back = clawed_back + ${points}, remaining = ${remaining},
      state = case when clawed_back + ${points}::bigint = loyalty_lots.points then 'canceled' else state end
    where environment_id = ${ctx.environmentId} and id = ${id}`)

const DueLot = Type.Object({
  id: Id('lot'),
  customerId: Type.String(),
  orderId: Nullable(Type.String()),
  remaining: Type.Integer(),
})

/** At most one lot for each account. */
export const listVestingLots = (ctx: Ctx, customerIds: string[]) =>
  ctx.db.rows(
    DueLot,
    sql`
      select distinct on (customer_id) id, customer_id, order_id, remaining from loyalty_lots
      where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds}) and state = 'pending'
        and available_at <= ${ctx.now}
      order by customer_id, available_at, id`,
  )

export const makeAvailable = (ctx: Ctx, lots: { id: string; remaining: number }[]) =>
  ctx.db.run(sql`
    update loyalty_lots set remaining = vested.remaining,
      state = case when vested.remaining > 0 then 'available' else 'spent' end,
      expires_at = ${ctx.now}::timestamptz + make_interval(days => (
        select expires_after_days from loyalty_programs where loyalty_programs.environment_id = ${ctx.environmentId}
      ))
    from jsonb_to_recordset(${JSON.stringify(lots)}::jsonb) as vested (id text, remaining bigint)
    where environment_id = ${ctx.environmentId} and loyalty_lots.id = vested.id`)

const ExpiredLot = Type.Object({ customerId: Type.String(), remaining: Type.Integer() })

/** Keeps the number of remaining points: a later refund must not take back what has expired. */
export const expireLots = (ctx: Ctx, customerIds: string[]) =>
  ctx.db.rows(
    ExpiredLot,
    sql`
      update loyalty_lots set state = 'expired'
      where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds}) and state = 'available'
        and expires_at <= ${ctx.now}
      returning customer_id, remaining`,
  )

const DueAccounts = Type.Object({ environmentId: Uuid, customerIds: Type.Array(Type.String()) })

export const listDueAccounts = (ctx: SystemCtx, take: number) =>
  ctx.db.rows(
    DueAccounts,
    sql`
      /* all environments: maintenance of the installation */
      select environment_id, array_agg(customer_id) as customer_ids
      from (
        (
          select environment_id, customer_id from loyalty_lots
          where state = 'pending' and available_at <= ${ctx.now}::timestamptz
          order by available_at
          limit ${take}
        ) union (
          select environment_id, customer_id from loyalty_lots
          where state = 'available' and expires_at <= ${ctx.now}::timestamptz
          order by expires_at
          limit ${take}
        )
      ) as due
      group by environment_id`,
  )

export const listEndedTiers = (ctx: SystemCtx, take: number) =>
  ctx.db.rows(
    DueAccounts,
    sql`
      /* all environments: maintenance of the installation */
      select environment_id, array_agg(customer_id) as customer_ids
      from (
        select environment_id, customer_id from loyalty_accounts
        where tier_until <= ${ctx.now}::timestamptz
        order by tier_until
        limit ${take}
      ) as due
      group by environment_id`,
  )

const EarnedPoints = Type.Object({ customerId: Type.String(), points: Type.Integer() })

/** Available points earned since then, less what refunds took back. Points that were spent or expired count too. */
export const sumEarnedPoints = (ctx: Ctx, customerIds: string[], since: Date | null) =>
  ctx.db.rows(
    EarnedPoints,
    sql`
      select customer_id, sum(points - clawed_back)::bigint as points from loyalty_lots
      where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
        and source in ('order', 'action') and state <> 'pending' and (${since}::timestamptz is null or available_at > ${since})
      group by customer_id`,
  )

export const saveTiers = (ctx: Ctx, accounts: { customerId: string; tier: string | null; until: Date | null }[]) =>
  ctx.db.run(sql`
    update loyalty_accounts set tier = changed.tier, tier_until = changed.until, updated_at = ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as changed ("customerId" text, tier text, until timestamptz)
    where environment_id = ${ctx.environmentId} and customer_id = changed."customerId"`)

const LotSummary = Type.Object({
  pending: Type.Integer(),
  lifetime: Type.Integer(),
  expiring: Type.Array(Type.Object({ points: Type.Integer(), at: Timestamp })),
})

/** `lifetime`: all earned points that became available. `expiring`: the next twelve times at which points expire. */
export const summarizeLots = (ctx: Ctx, customerId: string) =>
  ctx.db.one(
    LotSummary,
    sql`
      select
        coalesce(sum(remaining) filter (where state = 'pending'), 0)::bigint as pending,
        coalesce(
          sum(points - clawed_back) filter (where state <> 'pending' and source in ('order', 'action', 'referral')), 0
        )::bigint as lifetime,
        coalesce((
          select json_agg(json_build_object(
            'points', next.points, 'at', to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          ) order by expires_at)
          from (
            select expires_at, sum(remaining)::bigint as points from loyalty_lots as lot
            where lot.environment_id = ${ctx.environmentId} and lot.customer_id = ${customerId} and lot.state = 'available'
              and expires_at is not null
            group by expires_at order by expires_at limit 12
          ) as next
        ), '[]') as expiring
      from loyalty_lots
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId}`,
  )

const EmailOwner = Type.Object({ customerId: Id('cus') })

export const findCustomerByEmail = (ctx: Ctx, address: string) =>
  ctx.db.row(
    EmailOwner,
    sql`select customer_id from customer_emails where environment_id = ${ctx.environmentId} and address = ${address}`,
  )

const MissingPoints = Type.Object({ points: Type.Integer() })

/** How much the lots lack to add up to the balance; negative if they have too much. */
export const findMissingLotPoints = (ctx: Ctx, customerId: string) =>
  ctx.db.row(
    MissingPoints,
    sql`
      select (greatest(balance, 0) - coalesce((
        select sum(remaining) from loyalty_lots as lot
        where lot.environment_id = ${ctx.environmentId} and lot.customer_id = account.customer_id and lot.state = 'available'
      ), 0))::bigint as points
      from loyalty_accounts as account
      where account.environment_id = ${ctx.environmentId} and account.customer_id = ${customerId}`,
  )

/** All lots, or those in `lotIds` and of some orders. */
export const moveLots = (ctx: Ctx, from: string, to: string, orderIds: string[] | null, lotIds: string[]) =>
  ctx.db.run(sql`
    update loyalty_lots set customer_id = ${to}
    where environment_id = ${ctx.environmentId} and customer_id = ${from}
      and (${orderIds}::text[] is null or order_id = any(${orderIds}) or id = any(${lotIds}))`)

/** As if the orders had been refunded. */
export const cancelPendingLots = (ctx: Ctx, customerId: string) =>
  ctx.db.run(sql`
    update loyalty_lots set state = 'canceled', clawed_back = points, remaining = 0
    where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and state = 'pending'`)
