import { type Static, Type } from 'typebox'
import { Money } from '../../../kit/money.ts'
import { Id, Nullable, OneOf, PageQuery, TaggedUnion, Timestamp } from '../../../kit/schema.ts'
import { Consent } from '../schemas.ts'

const entry = <Kind extends string, Fields extends Record<string, object>>(kind: Kind, fields: Fields) =>
  Type.Object({ kind: Type.Literal(kind), id: Type.String(), at: Timestamp, ...fields })

const OrderEntry = entry('order', {
  orderId: Id('ord'),
  number: Type.Integer(),
  status: Type.String(),
  total: Money,
})
const CartEntry = entry('cart', {
  cartId: Id('cart'),
  status: OneOf(['open', 'expired'] as const),
  items: Type.Integer(),
})
const PointsEntry = entry('points', {
  change: Type.Integer(),
  balanceAfter: Type.Integer(),
  reason: Nullable(Type.String()),
})
const StoreCreditEntry = entry('store_credit', { change: Money, balanceAfter: Money, reason: Nullable(Type.String()) })
const EmailEntry = entry('email', { emailId: Id('email'), subject: Type.String(), status: Type.String() })
const TicketEntry = entry('ticket', {
  ticketId: Id('tkt'),
  number: Type.Integer(),
  subject: Type.String(),
  status: OneOf(['open', 'pending', 'resolved'] as const),
})
const ChatEntry = entry('chat', {
  conversationId: Id('conv'),
  preview: Type.String({ description: 'The beginning of the last message.' }),
  owner: OneOf(['assistant', 'person'] as const),
})
const { channel, state } = Consent.properties
const ConsentEntry = entry('consent', { channel, state })
const NoteEntry = entry('note', { body: Type.String(), author: Type.String() })

export const CustomerTimelineEntry = TaggedUnion('kind', [
  OrderEntry,
  CartEntry,
  PointsEntry,
  StoreCreditEntry,
  EmailEntry,
  TicketEntry,
  ChatEntry,
  ConsentEntry,
  NoteEntry,
])
export type CustomerTimelineEntry = Static<typeof CustomerTimelineEntry>

export const TimelineQuery = PageQuery({})
export type TimelineQuery = Static<typeof TimelineQuery>
