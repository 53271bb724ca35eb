import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql, withGenericPlan } from '../../db/sql.ts'
import { Id, Nullable } from '../../kit/schema.ts'
import type { OrderRow } from './queries.ts'

const CounterRow = Type.Object({ last: Type.Integer() })

/**
 * Runs outside any other transaction and without waiting for the disk, so the row is locked for microseconds only. An
 * order on disk was written after its number, so a crash never rolls back a number in use.
 */
export const incrementCounter = async (ctx: Ctx, first: number): Promise<number> => {
  const { last } = await ctx.db.one(
    CounterRow,
    withGenericPlan(sql`
      with commit_mode as materialized (select set_config('synchronous_commit', 'off', true))
      insert into order_counters (environment_id, last)
      select ${ctx.environmentId}, ${first}::integer from commit_mode
      on conflict (environment_id) do update set last = order_counters.last + 1
      returning last`),
  )
  return last
}

/**
 * Does nothing if `last` is more than `reach` above the counter, or above `first` if there is no counter yet. Skips
 * past existing numbers that were too far before and are in reach now, so no number is assigned twice.
 */
export const raiseCounter = (ctx: Ctx, { last, first, reach }: { last: number; first: number; reach: number }) =>
  ctx.db.run(sql`
    insert into order_counters (environment_id, last)
    select ${ctx.environmentId}, greatest(${last}::integer, (
      select max(number) from orders where environment_id = ${ctx.environmentId} and number <= ${last}::bigint + ${reach}::bigint
    ))
    where ${last}::integer <= ${reach}::bigint + coalesce(
      (select last from order_counters where environment_id = ${ctx.environmentId}), ${first}::integer
    )
    on conflict (environment_id) do update set last = excluded.last where order_counters.last < excluded.last`)

export interface NewOrderRow {
  id: string
  number: number
  status: string
  payment_status: string
  fulfillment_status: string
  currency: string
  total: number
  email: string | null
  customer_id: string | null
  source: string
  contents: object
  search: string
  placed_at: string
}

export interface NewItemRow {
  id: string
  position: number
  variant_id: string | null
  product_id: string | null
  ordered: number
  requires_shipping: boolean
  total: number
  details: object
}

export interface NewPaymentRow {
  id: string
  kind: string
  provider: string | null
  ref: string | null
  status: string
  amount: number
  captured: number
  details: object
  fingerprint: string | null
}

/** Used if no customer has `email` yet. */
export interface BuyerRow {
  email: string
  newCustomerId: string
  name: string | null
  locale: string | null
  search: string
  addressId: string
  address: object | null
}

interface NewOrderRows {
  order: NewOrderRow
  /** Ignored if the customer with the order’s `customer_id` still exists, or the one they were merged into. */
  buyer: BuyerRow | null
  items: NewItemRow[]
  payments: NewPaymentRow[]
}

const PlacedOrder = Type.Object({ id: Id('ord'), newCustomerId: Nullable(Id('cus')) })

/**
 * Inserts the order, its items and its payments, and finds or creates its customer. With `checkoutId`, inserts only
 * while that checkout is active, and returns undefined when it is not. Ending a checkout locks its cart, as the
 * caller does, so it can't end concurrently. An existing customer keeps their name and addresses: anyone can check out
 * with anyone's email.
 */
export const insertOrder = (ctx: Ctx, { order, buyer, items, payments }: NewOrderRows, checkoutId: string | null) =>
  ctx.db.row(
    PlacedOrder,
    sql`
    with active_checkout as (
      -- One column, because a distributed database cannot store rows without any.
      select 1 as one where ${checkoutId}::text is null or exists (
        select from checkouts where environment_id = ${ctx.environmentId} and id = ${checkoutId} and status = 'active'
      )
    ), given_customer as (
      select id from customers
      where environment_id = ${ctx.environmentId} and id = coalesce((
        select current_customer_id from customer_merges
        where customer_merges.environment_id = ${ctx.environmentId} and merged_customer_id = ${order.customer_id}
          and reversed_at is null
      ), ${order.customer_id})
      for key share
    ), owned_email as (
      insert into customer_emails (environment_id, address, customer_id, position)
      select ${ctx.environmentId}, ${buyer?.email ?? null}, ${buyer?.newCustomerId ?? null}, 0 from active_checkout
      where ${buyer?.email ?? null}::text is not null and not exists (select from given_customer)
      on conflict (environment_id, address) do update set position = customer_emails.position
      returning customer_id
    ), new_customer as (
      insert into customers (environment_id, id, name, locale, tags, custom_fields, search, version, created_at, updated_at)
      select ${ctx.environmentId}, customer_id, ${buyer?.name ?? null}, ${buyer?.locale ?? null}, '{}', '{}',
        ${buyer?.search ?? ''}, 1, ${ctx.now}, ${ctx.now}
      from owned_email where customer_id = ${buyer?.newCustomerId ?? null}
      returning id
    ), new_address as (
      insert into customer_addresses (environment_id, id, customer_id, position, address)
      select ${ctx.environmentId}, ${buyer?.addressId ?? null}, new_customer.id, 0, ${JSON.stringify(buyer?.address ?? null)}::json
      from new_customer where ${JSON.stringify(buyer?.address ?? null)} <> 'null'
    ), inserted_order as (
      insert into orders (environment_id, id, number, status, payment_status, fulfillment_status, return_status, currency, total,
        email, customer_id, source, contents, search, version, placed_at, updated_at)
      select ${ctx.environmentId}, ${order.id}, ${order.number}, ${order.status}, ${order.payment_status},
        ${order.fulfillment_status}, 'none', ${order.currency}, ${order.total}, ${order.email},
        coalesce((select id from given_customer), (select customer_id from owned_email)),
        ${order.source}, ${JSON.stringify(order.contents)}, ${order.search}, 1, ${order.placed_at}, ${ctx.now}
      from active_checkout
      returning id, customer_id
    ), updated_totals as (
      insert into customer_totals (environment_id, customer_id, currency, orders, spent, first_order_ms, last_order_ms)
      select ${ctx.environmentId}, customer_id, ${order.currency}, 1, ${order.total}, ${Date.parse(order.placed_at)},
        ${Date.parse(order.placed_at)}
      from inserted_order where customer_id is not null
      on conflict (environment_id, customer_id, currency) do update set orders = customer_totals.orders + 1,
        spent = customer_totals.spent + excluded.spent,
        first_order_ms = case when customer_totals.orders = 0 then excluded.first_order_ms
          else least(customer_totals.first_order_ms, excluded.first_order_ms) end,
        last_order_ms = greatest(customer_totals.last_order_ms, excluded.last_order_ms)
    ), totals_in_shop_currency as (
      insert into customer_totals (environment_id, customer_id, currency, orders, spent, first_order_ms, last_order_ms)
      select ${ctx.environmentId}, new_customer.id, environments.currency, 0, 0, 0, 0
      from new_customer, environments
      where environments.id = ${ctx.environmentId} and environments.currency <> ${order.currency}
    ), inserted_items as (
      insert into order_items (environment_id, order_id, id, position, variant_id, product_id, ordered, current,
        requires_shipping, total, details)
      select ${ctx.environmentId}, inserted_order.id, item.id, position, variant_id, product_id, ordered, ordered, requires_shipping,
        total, details
      from inserted_order, json_to_recordset(${JSON.stringify(items)}::json) as item (id text, position integer, variant_id text,
        product_id text, ordered integer, requires_shipping boolean, total bigint, details json)
    ), inserted_payments as (
      insert into order_payments (environment_id, id, order_id, kind, provider, ref, status, currency, amount, captured, details,
        fingerprint, created_at)
      select ${ctx.environmentId}, payment.id, inserted_order.id, kind, provider, ref, status, ${order.currency}, amount, captured,
        details, fingerprint, ${ctx.now}
      from inserted_order, json_to_recordset(${JSON.stringify(payments)}::json) as payment (id text, kind text, provider text, ref text,
        status text, amount bigint, captured bigint, details json, fingerprint text)
    )
    select id, (select id from new_customer) as new_customer_id from inserted_order`,
  )

export interface ExternalPaymentRow {
  id: string
  ref: string | null
  status: 'paid' | 'voided'
  amount: number
  captured: number
  refunded: number
  details: object
}

/** Payments that this server did not process, with their refunded amounts. */
export const insertExternalPayments = (
  ctx: Ctx,
  { id, currency }: Pick<OrderRow, 'id' | 'currency'>,
  payments: readonly ExternalPaymentRow[],
) =>
  ctx.db.run(sql`
    with new_payments as (
      select * from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as payment (id text, ref text, status text,
        amount bigint, captured bigint, refunded bigint, details json)
    ), inserted_payments as (
      insert into order_payments (environment_id, id, order_id, kind, provider, ref, status, currency, amount, captured, refunded,
        details, created_at)
      select ${ctx.environmentId}, id, ${id}, 'external', null, ref, status, ${currency}, amount, captured, refunded, details,
        ${ctx.now}
      from new_payments
    )
    update orders set refunded = refunded + (select coalesce(sum(new_payments.refunded), 0) from new_payments)
    where environment_id = ${ctx.environmentId} and id = ${id}`)
