import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Label, type LabelColor } from '../../ui/label.tsx'
import { formatDateTime, RelativeTime } from '../../ui/time.tsx'
import type { Ticket, TicketMessage } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'
import { authorName } from '../inbox-labels.ts'
import { AttachmentList } from './attachment-list.tsx'
import { useRetryDelivery } from './deliveries.ts'
import { MessageFrame } from './message-frame.tsx'
import { SendingNotice } from './sending-notice.tsx'
import classes from './thread.module.css'

interface Props {
  message: TicketMessage
  ticket: Ticket
  isLatest: boolean
}

const LABELS = { customer: '', reply: 'Reply', note: 'Internal note' }

export function Message({ message, ticket, isLatest }: Props) {
  const name = authorName(message)
  const { delivery } = message
  return (
    <li
      className={classes.message}
      data-kind={message.kind}
      data-canceled={delivery?.status === 'canceled' || undefined}
    >
      <article aria-label={`${LABELS[message.kind] || 'Message'} from ${name}`}>
        <Group justify="space-between" gap="xs" wrap="nowrap" className={classes.messageHeader ?? ''}>
          <Text size="sm" truncate>
            <strong>{name}</strong>
            {message.author.type === 'customer' && message.author.email && message.author.email !== name ? (
              <Text span size="xs" c="dimmed">{` ${message.author.email}`}</Text>
            ) : null}
          </Text>
          <Group gap={6} wrap="nowrap">
            {message.kind === 'note' ? <Label color="yellow">Internal note</Label> : null}
            {message.automatic ? <Label color="gray">Automatic</Label> : null}
            <SenderChip authentication={message.senderAuthentication} />
            {delivery ? <DeliveryChip status={delivery.status} /> : null}
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              <RelativeTime at={message.createdAt} />
            </Text>
          </Group>
        </Group>
        {message.cc.length > 0 ? (
          <Text size="xs" c="dimmed">
            {`Cc: ${message.cc.join(', ')}`}
          </Text>
        ) : null}
        <MessageBody message={message} />
        <AttachmentList attachments={message.attachments} />
        {delivery?.status === 'queued' && delivery.sendAt ? (
          <SendingNotice ticketId={ticket.id} messageId={message.id} sendAt={delivery.sendAt} text={message.text} />
        ) : null}
        {delivery?.status === 'failed' || delivery?.status === 'bounced' ? (
          <DeliveryFailure message={message} ticketId={ticket.id} />
        ) : null}
        {isLatest ? <span id="inbox-latest-message" /> : null}
      </article>
    </li>
  )
}

const DELIVERIES: Record<string, [label: string, color: LabelColor] | undefined> = {
  bounced: ['Bounced', 'red'],
  failed: ['Not sent', 'red'],
  canceled: ['Taken back', 'gray'],
  captured: ['Not sent: sandbox', 'gray'],
}

function DeliveryChip({ status }: { status: string }) {
  const [label, color] = DELIVERIES[status] ?? []
  return label && color ? <Label color={color}>{label}</Label> : null
}

/** Silent without a verdict: most shops trust no mail server to give one. */
function SenderChip({ authentication }: { authentication: TicketMessage['senderAuthentication'] }) {
  if (!authentication) return null
  const { host, spf, dkim, dmarc } = authentication
  const title = `SPF ${spf ?? 'none'}, DKIM ${dkim ?? 'none'}, DMARC ${dmarc ?? 'none'}, checked by ${host}`
  if (dmarc === 'pass' || (dmarc === null && (spf === 'pass' || dkim === 'pass'))) {
    return (
      <Label color="green" title={title}>
        Verified sender
      </Label>
    )
  }
  return (
    <Label color="red" title={title}>
      Unverified sender
    </Label>
  )
}

/** Text first: it is quick to read and folds the quoted history. HTML where the text would lose something. */
function MessageBody({ message }: { message: TicketMessage }) {
  const { html, text, visibleText } = message
  const needsHtml = html !== null && (visibleText.trim() === '' || /<(img|table)\b/i.test(html))
  const [isHtml, setIsHtml] = useState(needsHtml)
  const [showsQuote, setShowsQuote] = useState(false)
  const hasQuote = isHtml ? /<blockquote/i.test(html ?? '') : text.trim() !== visibleText.trim()
  return (
    <>
      {isHtml && html !== null ? (
        <MessageFrame message={message} html={html} showsQuote={showsQuote} />
      ) : (
        <div className={classes.text}>{linkify(showsQuote ? text : visibleText)}</div>
      )}
      {hasQuote || html !== null ? (
        <Group gap="xs" mt={4}>
          {hasQuote ? (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-expanded={showsQuote}
              onClick={() => setShowsQuote(!showsQuote)}
            >
              {showsQuote ? 'Hide quoted text' : '··· Show quoted text'}
            </Button>
          ) : null}
          {html !== null ? (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setIsHtml(!isHtml)}>
              {isHtml ? 'Show as text' : 'Show original'}
            </Button>
          ) : null}
        </Group>
      ) : null}
    </>
  )
}

const URLS = /(https?:\/\/[^\s<>"')\]]+)/g

const linkify = (text: string) =>
  text.split(URLS).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <Anchor key={index} href={part} target="_blank" rel="noopener noreferrer nofollow" size="sm" inherit>
        {part}
      </Anchor>
    ) : (
      part
    ),
  )

function DeliveryFailure({ message, ticketId }: { message: TicketMessage; ticketId: string }) {
  const { canEdit } = useInbox()
  const retry = useRetryDelivery(ticketId, message.id)
  const hasBounced = message.delivery?.status === 'bounced'
  return (
    <Alert color="red" mt="xs" p="xs" title={hasBounced ? 'This email bounced' : 'This email was not sent'}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{message.delivery?.error ?? 'The mail server rejected it.'}</Text>
        {canEdit ? (
          <Button size="compact-sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
            Retry
          </Button>
        ) : null}
      </Group>
      {retry.error ? (
        <Text size="sm" mt={4}>
          {retry.error.message}
        </Text>
      ) : null}
      <Text size="xs" c="dimmed">
        {formatDateTime(message.createdAt)}
      </Text>
    </Alert>
  )
}
