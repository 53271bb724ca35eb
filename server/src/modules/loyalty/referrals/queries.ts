import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../../ctx.ts'
import type { Keyset } from '../../../db/page.ts'
import { sql, withCustomPlan } from '../../../db/sql.ts'
import { Id, Nullable, Timestamp, Uuid } from '../../../kit/schema.ts'
import type { Address } from '../../customers/schemas.ts'
import { Referral, type ReferralsQuery } from './schemas.ts'

const CodeRow = Type.Object({ code: Type.String(), customerId: Id('cus') })

/** Does nothing if the customer has a code, or if another one has this code. */
export const insertCode = (ctx: Ctx, customerId: string, code: string) =>
  ctx.db.run(sql`
    insert into referral_codes (environment_id, code, customer_id, is_primary, created_at)
    values (${ctx.environmentId}, ${code}, ${customerId}, true, ${ctx.now})
    on conflict do nothing`)

export const findCode = (ctx: Ctx, code: string) =>
  ctx.db.row(
    CodeRow,
    sql`
      select code, customer_id from referral_codes
      where environment_id = ${ctx.environmentId} and code = ${code}`,
  )

const StatusCounts = Type.Object({
  pending: Type.Integer(),
  qualified: Type.Integer(),
  rewarded: Type.Integer(),
  rejected: Type.Integer(),
})

export const countReferrals = (ctx: Ctx, referrerId: string) =>
  ctx.db.one(
    StatusCounts,
    sql`
      select count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'qualified') as qualified,
        count(*) filter (where status = 'rewarded') as rewarded, count(*) filter (where status = 'rejected') as rejected
      from referrals
      where environment_id = ${ctx.environmentId} and referrer_id = ${referrerId}`,
  )

/** Waits for changes of the customer, and blocks new ones until the transaction ends. */
export const lockCustomer = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx.db.run(
    sql`select id from customers where environment_id = ${ctx.environmentId} and id = ${id} for no key update`,
  )) === 1

const CustomerIdRow = Type.Object({ id: Id('cus') })

export const listCustomers = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    CustomerIdRow,
    sql`select id from customers where environment_id = ${ctx.environmentId} and id = any(${ids}) order by id`,
  )

/** The same, and they can't be merged or deleted until the transaction ends. */
export const keepCustomers = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    CustomerIdRow,
    sql`
      select id from customers
      where environment_id = ${ctx.environmentId} and id = any(${ids})
      order by id
      for key share`,
  )

const ReferralRow = Type.Object({
  ...Referral.properties,
  minAmount: Type.Integer(),
  referrerLotId: Nullable(Id('lot')),
  refereeLotId: Nullable(Id('lot')),
})
export type ReferralRow = Static<typeof ReferralRow>

/** Inserts nothing if the referee was attributed before. */
export const insertReferral = (ctx: Ctx, row: ReferralRow) =>
  ctx.db.row(
    ReferralRow,
    sql`
      insert into referrals (environment_id, id, code, referrer_id, referee_id, status, order_id, referrer_points, referee_points,
        created_at)
      values (${ctx.environmentId}, ${row.id}, ${row.code}, ${row.referrerId}, ${row.refereeId}, ${row.status}, ${row.orderId},
        ${row.referrerPoints}, ${row.refereePoints}, ${row.createdAt})
      on conflict (environment_id, referee_id) do nothing
      returning id, code, referrer_id, referee_id, status, reason, order_id, referrer_points, referee_points, min_amount,
        referrer_lot_id, referee_lot_id, qualified_at, reward_at, rewarded_at, created_at`,
  )

export const updateReferral = (ctx: Ctx, row: ReferralRow) =>
  ctx.db.run(sql`
    update referrals
    set status = ${row.status}, reason = ${row.reason}, order_id = ${row.orderId}, min_amount = ${row.minAmount},
      referrer_lot_id = ${row.referrerLotId}, referee_lot_id = ${row.refereeLotId}, qualified_at = ${row.qualifiedAt},
      reward_at = ${row.rewardAt}, rewarded_at = ${row.rewardedAt}
    where environment_id = ${ctx.environmentId} and id = ${row.id}`)

export const findReferral = (ctx: Ctx, id: string) =>
  ctx.db.row(
    ReferralRow,
    sql`
      select id, code, referrer_id, referee_id, status, reason, order_id, referrer_points, referee_points, min_amount,
        referrer_lot_id, referee_lot_id, qualified_at, reward_at, rewarded_at, created_at
      from referrals
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const lockReferral = (ctx: Ctx, id: string) =>
  ctx.db.row(
    ReferralRow,
    sql`
      select id, code, referrer_id, referee_id, status, reason, order_id, referrer_points, referee_points, min_amount,
        referrer_lot_id, referee_lot_id, qualified_at, reward_at, rewarded_at, created_at
      from referrals
      where environment_id = ${ctx.environmentId} and id = ${id}
      for no key update`,
  )

export const lockReferralOf = (ctx: Ctx, refereeId: string) =>
  ctx.db.row(
    ReferralRow,
    sql`
      select id, code, referrer_id, referee_id, status, reason, order_id, referrer_points, referee_points, min_amount,
        referrer_lot_id, referee_lot_id, qualified_at, reward_at, rewarded_at, created_at
      from referrals
      where environment_id = ${ctx.environmentId} and referee_id = ${refereeId}
      for no key update`,
  )

const ReferralId = Type.Object({ id: Id('rfl') })

/** Those whose points were promised or given for this order. */
export const listReferralsOfOrder = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    ReferralId,
    sql`
      select id from referrals
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and status in ('qualified', 'rewarded')`,
  )

export const listReferrals = (ctx: Ctx, { before, take }: Keyset, query: ReferralsQuery) =>
  ctx.db.rows(
    Referral,
    withCustomPlan(sql`
      select id, code, referrer_id, referee_id, status, reason, order_id, referrer_points, referee_points, qualified_at, reward_at,
        rewarded_at, created_at
      from referrals
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${query.status ?? null}::text is null or status = ${query.status ?? null})
        and (${query.referrerId ?? null}::text is null or referrer_id = ${query.referrerId ?? null})
        and (${query.refereeId ?? null}::text is null or referee_id = ${query.refereeId ?? null})
      order by id desc
      limit ${take}`),
  )

const DueReferral = Type.Object({ environmentId: Uuid, id: Id('rfl') })

export const listDueReferrals = (ctx: SystemCtx, take: number) =>
  ctx.db.rows(
    DueReferral,
    sql`
      /* all environments: maintenance of the installation */
      select environment_id, id from referrals
      where status = 'qualified' and reward_at <= ${ctx.now}::timestamptz
      order by reward_at
      limit ${take}`,
  )

const OrderCustomer = Type.Object({ customerId: Nullable(Id('cus')) })

export const findOrderCustomer = (ctx: Ctx, orderId: string) =>
  ctx.db.row(
    OrderCustomer,
    sql`select customer_id from orders where environment_id = ${ctx.environmentId} and id = ${orderId}`,
  )

/** Waits for changes of the customer that are being written. */
export const waitForBuyer = (ctx: Ctx, orderId: string) =>
  ctx.db.run(sql`
    select id from customers
    where environment_id = ${ctx.environmentId}
      and id = (select customer_id from orders where environment_id = ${ctx.environmentId} and id = ${orderId})
    for share`)

/** A statement of its own, after the wait: its snapshot contains what was written meanwhile. */
export const hasPendingReferral = async (ctx: Ctx, orderId: string): Promise<boolean> =>
  (await ctx.db.run(sql`
    select from orders
    join referrals on referrals.environment_id = orders.environment_id and referrals.referee_id = orders.customer_id
    where orders.environment_id = ${ctx.environmentId} and orders.id = ${orderId} and referrals.status = 'pending'`)) >
  0

const OrderId = Type.Object({ id: Id('ord') })

/** Refunded and imported orders count. An order that was canceled before it was paid does not. */
export const findFirstPaidOrder = (ctx: Ctx, customerId: string) =>
  ctx.db.row(
    OrderId,
    sql`
      select id from orders
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and status <> 'draft'
        and payment_status in ('paid', 'partially_refunded', 'refunded', 'disputed', 'charged_back')
      order by placed_at, id
      limit 1`,
  )

const FirstOrderRow = Type.Object({
  id: Id('ord'),
  source: Type.String(),
  status: Type.String(),
  paymentStatus: Type.String(),
  currency: Type.String(),
  total: Type.Integer(),
  refunded: Type.Integer(),
  email: Nullable(Type.String()),
  shippingAddress: Nullable(Type.Unsafe<Address>({ type: 'object' })),
  placedAt: Timestamp,
})

export const findOrder = (ctx: Ctx, orderId: string) =>
  ctx.db.row(
    FirstOrderRow,
    sql`
      select id, source, status, payment_status, currency, total, refunded, email, contents -> 'shippingAddress' as shipping_address,
        placed_at
      from orders
      where environment_id = ${ctx.environmentId} and id = ${orderId}`,
  )

const PartyRow = Type.Object({
  id: Type.String(),
  emails: Type.Array(Type.String()),
  phones: Type.Array(Type.Object({ number: Type.String(), verified: Type.Boolean() })),
})

export const findParty = (ctx: Ctx, customerId: string) =>
  ctx.db.row(
    PartyRow,
    sql`
      select id,
        coalesce((
          select array_agg(address) from customer_emails as email
          where email.environment_id = ${ctx.environmentId} and email.customer_id = customers.id
        ), '{}') as emails,
        coalesce((
          select json_agg(json_build_object('number', number, 'verified', verified_at is not null)) from customer_phones as phone
          where phone.environment_id = ${ctx.environmentId} and phone.customer_id = customers.id
        ), '[]') as phones
      from customers
      where environment_id = ${ctx.environmentId} and id = ${customerId}`,
  )

const AddressRow = Type.Object({ address: Type.Unsafe<Address>({ type: 'object' }) })

/** Saved ones, and where the last fifty orders went. */
export const listAddresses = (ctx: Ctx, customerId: string) =>
  ctx.db.rows(
    AddressRow,
    sql`
      select address from customer_addresses
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
      union all
      (
        select contents -> 'shippingAddress' from orders
        where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
          and json_typeof(contents -> 'shippingAddress') = 'object'
        order by placed_at desc, id desc
        limit 50
      )`,
  )

export const sharesPaymentMethod = async (ctx: Ctx, orderId: string, customerId: string): Promise<boolean> =>
  (await ctx.db.run(sql`
    select from order_payments as payment
    join order_payments as other
      on other.environment_id = payment.environment_id and other.fingerprint = payment.fingerprint
    join orders on orders.environment_id = other.environment_id and orders.id = other.order_id
    where payment.environment_id = ${ctx.environmentId} and payment.order_id = ${orderId} and orders.customer_id = ${customerId}
    limit 1`)) > 0
