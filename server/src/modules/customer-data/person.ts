import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { customerKeyOf, type Person } from '../customers/identity/identity.ts'

/** What a customer is found by in the tables of other modules. */
export async function findPerson(ctx: Ctx, customerId: string, emails: string[]): Promise<Person> {
  const merged = await listMergedIds(ctx, customerId)
  const customerIds = [customerId, ...merged.map(({ mergedCustomerId }) => mergedCustomerId)]
  const customerKeys = [...customerIds, ...emails].map((one) => keyOf(ctx, one))
  const phones = (await listPhones(ctx, customerId)).map(({ number }) => number)
  const ids = await listPersonIds(ctx, customerId, { emails, phones, customerKeys })
  return { customerId, customerIds, emails, phones, customerKeys, ...ids }
}

/** By which carts and promotions know the customer. */
export const keyOf = (ctx: Ctx, emailOrId: string): string =>
  customerKeyOf(emailOrId, ctx.environmentId, ctx.secretFor('customer-keys'))

const MergedId = Type.Object({ mergedCustomerId: Type.String() })

const listMergedIds = (ctx: Ctx, customerId: string) =>
  ctx.db.rows(
    MergedId,
    sql`
      select merged_customer_id from customer_merges
      where environment_id = ${ctx.environmentId} and current_customer_id = ${customerId} and reversed_at is null`,
  )

const Phone = Type.Object({ number: Type.String() })

const listPhones = (ctx: Ctx, customerId: string) =>
  ctx.db.rows(
    Phone,
    sql`
      select number from customer_phones
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId}`,
  )

const PersonIds = Type.Object({
  orderIds: Type.Array(Type.String()),
  sharedOrderIds: Type.Array(Type.String()),
  cartIds: Type.Array(Type.String()),
  giftCardIds: Type.Array(Type.String()),
  otherIds: Type.Array(Type.String()),
})

/** A draft has no customer yet. A cart is found by its buyer, or by what it became. */
const listPersonIds = (
  ctx: Ctx,
  customerId: string,
  { emails, phones, customerKeys }: Pick<Person, 'emails' | 'phones' | 'customerKeys'>,
) =>
  ctx.db.one(
    PersonIds,
    sql`
      with own_orders as materialized (
        select id from orders where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
        union
        select id from orders
        where environment_id = ${ctx.environmentId} and lower(email) = any(${emails}) and customer_id is null
      ), own_carts as materialized (
        select id from carts where environment_id = ${ctx.environmentId} and customer_key = any(${customerKeys})
        union
        select cart_id from checkouts
        where environment_id = ${ctx.environmentId} and order_id in (select id from own_orders)
      ), own_tickets as materialized (
        select id from tickets where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
        union
        select id from tickets where environment_id = ${ctx.environmentId} and lower(requester_email) = any(${emails})
      ), others as (
        select id from customer_notes where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
        union all
        select id from customer_addresses where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
        union all
        select id from leads
        where environment_id = ${ctx.environmentId} and (customer_id = ${customerId} or email = any(${emails})
          or (customer_id is null and contact = any(${phones})))
        union all
        select id from reviews where environment_id = ${ctx.environmentId} and customer_key = any(${customerKeys})
        union all
        select id from order_refunds where environment_id = ${ctx.environmentId} and order_id in (select id from own_orders)
        union all
        select id from returns where environment_id = ${ctx.environmentId} and order_id in (select id from own_orders)
        union all
        select id from checkouts where environment_id = ${ctx.environmentId} and cart_id in (select id from own_carts)
        union all
        select id from acp_sessions where environment_id = ${ctx.environmentId} and cart_id in (select id from own_carts)
        union all
        select id from own_tickets
        union all
        select id from ticket_messages
        where environment_id = ${ctx.environmentId} and ticket_id in (select id from own_tickets)
        union all
        select id from chat_conversations where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
        union all
        select id from chat_conversations
        where environment_id = ${ctx.environmentId} and verified_email = any(${emails})
        union all
        select id from ticket_messages
        where environment_id = ${ctx.environmentId} and moved_from_ticket_id in (select id from own_tickets)
      )
      select
        coalesce((select array_agg(id) from own_orders), '{}') as order_ids,
        coalesce((
          select array_agg(id) from orders
          where environment_id = ${ctx.environmentId} and lower(email) = any(${emails}) and customer_id <> ${customerId}
        ), '{}') as shared_order_ids,
        coalesce((select array_agg(id) from own_carts), '{}') as cart_ids,
        coalesce((
          select array_agg(id) from gift_cards
          where environment_id = ${ctx.environmentId} and lower(recipient_email) = any(${emails})
        ), '{}') as gift_card_ids,
        coalesce((select array_agg(id) from others), '{}') as other_ids`,
  )

const StoreCredit = Type.Object({ currency: Type.String(), balance: Type.Integer() })

/** Money that the shop owes these customers. */
export const listStoreCredit = (ctx: Ctx, customerIds: string[]) =>
  ctx.db.rows(
    StoreCredit,
    sql`
      select currency, balance from store_credit_accounts
      where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds}) and balance > 0
      order by currency`,
  )
