import { type Static, Type } from 'typebox'
import { Money } from '../../kit/money.ts'
import { Nullable, OneOf, Optional, Page, Timestamp } from '../../kit/schema.ts'

/** Counting further would take time, and nobody works through more. */
export const MAX_COUNT = 1000

const Count = (description: string) => Type.Integer({ description: `${description} At most ${MAX_COUNT + 1}.` })

export const WaitingWork = Type.Object({
  ordersToFulfill: Count('Open orders that are paid or authorized and not fully fulfilled.'),
  paymentsToCapture: Count('Open orders with an authorized payment.'),
  returnsToReview: Count('Orders with a requested return.'),
  disputes: Count('Orders with an open dispute.'),
  lowStock: Count('Stock levels at or below their threshold.'),
  waitingTickets: Count('Tickets whose customer waits for a reply.'),
  openTickets: Count('Open tickets, without snoozed ones.'),
  liveChats: Count('Chats that the assistant is answering.'),
})
export type WaitingWork = Static<typeof WaitingWork>

export const SETUP_STEPS = ['product', 'payments', 'shipping', 'taxes', 'email', 'order'] as const

const SetupStep = Type.Object({
  step: OneOf(SETUP_STEPS, {
    description:
      '`product`: there is a product. `payments`: Stripe is connected. `shipping`: there is a rate. `taxes`: there is a tax region or a tax engine. `email`: there is an active mailbox. `order`: an order was placed, here or in the sandbox.',
  }),
  done: Type.Boolean(),
})
export const SetupChecklist = Page(SetupStep)
export type SetupChecklist = Static<typeof SetupChecklist>

/** What a shop wants to hear about. Bulk imports and settings would push everything else out of the list. */
export const ACTIVITY_TYPES = [
  'order.created',
  'order.fulfilled',
  'order.refunded',
  'order.canceled',
  'order.return_requested',
  'payment.disputed',
  'ticket.created',
  'ticket.rated',
  'chat.handed_over',
  'lead.created',
  'review.created',
  'inventory.out_of_stock',
] as const

export const Activity = Type.Object({
  id: Type.String(),
  type: OneOf(ACTIVITY_TYPES),
  subject: Type.Object(
    {
      type: OneOf(['order', 'ticket', 'lead', 'review', 'product']),
      id: Nullable(Type.String()),
      name: Nullable(Type.String(), {
        description: 'The number of the order, the subject of the ticket, or the name.',
      }),
    },
    { description: 'What it is about.' },
  ),
  person: Nullable(Type.String(), { description: 'The name or email of the customer, if there is one.' }),
  amount: Nullable(Money),
  rating: Nullable(Type.Integer({ description: 'Of a survey or review, from 1 to 5.' })),
  createdAt: Timestamp,
})
export type Activity = Static<typeof Activity>

export const ActivityQuery = Type.Object({
  limit: Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
})
