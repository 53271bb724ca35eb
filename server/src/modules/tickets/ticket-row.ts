import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import { CHANNELS, MESSAGE_KINDS, PRIORITIES, StatusCategory, type Ticket, TicketCustomFields } from './schemas.ts'

/** As `ticket_details` returns it. */
export const TicketRow = Type.Object({
  id: Id('tkt'),
  number: Type.Integer(),
  subject: Type.String(),
  channel: OneOf(CHANNELS),
  statusId: Id('tst'),
  statusName: Type.String(),
  category: StatusCategory,
  priority: Type.Integer(),
  customerId: Nullable(Id('cus')),
  requesterEmail: Nullable(Type.String()),
  requesterName: Nullable(Type.String()),
  assigneeId: Nullable(Id('usr')),
  teamId: Nullable(Id('team')),
  followerIds: Type.Array(Id('usr')),
  mentionedIds: Type.Array(Id('usr')),
  tags: Type.Array(Type.String()),
  customFields: TicketCustomFields,
  orderIds: Type.Array(Id('ord')),
  mailboxId: Nullable(Type.String()),
  snoozedUntil: Nullable(Timestamp),
  dueAt: Nullable(Timestamp),
  waitingSince: Nullable(Timestamp),
  firstRespondedAt: Nullable(Timestamp),
  resolvedAt: Nullable(Timestamp),
  lastMessageId: Nullable(Id('msg')),
  lastMessageAt: Timestamp,
  lastMessageKind: Nullable(OneOf(MESSAGE_KINDS)),
  lastMessagePreview: Type.String(),
  messageCount: Type.Integer(),
  reopenedCount: Type.Integer(),
  mergedIntoId: Nullable(Id('tkt')),
  splitFromId: Nullable(Id('tkt')),
  followUpOfId: Nullable(Id('tkt')),
  isSpam: Type.Boolean(),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type TicketRow = Static<typeof TicketRow>

export const toPriority = (rank: number): Ticket['priority'] => PRIORITIES[rank - 1] ?? 'normal'
export const toPriorityRank = (priority: Ticket['priority']): number => PRIORITIES.indexOf(priority) + 1

export function toTicket(row: TicketRow): Ticket {
  const { lastMessageId, lastMessageKind } = row
  return {
    id: row.id,
    number: row.number,
    subject: row.subject,
    channel: row.channel,
    status: { id: row.statusId, name: row.statusName, category: row.category },
    priority: toPriority(row.priority),
    customerId: row.customerId,
    requester: { name: row.requesterName, email: row.requesterEmail },
    assigneeId: row.assigneeId,
    teamId: row.teamId,
    tags: row.tags,
    customFields: row.customFields,
    mailboxId: row.mailboxId,
    followerIds: row.followerIds,
    orderIds: row.orderIds,
    snoozedUntil: row.snoozedUntil,
    dueAt: row.dueAt,
    waitingSince: row.waitingSince,
    firstRespondedAt: row.firstRespondedAt,
    resolvedAt: row.resolvedAt,
    lastMessage:
      lastMessageId && lastMessageKind
        ? { id: lastMessageId, kind: lastMessageKind, preview: row.lastMessagePreview, createdAt: row.lastMessageAt }
        : null,
    messageCount: row.messageCount,
    reopenedCount: row.reopenedCount,
    mergedIntoId: row.mergedIntoId,
    splitFromId: row.splitFromId,
    followUpOfId: row.followUpOfId,
    spam: row.isSpam,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
