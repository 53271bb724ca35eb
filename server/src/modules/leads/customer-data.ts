import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/**
 * Call it before the customer is deleted. Also deletes spam, which has no customer, with one of their emails or with
 * only one of their phones.
 */
export const eraseLeads = async (ctx: Ctx, { customerId, emails, phones }: Person): Promise<RowCounts> => ({
  lead_submissions: await ctx.db.run(sql`
    delete from lead_submissions
    where environment_id = ${ctx.environmentId} and lead_id in (
      select id from leads
      where environment_id = ${ctx.environmentId} and (customer_id = ${customerId} or email = any(${emails})
        or (customer_id is null and contact = any(${phones})))
    )`),
  leads: await ctx.db.run(sql`
    delete from leads
    where environment_id = ${ctx.environmentId} and (customer_id = ${customerId} or email = any(${emails})
      or (customer_id is null and contact = any(${phones})))`),
})

const MovedLead = Type.Object({ id: Type.String() })

/** Of the leads in `ids`, or of all, those of `from`. */
export async function moveLeads(ctx: Ctx, from: string, to: string, ids?: string[]): Promise<string[]> {
  const moved = await ctx.db.rows(
    MovedLead,
    sql`
      update leads set customer_id = ${to}, version = version + 1, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and customer_id = ${from}
        and (${ids ?? null}::text[] is null or id = any(${ids ?? null}))
      returning id`,
  )
  return moved.map(({ id }) => id)
}
