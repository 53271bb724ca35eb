import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** Ratings stay for reports; nobody can tell whose they are. Must run before the tickets forget their requester. */
export const eraseSurveys = async (ctx: Ctx, { customerIds, emails }: Person): Promise<RowCounts> => ({
  csat_surveys: await ctx.db.run(sql`
    update csat_surveys set comment = null, customer_id = null
    where environment_id = ${ctx.environmentId} and (customer_id = any(${customerIds}) or ticket_id in (
      select id from tickets where environment_id = ${ctx.environmentId} and lower(requester_email) = any(${emails})))
      and (customer_id is not null or comment is not null)
    returning id`),
})
