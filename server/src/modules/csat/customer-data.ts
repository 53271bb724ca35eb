import { Type } from 'typebox'
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

const MovedSurvey = Type.Object({ id: Type.String() })

/** Of the surveys in `ids`, or of all, those of `from`. Returns their IDs, so that a merge can be reversed. */
export async function moveSurveys(ctx: Ctx, from: string, to: string, ids?: string[]): Promise<string[]> {
  const moved = await ctx.db.rows(
    MovedSurvey,
    sql`
      update csat_surveys set customer_id = ${to}
      where environment_id = ${ctx.environmentId} and customer_id = ${from}
        and (${ids ?? null}::text[] is null or id = any(${ids ?? null}))
      returning id`,
  )
  return moved.map(({ id }) => id)
}
