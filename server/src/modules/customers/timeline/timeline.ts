import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { type Page, type TimeKeyset, timeKeyset, toTimePage } from '../../../db/page.ts'
import { sql } from '../../../db/sql.ts'
import { Timestamp } from '../../../kit/schema.ts'
import { getCustomer } from '../customers.ts'
import { customerKeyOf } from '../identity/identity.ts'
import type { CustomerTimelineEntry, TimelineQuery } from './schemas.ts'

/** Everything that happened with a customer, newest first. */
export async function getTimeline(
  ctx: Ctx,
  customerId: string,
  query: TimelineQuery,
): Promise<Page<CustomerTimelineEntry>> {
  const { emails } = await getCustomer(ctx, customerId)
  const page = timeKeyset(query)
  const secret = ctx.secretFor('customer-keys')
  // Carts are counted by customer or by email, whichever the buyer gave.
  const cartKeys = [customerId, ...emails.map(({ address }) => address)].map((one) =>
    customerKeyOf(one, ctx.environmentId, secret),
  )
  const { data, nextCursor } = toTimePage(await listEntries(ctx, customerId, cartKeys, page), page)
  return {
    data: data.map(({ entry, kind, id, at }) => ({ kind, id, at, ...entry }) as CustomerTimelineEntry),
    nextCursor,
  }
}

const EntryRow = Type.Object({
  kind: Type.String(),
  id: Type.String(),
  at: Timestamp,
  entry: Type.Unsafe<object>({ type: 'object' }),
})

/** Each part reads one page by its index, so the length of the history does not matter. */
const listEntries = (ctx: Ctx, customerId: string, cartKeys: string[], { at, id, take }: TimeKeyset) =>
  ctx.db.rows(
    EntryRow,
    sql`
      select kind, id, at, entry from (
        (
          select 'order' as kind, id, placed_at as at, json_build_object(
            'orderId', id, 'number', number, 'status', status,
            'total', json_build_object('amount', total, 'currency', currency)
          ) as entry
          from orders
          where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and status <> 'draft'
            and (placed_at, id) < (${at}::timestamptz, ${id})
          order by placed_at desc, id desc limit ${take}
        ) union all (
          select 'cart', id, created_at, json_build_object(
            'cartId', id, 'status', status, 'items', cardinality(variant_ids)
          )
          from carts
          where environment_id = ${ctx.environmentId} and customer_key = any(${cartKeys}) and status <> 'completed'
            and (created_at, id) < (${at}::timestamptz, ${id})
          order by created_at desc, id desc limit ${take}
        ) union all (
          select 'points', id, created_at, json_build_object(
            'change', amount, 'balanceAfter', balance_after, 'reason', reason
          )
          from ledger_entries
          where environment_id = ${ctx.environmentId} and account_id = ${customerId} and account_type = 'points'
            and (created_at, id) < (${at}::timestamptz, ${id})
          order by created_at desc, id desc limit ${take}
        ) union all (
          select 'store_credit', id, created_at, json_build_object(
            'change', json_build_object('amount', amount, 'currency', unit),
            'balanceAfter', json_build_object('amount', balance_after, 'currency', unit), 'reason', reason
          )
          from ledger_entries
          where environment_id = ${ctx.environmentId} and account_id = ${customerId} and account_type = 'store_credit'
            and (created_at, id) < (${at}::timestamptz, ${id})
          order by created_at desc, id desc limit ${take}
        ) union all (
          select 'email', emails.id, emails.created_at, json_build_object(
            'emailId', emails.id, 'subject', subject, 'status', emails.status
          )
          from orders join emails on emails.environment_id = orders.environment_id and emails.order_id = orders.id
          where orders.environment_id = ${ctx.environmentId} and orders.customer_id = ${customerId}
            and (emails.created_at, emails.id) < (${at}::timestamptz, ${id})
          order by emails.created_at desc, emails.id desc limit ${take}
        ) union all (
          select 'ticket', id, created_at, json_build_object(
            'ticketId', id, 'number', number, 'subject', subject, 'status', category
          )
          from tickets
          where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and not is_spam
            and merged_into_id is null and (created_at, id) < (${at}::timestamptz, ${id})
          order by created_at desc, id desc limit ${take}
        ) union all (
          select 'chat', id, created_at, json_build_object(
            'conversationId', id, 'preview', last_message_preview, 'owner', owner
          )
          from chat_conversations
          where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
            and (created_at, id) < (${at}::timestamptz, ${id})
          order by created_at desc, id desc limit ${take}
        ) union all (
          select 'consent', id, created_at, json_build_object('channel', channel, 'state', state)
          from customer_consents
          where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
            and (created_at, id) < (${at}::timestamptz, ${id})
          order by created_at desc, id desc limit ${take}
        ) union all (
          select 'note', id, created_at, json_build_object('body', body, 'author', author)
          from customer_notes
          where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
            and (created_at, id) < (${at}::timestamptz, ${id})
          order by created_at desc, id desc limit ${take}
        )
      ) as entries
      order by at desc, id desc
      limit ${take}`,
  )
