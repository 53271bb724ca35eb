import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Nullable } from '../../../kit/schema.ts'
import { listDays, resolveRange } from '../../ticket-reports/ticket-reports.ts'
import { ChatFigures, type ChatReport, type ChatReportQuery } from './schemas.ts'

/** How well the assistant answered customers, per day. */
export async function getChatReport(ctx: Ctx, query: ChatReportQuery): Promise<ChatReport> {
  const { from, to, days, timeZone, start, end } = await resolveRange(ctx, query)
  const rows = await loadFigures(ctx, timeZone, start, end)
  const byDay = new Map(rows.map(({ day, ...figures }) => [day, figures]))
  return {
    from,
    to,
    timeZone,
    totals: byDay.get(null) ?? NOTHING,
    data: listDays(from, days).map((day) => ({ day, ...(byDay.get(day) ?? NOTHING) })),
    nextCursor: null,
  }
}

const NOTHING: ChatFigures = {
  conversations: 0,
  answers: 0,
  answered: 0,
  clarifications: 0,
  unknown: 0,
  handedOver: 0,
  refused: 0,
  fallbacks: 0,
  ratedUp: 0,
  ratedDown: 0,
}

const FiguresRow = Type.Object({ day: Nullable(Type.String()), ...ChatFigures.properties })

/** What members try in the playground is not counted. The row without a day is the total. */
const loadFigures = (ctx: Ctx, timeZone: string, start: Date, end: Date) =>
  ctx.db.rows(
    FiguresRow,
    sql`
      with answers as (
        select to_char(chat_messages.created_at at time zone ${timeZone}::text, 'YYYY-MM-DD') as day,
          chat_messages.status, chat_messages.conversation_id,
          coalesce((chat_messages.engine ->> 'fallback')::boolean, false) as is_fallback
        from chat_messages
        join chat_conversations
          on chat_conversations.environment_id = chat_messages.environment_id
          and chat_conversations.id = chat_messages.conversation_id
        where chat_messages.environment_id = ${ctx.environmentId} and chat_messages.role = 'assistant'
          and chat_messages.created_at >= ${start} and chat_messages.created_at < ${end}
          and chat_conversations.environment_id = ${ctx.environmentId} and chat_conversations.channel <> 'dashboard'
      ), answer_figures as (
        select day, count(distinct conversation_id) as conversations, count(*) as answers,
          count(*) filter (where status = 'answered') as answered,
          count(*) filter (where status in ('clarification_required', 'verification_required')) as clarifications,
          count(*) filter (where status = 'unknown') as unknown,
          count(*) filter (where status = 'handed_over') as handed_over,
          count(*) filter (where status = 'refused') as refused,
          count(*) filter (where is_fallback) as fallbacks
        from answers
        group by grouping sets ((day), ())
      ), ratings as (
        select to_char(last_message_at at time zone ${timeZone}::text, 'YYYY-MM-DD') as day, rating
        from chat_conversations
        where environment_id = ${ctx.environmentId} and last_message_at >= ${start} and last_message_at < ${end}
          and rating is not null and channel <> 'dashboard'
      ), rating_figures as (
        select day, count(*) filter (where rating = 'up') as up, count(*) filter (where rating = 'down') as down
        from ratings
        group by grouping sets ((day), ())
      )
      select coalesce(answer_figures.day, rating_figures.day) as day, coalesce(conversations, 0) as conversations,
        coalesce(answers, 0) as answers, coalesce(answered, 0) as answered, coalesce(clarifications, 0) as clarifications,
        coalesce(unknown, 0) as unknown, coalesce(handed_over, 0) as handed_over, coalesce(refused, 0) as refused,
        coalesce(fallbacks, 0) as fallbacks, coalesce(up, 0) as rated_up, coalesce(down, 0) as rated_down
      from answer_figures
      full join rating_figures on coalesce(rating_figures.day, '') = coalesce(answer_figures.day, '')`,
  )
