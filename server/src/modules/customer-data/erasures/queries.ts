import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import type { Keyset } from '../../../db/page.ts'
import { sql } from '../../../db/sql.ts'
import { Id, Nullable } from '../../../kit/schema.ts'
import type { Person, RowCounts } from '../../customers/identity/identity.ts'
import { ErasedConsent, Erasure } from './schemas.ts'

interface NewErasureRow {
  id: string
  customerId: string
  person: Person
  contactKeys: string[]
  consents: ErasedConsent[]
  tables: RowCounts
  actor: string
}

export const insertErasure = (ctx: Ctx, row: NewErasureRow) =>
  ctx.db.one(
    Erasure,
    sql`
      insert into customer_erasures (environment_id, id, customer_id, status, person, contact_keys, consents, tables, actor, created_at)
      values (${ctx.environmentId}, ${row.id}, ${row.customerId}, 'pending', ${JSON.stringify(row.person)}, ${row.contactKeys},
        ${JSON.stringify(row.consents)}, ${JSON.stringify(row.tables)}, ${row.actor}, ${ctx.now})
      returning id, customer_id, status, tables, consents, actor, created_at, erased_at`,
  )

export const findErasure = (ctx: Ctx, customerId: string) =>
  ctx.db.row(
    Erasure,
    sql`
      select id, customer_id, status, tables, consents, actor, created_at, erased_at
      from customer_erasures
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId}`,
  )

export const listErasures = (ctx: Ctx, { before, take }: Keyset, contactKey: string | null) =>
  ctx.db.rows(
    Erasure,
    sql`
      select id, customer_id, status, tables, consents, actor, created_at, erased_at
      from customer_erasures
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${contactKey}::text is null or contact_keys @> array[${contactKey}::text])
      order by id desc
      limit ${take}`,
  )

const PendingErasure = Type.Object({
  id: Id('ers'),
  customerId: Id('cus'),
  person: Type.Unsafe<Person>({ type: 'object' }),
  tables: Type.Unsafe<RowCounts>({ type: 'object' }),
})

/** Blocks a second worker until the transaction ends. */
export const lockPending = (ctx: Ctx, id: string) =>
  ctx.db.row(
    PendingErasure,
    sql`
      select id, customer_id, person, tables from customer_erasures
      where environment_id = ${ctx.environmentId} and id = ${id} and status = 'pending'
      for no key update`,
  )

export const completeErasure = (ctx: Ctx, id: string, tables: RowCounts) =>
  ctx.db.run(sql`
    update customer_erasures
    set status = 'completed', person = null, tables = ${JSON.stringify(tables)}, erased_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

const Obstacle = Type.Object({
  orderId: Nullable(Id('ord')),
  number: Nullable(Type.Integer()),
  checkoutId: Nullable(Type.String()),
})

/** Where the shop still needs the person: to ship to, to be paid by or to pay back. */
export const listObstacles = (ctx: Ctx, { orderIds, cartIds }: Person) =>
  ctx.db.rows(
    Obstacle,
    sql`
      select id as order_id, number, null as checkout_id from orders
      where environment_id = ${ctx.environmentId} and id = any(${orderIds}) and (
        status = 'open' and (
          fulfillment_status in ('unfulfilled', 'partially_fulfilled')
          or payment_status in ('pending', 'authorized', 'partially_paid')
        )
        or payment_status = 'disputed'
        or return_status in ('requested', 'in_progress')
        or exists (
          select from order_refunds
          where order_refunds.environment_id = ${ctx.environmentId} and order_id = orders.id and order_refunds.status = 'pending'
        )
        or exists (
          select from payment_operations
          where payment_operations.environment_id = ${ctx.environmentId} and order_id = orders.id
            and payment_operations.status = 'pending'
        )
      )
      union all
      select null, null, id from checkouts
      where environment_id = ${ctx.environmentId} and cart_id = any(${cartIds})
        and (status = 'active' or outcome = 'refunding') and not exists (
          select from orders where orders.environment_id = ${ctx.environmentId} and orders.id = checkouts.order_id
        )
      order by number`,
  )

export const listConsents = (ctx: Ctx, customerId: string) =>
  ctx.db.rows(
    ErasedConsent,
    sql`
      select channel, state, shown_text, source, created_at from customer_consents
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
      order by id`,
  )
