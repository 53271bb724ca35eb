import { type Static, Type } from 'typebox'
import { Optional } from '../../../kit/schema.ts'

const Day = Type.String({ format: 'date', examples: ['2026-11-15'] })

export const ChatReportQuery = Type.Object({
  from: Optional(
    Type.String({ ...Day, description: 'The first day, in the shop’s time zone. Defaults to 29 days before `to`.' }),
  ),
  to: Optional(Type.String({ ...Day, description: 'The last day, in the shop’s time zone. Defaults to today.' })),
})
export type ChatReportQuery = Static<typeof ChatReportQuery>

const count = (description: string) => Type.Integer({ description })

export const ChatFigures = Type.Object({
  conversations: count('Conversations with at least one answer.'),
  answers: count('Answers of the assistant, of every status.'),
  answered: count('Answers with the status `answered`.'),
  clarifications: count('Answers that asked back, or for proof of identity.'),
  unknown: count('Answers with the status `unknown`.'),
  handedOver: count('Answers that handed the conversation over to a person.'),
  refused: count('Answers with the status `refused`.'),
  fallbacks: count('Answers of the embedded assistant for a model that failed.'),
  ratedUp: count('Conversations that customers rated up, on the day of their last message.'),
  ratedDown: count('Conversations that customers rated down, on the day of their last message.'),
})
export type ChatFigures = Static<typeof ChatFigures>

export const ChatReportDay = Type.Object({ day: Day, ...ChatFigures.properties })

export const ChatReport = Type.Object({
  from: Day,
  to: Day,
  timeZone: Type.String(),
  totals: ChatFigures,
  data: Type.Array(ChatReportDay, { description: 'Days in their order, without gaps.' }),
  nextCursor: Type.Null(),
})
export type ChatReport = Static<typeof ChatReport>
