import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Customer, customers, displayName, usePointsBalance, useStoreCredit } from '../../customers/customers.ts'
import { StatusBadge } from '../../orders/badges.tsx'
import { ORDER_FULFILLMENT_LABELS, ORDER_PAYMENT_LABELS } from '../../orders/order-labels.ts'
import { type Order, orders } from '../../orders/orders.ts'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { Label } from '../../ui/label.tsx'
import { formatMoney } from '../../ui/money.ts'
import { formatPoints } from '../../ui/points.ts'
import { DateLabel } from '../../ui/time.tsx'
import inboxClasses from '../inbox.module.css'
import { type Ticket, tickets } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'
import { CATEGORY_COLORS, requesterName } from '../inbox-labels.ts'
import classes from './customer-panel.module.css'
import { PanelSection } from './panel-section.tsx'
import { TicketDetails } from './ticket-details.tsx'

interface Props {
  ticket: Ticket
  onBack: () => void
}

/** Who writes, what they bought, and what can be done for them. */
export function CustomerPanel({ ticket, onBack }: Props) {
  const { canEdit, open } = useInbox()
  return (
    <Stack gap="lg" p="md">
      <Button size="xs" variant="default" w="fit-content" className={inboxClasses.onlyNarrow ?? ''} onClick={onBack}>
        ← Conversation
      </Button>
      {ticket.customerId ? <CustomerDetails id={ticket.customerId} /> : <UnknownCustomer ticket={ticket} />}
      {canEdit ? (
        <Button size="xs" variant="default" onClick={() => open('actions')} title="C">
          Refund, resend, points…
        </Button>
      ) : null}
      <TicketDetails ticket={ticket} />
      {ticket.customerId ? (
        <>
          <Orders customerId={ticket.customerId} linkedIds={ticket.orderIds} />
          <Balances customerId={ticket.customerId} />
          <PastTickets ticket={ticket} customerId={ticket.customerId} />
        </>
      ) : null}
    </Stack>
  )
}

function CustomerDetails({ id }: { id: string }) {
  const customer = customers.useOne(id)
  if (customer.error) return <ErrorAlert error={customer.error} title="Couldn't load the customer" />
  if (!customer.data) return <Skeleton height={84} />
  const { emails, phones, statistics, tags } = customer.data
  return (
    <Stack gap={4}>
      <Title order={3} size="h5">
        <Anchor
          inherit
          c="inherit"
          renderRoot={(props) => <Link to="/sales/customers/$id" params={{ id }} {...props} />}
        >
          {displayName(customer.data)}
        </Anchor>
      </Title>
      {[...emails.map(({ address }) => address), ...phones.map(({ number }) => number)].slice(0, 3).map((contact) => (
        <Text key={contact} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {contact}
        </Text>
      ))}
      {statistics.slice(0, 2).map((figures) => (
        <Spending key={figures.spent.currency} of={figures} />
      ))}
      {tags.length > 0 ? (
        <Group gap={4} mt={4}>
          {tags.slice(0, 6).map((tag) => (
            <Label key={tag} color="gray">
              {tag}
            </Label>
          ))}
        </Group>
      ) : null}
    </Stack>
  )
}

const Spending = ({ of: { orders, spent } }: { of: Customer['statistics'][number] }) => (
  <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
    {`${formatMoney(spent)} spent in ${orders === 1 ? '1 order' : `${orders} orders`}`}
  </Text>
)

const UnknownCustomer = ({ ticket }: { ticket: Ticket }) => (
  <Stack gap={4}>
    <Title order={3} size="h5">
      {requesterName(ticket)}
    </Title>
    <Text size="sm" c="dimmed">
      Not a customer yet.
    </Text>
  </Stack>
)

export const ORDERS_SHOWN = 5

function Orders({ customerId, linkedIds }: { customerId: string; linkedIds: readonly string[] }) {
  const list = orders.useList({ customerId, limit: ORDERS_SHOWN })
  return (
    <PanelSection title="Orders">
      {list.isPending ? <Skeleton height={60} /> : null}
      <ErrorAlert error={list.error} title="Couldn't load the orders" />
      {list.data?.length === 0 ? <Nothing>No orders</Nothing> : null}
      {list.data?.slice(0, ORDERS_SHOWN).map((order) => (
        <OrderRow key={order.id} order={order} isLinked={linkedIds.includes(order.id)} />
      ))}
    </PanelSection>
  )
}

const OrderRow = ({ order, isLinked }: { order: Order; isLinked: boolean }) => (
  <div className={classes.row}>
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Anchor
        size="sm"
        fw={600}
        renderRoot={(props) => <Link to="/sales/orders/$id" params={{ id: order.id }} {...props} />}
      >
        {`#${order.number}`}
      </Anchor>
      <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatMoney(order.totals.total)}
      </Text>
    </Group>
    <Text size="xs" c="dimmed" truncate>
      {order.items.map(({ title, quantities }) => `${quantities.current} × ${title}`).join(', ')}
    </Text>
    <Group gap={4} mt={4}>
      {isLinked ? <Label color="indigo">Linked</Label> : null}
      <StatusBadge display={ORDER_PAYMENT_LABELS[order.paymentStatus]} />
      <StatusBadge display={ORDER_FULFILLMENT_LABELS[order.fulfillmentStatus]} />
    </Group>
  </div>
)

function Balances({ customerId }: { customerId: string }) {
  const points = usePointsBalance(customerId)
  const credit = useStoreCredit(customerId)
  const accounts = credit.data?.data.filter(({ balance }) => balance.amount > 0) ?? []
  return (
    <PanelSection title="Points and credit">
      {points.isPending || credit.isPending ? (
        <Skeleton height={40} />
      ) : (
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {[
            formatPoints(points.data?.available ?? 0),
            ...(points.data?.tier ? [points.data.tier.name] : []),
            accounts.length > 0
              ? `${accounts.map(({ balance }) => formatMoney(balance)).join(', ')} credit`
              : 'no store credit',
          ].join(' · ')}
        </Text>
      )}
    </PanelSection>
  )
}

function PastTickets({ ticket, customerId }: { ticket: Ticket; customerId: string }) {
  const { search } = useInbox()
  const list = tickets.useList({ customer: customerId as `cus_${string}`, sort: 'newest', limit: 6 })
  const others = list.data?.filter(({ id }) => id !== ticket.id).slice(0, 5) ?? []
  return (
    <PanelSection title="Past tickets">
      {list.isPending ? <Skeleton height={40} /> : null}
      {list.isSuccess && others.length === 0 ? <Nothing>No other tickets</Nothing> : null}
      {others.map(({ id, number, subject, status, createdAt }) => (
        <div key={id} className={classes.row}>
          <Anchor
            size="sm"
            className={classes.subject ?? ''}
            renderRoot={(props) => <Link to="/inbox" search={{ view: search.viewId, ticket: id }} {...props} />}
          >
            {subject}
          </Anchor>
          <Group gap={6}>
            <Label color={CATEGORY_COLORS[status.category]}>{status.name}</Label>
            <Text size="xs" c="dimmed">
              {`#${number} · `}
              <DateLabel at={createdAt} />
            </Text>
          </Group>
        </div>
      ))}
    </PanelSection>
  )
}

const Nothing = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)
