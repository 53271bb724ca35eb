import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import { CsatResponse, type CsatResponsesQuery, CsatSettings } from './schemas.ts'

export const findSettings = (ctx: Ctx) =>
  ctx.db.row(
    CsatSettings,
    sql`
      select active, delay_minutes, subject, body, version, updated_at from csat_settings
      where environment_id = ${ctx.environmentId}`,
  )

export const saveSettings = (ctx: Ctx, settings: CsatSettings) =>
  ctx.db.run(sql`
    insert into csat_settings (environment_id, active, delay_minutes, subject, body, version, updated_at)
    values (${ctx.environmentId}, ${settings.active}, ${settings.delayMinutes}, ${settings.subject}, ${settings.body},
      ${settings.version}, ${settings.updatedAt})
    on conflict (environment_id) do update
    set active = excluded.active, delay_minutes = excluded.delay_minutes, subject = excluded.subject,
      body = excluded.body, version = excluded.version, updated_at = excluded.updated_at`)

const Survey = Type.Object({
  id: Id('csat'),
  ticketId: Id('tkt'),
  status: OneOf(['scheduled', 'sent', 'skipped', 'answered']),
  sendAt: Timestamp,
  rating: Nullable(Type.Integer()),
  comment: Nullable(Type.String()),
  ratedAt: Nullable(Timestamp),
})
export type Survey = Static<typeof Survey>

interface NewSurvey {
  id: string
  ticketId: string
  customerId: string | null
  assigneeId: string | null
  teamId: string | null
  sendAt: Date
}

/** A ticket that is resolved again before the customer was asked is asked later. Returns its ID; none after that. */
export const scheduleSurvey = (ctx: Ctx, { id, ticketId, customerId, assigneeId, teamId, sendAt }: NewSurvey) =>
  ctx.db.row(
    Type.Object({ id: Id('csat') }),
    sql`
      insert into csat_surveys (environment_id, id, ticket_id, customer_id, assignee_id, team_id, status, send_at, created_at)
      values (${ctx.environmentId}, ${id}, ${ticketId}, ${customerId}, ${assigneeId}, ${teamId}, 'scheduled', ${sendAt},
        ${ctx.now})
      on conflict (environment_id, ticket_id) do update
      set send_at = excluded.send_at, assignee_id = excluded.assignee_id, team_id = excluded.team_id,
        customer_id = excluded.customer_id, status = 'scheduled'
      where csat_surveys.status in ('scheduled', 'skipped')
      returning id`,
  )

export const findSurvey = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Survey,
    sql`
      select id, ticket_id, status, send_at, rating, comment, rated_at from csat_surveys
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

/** Other answers to it wait until the transaction ends. */
export const lockSurvey = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`select id from csat_surveys where environment_id = ${ctx.environmentId} and id = ${id} for update`)

/** Returns 0 if it was sent before. */
export const finishSurvey = (ctx: Ctx, id: string, status: 'sent' | 'skipped') =>
  ctx.db.run(sql`
    update csat_surveys set status = ${status}, sent_at = case when ${status} = 'sent' then ${ctx.now}::timestamptz end
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'scheduled'
    returning id`)

export const saveAnswer = (ctx: Ctx, id: string, rating: number, comment: string | null) =>
  ctx.db.run(sql`
    update csat_surveys
    set status = 'answered', rating = ${rating}, comment = ${comment}, rated_at = coalesce(rated_at, ${ctx.now})
    where environment_id = ${ctx.environmentId} and id = ${id}`)

/** The rows as JSON. Who had the ticket is in the ticket. */
export const insertRatings = (ctx: Ctx, ratings: object[]) =>
  ctx.db.run(sql`
    insert into csat_surveys (environment_id, id, ticket_id, customer_id, assignee_id, team_id, status, send_at, sent_at,
      rating, comment, rated_at, created_at)
    select ${ctx.environmentId}, imported.id, tickets.id, tickets.customer_id, tickets.assignee_id, tickets.team_id, 'answered',
      "ratedAt", "ratedAt", imported.rating, imported.comment, "ratedAt", "ratedAt"
    from json_to_recordset(${JSON.stringify(ratings)}::json) as imported (
      id text, "ticketId" text, rating smallint, comment text, "ratedAt" timestamptz
    )
    join tickets on tickets.environment_id = ${ctx.environmentId} and tickets.id = imported."ticketId"
    on conflict (environment_id, ticket_id) do nothing`)

export const listResponses = (ctx: Ctx, query: CsatResponsesQuery, { before, take }: Keyset) =>
  ctx.db.rows(
    CsatResponse,
    withCustomPlan(sql`
      select csat_surveys.id, ticket_id, tickets.number as ticket_number, tickets.subject as ticket_subject,
        csat_surveys.customer_id, csat_surveys.assignee_id, csat_surveys.team_id, rating, comment, rated_at
      from csat_surveys
      join tickets on tickets.environment_id = ${ctx.environmentId} and tickets.id = ticket_id
      where csat_surveys.environment_id = ${ctx.environmentId} and csat_surveys.id < ${before} and rated_at is not null
        and (${query.ticketId ?? null}::text is null or ticket_id = ${query.ticketId ?? null})
        and (${query.rating ?? null}::int is null or rating = ${query.rating ?? null})
        and (${query.ratedFrom ?? null}::timestamptz is null or rated_at >= ${query.ratedFrom ?? null})
        and (${query.ratedTo ?? null}::timestamptz is null or rated_at < ${query.ratedTo ?? null})
      order by csat_surveys.id desc
      limit ${take}`),
  )
