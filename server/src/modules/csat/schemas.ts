import { type Static, Type } from 'typebox'
import { Id, NAME_PATTERN, NonEmptyText, Nullable, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'

const settings = {
  active: Type.Boolean(),
  delayMinutes: Type.Integer({
    minimum: 0,
    maximum: 43_200,
    description: 'From the resolution of the ticket to the email. A ticket that is reopened meanwhile gets none.',
    examples: [60],
  }),
  subject: Type.String({ minLength: 1, maxLength: 200, pattern: NAME_PATTERN, examples: ['How did we do?'] }),
  body: NonEmptyText(5000, 'Text of the email. The link to the survey follows it.'),
}
export const CsatSettingsInput = Type.Object(settings)
export type CsatSettingsInput = Static<typeof CsatSettingsInput>

export const CsatSettings = Type.Object({
  ...settings,
  version: Type.Integer({ description: 'Increases with every change. Send it as `If-Match`.' }),
  updatedAt: Nullable(Timestamp),
})
export type CsatSettings = Static<typeof CsatSettings>

export const CsatRating = Type.Integer({ minimum: 1, maximum: 5, description: '5 is best.' })
export const MAX_COMMENT_LENGTH = 2000

export const CsatResponse = Type.Object({
  id: Id('csat'),
  ticketId: Id('tkt'),
  ticketNumber: Type.Integer(),
  ticketSubject: Type.String(),
  customerId: Nullable(Id('cus')),
  assigneeId: Nullable(Id('usr'), { description: 'Who had the ticket when it was resolved.' }),
  teamId: Nullable(Id('team')),
  rating: CsatRating,
  comment: Nullable(Type.String()),
  ratedAt: Timestamp,
})
export type CsatResponse = Static<typeof CsatResponse>

export const CsatResponsesQuery = PageQuery({
  ticketId: Optional(Id('tkt')),
  rating: Optional(CsatRating),
  ratedFrom: Optional(Timestamp),
  ratedTo: Optional(Timestamp),
})
export type CsatResponsesQuery = Static<typeof CsatResponsesQuery>
