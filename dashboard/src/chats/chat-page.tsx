import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { customers, displayName } from '../customers/customers.ts'
import { useRead } from '../resource.ts'
import { useWorkspace } from '../session.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Label } from '../ui/label.tsx'
import { LabeledValue } from '../ui/list.tsx'
import { formatMoney } from '../ui/money.ts'
import { Page } from '../ui/page.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { CHANNEL_LABELS, chatName, OWNER_LABELS, STATUS_LABELS } from './chat-labels.ts'
import { type Chat, chats, useHandBack, useLiveChats, useTakeOver } from './chats.ts'
import { Messages } from './messages.tsx'

export function ChatPage() {
  const { id } = useParams({ from: '/shell/chats/$id' })
  return <ChatDetails key={id} id={id} />
}

function ChatDetails({ id }: { id: string }) {
  useLiveChats()
  const { data, error, isPending, refetch } = chats.useOne(id)
  const customer = useCustomer(data?.customerId)
  const name = data && chatName({ ...data, customerName: customer && displayName(customer) })
  return (
    <Page
      title={name ? `Chat with ${name === 'Visitor' ? 'a visitor' : name}` : 'Chat'}
      back="Chats"
      actions={data ? <Actions chat={data} /> : null}
    >
      {isPending ? <Loading what="the chat" /> : null}
      <ErrorAlert error={error} title="Couldn't load the chat" onRetry={() => void refetch()} />
      {data ? (
        <>
          <Facts chat={data} customerName={customer && displayName(customer)} />
          <Messages messages={data.messages} />
          {data.answering ? (
            <Text size="sm" c="dimmed" role="status">
              The assistant is answering…
            </Text>
          ) : null}
        </>
      ) : null}
    </Page>
  )
}

const useCustomer = (id: string | null | undefined) => customers.useOne(id ?? '', { enabled: Boolean(id) }).data

/** Who takes over continues in the inbox: there are the customer, macros and the composer. */
function Actions({ chat: { id, owner, ticketId, channel } }: { chat: Chat }) {
  const { workspace } = useWorkspace()
  const navigate = useNavigate()
  const takeOver = useTakeOver(id)
  const handBack = useHandBack(id)
  const openTicket = (ticket: string) => navigate({ to: '/inbox', search: { ticket } })
  const canEdit = workspace.role !== 'viewer'
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        {ticketId ? (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/inbox" search={{ ticket: ticketId }} {...props} />}
          >
            Open ticket
          </Button>
        ) : null}
        {canEdit && owner === 'person' ? (
          <Button variant="default" loading={handBack.isPending} onClick={() => handBack.mutate(undefined)}>
            Hand back
          </Button>
        ) : null}
        {canEdit && owner === 'assistant' && channel !== 'dashboard' ? (
          <Button
            loading={takeOver.isPending}
            onClick={() => takeOver.mutate(undefined, { onSuccess: ({ ticketId }) => void openTicket(ticketId) })}
          >
            Take over
          </Button>
        ) : null}
      </Group>
      <ErrorAlert error={takeOver.error ?? handBack.error} title="Couldn't change who answers" />
    </Stack>
  )
}

function Facts({ chat, customerName }: { chat: Chat; customerName: string | undefined }) {
  const { owner, status, channel, customerId, verifiedEmail, ticketId, usage, rating, ratingComment } = chat
  const ticket = useRead('/v1/tickets/{id}', { params: { id: ticketId ?? '' } }, { enabled: ticketId !== null }).data
  const tokens = usage.inputTokens + usage.outputTokens
  return (
    <Paper withBorder p="md">
      <Group gap="xl" align="flex-start">
        <LabeledValue name="Who answers">
          <Label isLarge color={owner === 'person' ? 'grape' : 'gray'}>
            {OWNER_LABELS[owner]}
          </Label>
        </LabeledValue>
        <LabeledValue name="Customer">
          {customerId ? (
            <Anchor
              inherit
              renderRoot={(props) => <Link to="/sales/customers/$id" params={{ id: customerId }} {...props} />}
            >
              {customerName ?? 'Customer'}
            </Anchor>
          ) : (
            (verifiedEmail ?? 'Unknown')
          )}
        </LabeledValue>
        {ticket ? (
          <LabeledValue name="Ticket">
            <Anchor
              inherit
              renderRoot={(props) => <Link to="/inbox" search={{ ticket: ticket.id }} {...props} />}
            >{`#${ticket.number}`}</Anchor>
          </LabeledValue>
        ) : null}
        <LabeledValue name="Status">{STATUS_LABELS[status]}</LabeledValue>
        <LabeledValue name="Channel">{CHANNEL_LABELS[channel]}</LabeledValue>
        <LabeledValue name="Started">{formatDateTime(chat.createdAt)}</LabeledValue>
        {tokens > 0 ? (
          <LabeledValue name="Cost">
            {`${tokens.toLocaleString()} tokens${usage.cost ? ` · ${formatMoney(usage.cost)}` : ''}`}
          </LabeledValue>
        ) : null}
        {rating ? <LabeledValue name="Rating">{rating === 'up' ? 'Up' : 'Down'}</LabeledValue> : null}
      </Group>
      {ratingComment ? (
        <Alert mt="md" color="gray" title="Comment of the customer">
          {ratingComment}
        </Alert>
      ) : null}
    </Paper>
  )
}
