import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Optional } from '../../kit/schema.ts'

/** A year and the same weeks of the next one. */
export const MAX_DAYS = 400

const Day = Type.String({ format: 'date', examples: ['2026-11-15'] })
const GroupBy = OneOf(['day', 'agent', 'tag', 'channel'], {
  description: 'Defaults to `day`. By `tag`, a ticket with two tags counts in both groups.',
})

export const TicketReportQuery = Type.Object({
  from: Optional(
    Type.String({ ...Day, description: 'The first day, in the shop’s time zone. Defaults to 29 days before `to`.' }),
  ),
  to: Optional(Type.String({ ...Day, description: 'The last day, in the shop’s time zone. Defaults to today.' })),
  groupBy: Optional(GroupBy),
  businessHoursId: Optional(
    Type.Unsafe<`bh_${string}`>({ ...Id('bh'), description: 'Adds the times in minutes of these business hours.' }),
  ),
})
export type TicketReportQuery = Static<typeof TicketReportQuery>

const percentiles = {
  median: Type.Number({ description: 'Minutes; half of the tickets took less.' }),
  p90: Type.Number({ description: 'Minutes; nine of ten tickets took less.' }),
}
const BusinessMinutes = Nullable(Type.Object(percentiles), {
  description: 'The same within the business hours. Null without `businessHoursId`.',
})
const Minutes = (description: string) =>
  Nullable(Type.Object({ ...percentiles, business: BusinessMinutes }), { description })

export const TicketFigures = Type.Object({
  created: Type.Integer({ description: 'Tickets created, without spam and without merged tickets.' }),
  resolved: Type.Integer({ description: 'Tickets resolved and not reopened since.' }),
  backlog: Type.Integer({ description: 'Tickets that were not resolved at the end of the day or the range.' }),
  replies: Type.Integer({ description: 'Public replies. By `agent`, those the agent wrote.' }),
  firstResponse: Minutes('From the creation to the first reply, of the tickets created. Null if none was answered.'),
  resolution: Minutes('From the creation to the resolution, of the tickets resolved. Null if there are none.'),
  satisfaction: Nullable(
    Type.Object({
      average: Type.Number({ description: 'From 1 to 5.' }),
      count: Type.Integer({ description: 'The number of ratings.' }),
    }),
    { description: 'What customers answered to the survey. Null if nobody did.' },
  ),
})
export type TicketFigures = Static<typeof TicketFigures>

export const TicketReportGroup = Type.Object({
  key: Nullable(Type.String(), {
    description: 'The date, the member, the tag or the channel. Null: no agent, or no tag.',
  }),
  label: Nullable(Type.String(), { description: 'The agent’s name. Null for other groups, and for former members.' }),
  ...TicketFigures.properties,
})
export type TicketReportGroup = Static<typeof TicketReportGroup>

export const TicketReport = Type.Object({
  from: Day,
  to: Day,
  timeZone: Type.String(),
  groupBy: GroupBy,
  totals: TicketFigures,
  data: Type.Array(TicketReportGroup, {
    description: 'Days in their order, without gaps; other groups by the number of tickets created.',
  }),
  nextCursor: Type.Null(),
})
export type TicketReport = Static<typeof TicketReport>
