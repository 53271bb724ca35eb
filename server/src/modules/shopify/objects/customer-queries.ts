import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Id, Nullable, Timestamp } from '../../../kit/schema.ts'

const KnownCustomer = Type.Object({
  externalId: Type.String(),
  contentHash: Type.String(),
  sourceUpdatedAt: Nullable(Timestamp),
  /** Null if our customer was deleted. Who was merged into another one is that one. */
  customerId: Nullable(Id('cus')),
})

export const readKnownCustomers = async (ctx: Ctx, externalIds: string[]) => {
  const rows = await ctx.db.rows(
    KnownCustomer,
    sql`
      select object.external_id, object.content_hash, object.source_updated_at, customers.id as customer_id
      from shopify_objects as object
      left join customer_merges as merge on merge.environment_id = ${ctx.environmentId}
        and merge.merged_customer_id = object.local_id and merge.reversed_at is null
      left join customers on customers.environment_id = ${ctx.environmentId}
        and customers.id = coalesce(merge.current_customer_id, object.local_id)
      where object.environment_id = ${ctx.environmentId} and object.resource = 'customers'
        and object.external_id = any(${externalIds})`,
  )
  return new Map(rows.map((row) => [row.externalId, row]))
}

const CustomerMatch = Type.Object({ customerId: Id('cus') })

export const findMatch = async (ctx: Ctx, source: string, externalId: string, email: string | null) => {
  const byId = await ctx.db.row(
    CustomerMatch,
    sql`
      select customer_id from customer_external_ids
      where environment_id = ${ctx.environmentId} and source = ${source} and external_id = ${externalId}`,
  )
  if (byId || email === null) return byId
  return ctx.db.row(
    CustomerMatch,
    sql`
      select customer_id from customer_emails
      where environment_id = ${ctx.environmentId} and address = ${email}`,
  )
}
