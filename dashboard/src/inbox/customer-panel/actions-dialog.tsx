import { useState } from 'react'
import { allowedActions } from '../../orders/order-actions.ts'
import { type Order, orders } from '../../orders/orders.ts'
import { RefundDialog } from '../../orders/payments/refund-dialog.tsx'
import { ExchangeDialog } from '../../orders/returns/exchange-dialog.tsx'
import { useReturns } from '../../orders/returns/returns.ts'
import { ActionTicketContext } from '../../orders/ticket-actions.ts'
import { canManage, useWorkspace } from '../../session.ts'
import { formatMoney } from '../../ui/money.ts'
import type { Ticket } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'
import { PickDialog, type PickOption } from '../pick-dialog.tsx'
import { ORDERS_SHOWN } from './customer-panel.tsx'
import { CreditDialog, DiscountCodeDialog, PointsDialog, ResendDialog } from './goodwill-dialogs.tsx'

type Chosen = { name: 'refund' | 'exchange' | 'resend'; order: Order } | { name: 'points' | 'credit' | 'code' }

/** Everything that can be done for the customer without leaving the ticket. */
export function ActionsDialog() {
  const { ticket } = useInbox()
  return ticket ? <TicketActions ticket={ticket} /> : null
}

function TicketActions({ ticket }: { ticket: Ticket }) {
  const { open, notify } = useInbox()
  const { workspace } = useWorkspace()
  const customerId = ticket.customerId ?? ''
  const list = orders.useList({ customerId, limit: ORDERS_SHOWN }, { enabled: customerId !== '' })
  const [chosen, setChosen] = useState<Chosen>()
  const close = (message?: string) => {
    open(undefined)
    if (message) notify({ message })
  }
  if (chosen) {
    return (
      <ActionTicketContext value={ticket.id}>
        <ChosenAction chosen={chosen} ticket={ticket} onClose={close} />
      </ActionTicketContext>
    )
  }
  const isAdmin = canManage(workspace.role)
  const choices: (PickOption & { chosen: Chosen })[] = [
    ...(list.data ?? []).flatMap((order) => orderChoices(order)),
    // Points and credit are money that the shop owes, so only admins give them.
    ...(isAdmin && ticket.customerId
      ? [
          { id: 'points', label: 'Give points', chosen: { name: 'points' } as const },
          { id: 'credit', label: 'Give store credit', chosen: { name: 'credit' } as const },
        ]
      : []),
    { id: 'code', label: 'Create a discount code', chosen: { name: 'code' } as const },
  ]
  return (
    <PickDialog
      title={`Actions for ticket #${ticket.number}`}
      label="Action"
      options={choices}
      onPick={(id) => setChosen(choices.find((choice) => choice.id === id)?.chosen)}
      empty={list.isPending && customerId ? 'Loading orders…' : 'No results'}
      onClose={close}
    />
  )
}

function orderChoices(order: Order): (PickOption & { chosen: Chosen })[] {
  const { canRefund } = allowedActions(order)
  const description = `${formatMoney(order.totals.total)} · ${order.items.map(({ title }) => title).join(', ')}`.slice(
    0,
    90,
  )
  const choice = (name: 'refund' | 'exchange' | 'resend', label: string) => ({
    id: `${name} ${order.id}`,
    label,
    description,
    chosen: { name, order },
  })
  if (order.status === 'draft') return []
  return [
    ...(canRefund ? [choice('refund', `Refund order #${order.number}`)] : []),
    choice('resend', `Resend an email of order #${order.number}`),
    ...(order.items.some(({ quantities }) => quantities.fulfilled > 0)
      ? [choice('exchange', `Exchange items of order #${order.number}`)]
      : []),
  ]
}

interface ChosenProps {
  chosen: Chosen
  ticket: Ticket
  onClose: (message?: string) => void
}

function ChosenAction({ chosen, ticket, onClose }: ChosenProps) {
  switch (chosen.name) {
    case 'refund':
    case 'exchange':
      return <OrderDialog name={chosen.name} order={chosen.order} onClose={onClose} />
    case 'resend':
      return <ResendDialog ticketId={ticket.id} order={chosen.order} onClose={onClose} />
    case 'points':
      return <PointsDialog ticketId={ticket.id} onClose={onClose} />
    case 'credit':
      return <CreditDialog ticketId={ticket.id} onClose={onClose} />
    case 'code':
      return <DiscountCodeDialog ticketId={ticket.id} onClose={onClose} />
  }
}

interface OrderDialogProps {
  name: 'refund' | 'exchange'
  order: Order
  onClose: (message?: string) => void
}

/** Waits for the returns, which decide what can be refunded. */
function OrderDialog({ name, order, onClose }: OrderDialogProps) {
  const returns = useReturns(order.id)
  if (!returns.data) return null
  const Current = name === 'refund' ? RefundDialog : ExchangeDialog
  return <Current order={order} returns={returns.data} onClose={(message) => onClose(message)} />
}
