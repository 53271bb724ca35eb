import { ActionIcon, Button, Group, Menu, Text, Title } from '@mantine/core'
import { Label } from '../../ui/label.tsx'
import { formatDateTime } from '../../ui/time.tsx'
import { DueLabel } from '../due-label.tsx'
import inboxClasses from '../inbox.module.css'
import type { Ticket } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'
import { CATEGORY_COLORS, CHANNEL_LABELS, PRIORITY_COLORS, PRIORITY_LABELS } from '../inbox-labels.ts'
import { SlaChip } from '../sla-chip.tsx'
import { useTicketSlas } from '../slas.ts'
import { useNow } from '../use-now.ts'
import { BackToList } from './back-to-list.tsx'
import { ChatNotice } from './chat-notice.tsx'
import { MergedNotice, RelatedTicket, SplitNotice } from './related-tickets.tsx'
import classes from './thread.module.css'

interface Props {
  ticket: Ticket
  onShowCustomer: () => void
  onSplit: () => void
}

export function ConversationHeader({ ticket, onShowCustomer, onSplit }: Props) {
  const { search, members, canEdit, open, toggleResolved, change } = useInbox()
  const sla = useTicketSlas([ticket.id]).get(ticket.id)
  const nowMs = useNow(30_000)
  const assignee = members.find(({ userId }) => userId === ticket.assigneeId)?.name
  const isResolved = ticket.status.category === 'resolved'
  return (
    <header className={classes.header}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <BackToList onClick={() => search.openTicket(undefined)} />
        <div className={classes.heading}>
          <Title order={2} size="h4" className={classes.subject ?? ''} title={ticket.subject}>
            {ticket.subject}
          </Title>
          <Text size="xs" c="dimmed" truncate>
            {`#${ticket.number} · ${CHANNEL_LABELS[ticket.channel]} · ${formatDateTime(ticket.createdAt)}`}
          </Text>
        </div>
        <Group gap={6} wrap="nowrap">
          <Button size="xs" variant="default" className={inboxClasses.onlyNarrow ?? ''} onClick={onShowCustomer}>
            Customer
          </Button>
          {canEdit ? (
            <>
              <Button size="xs" variant="default" visibleFrom="sm" onClick={() => open('snooze')}>
                Snooze
              </Button>
              <Button size="xs" variant={isResolved ? 'default' : 'filled'} onClick={toggleResolved}>
                {isResolved ? 'Reopen' : 'Resolve'}
              </Button>
              <MoreActions ticket={ticket} onSplit={onSplit} />
            </>
          ) : null}
        </Group>
      </Group>
      <Group gap={6} className={classes.properties ?? ''}>
        <PropertyButton label={`Status: ${ticket.status.name}`} isDisabled={!canEdit} onClick={() => open('status')}>
          <Label isLarge color={CATEGORY_COLORS[ticket.status.category]}>
            {ticket.status.name}
          </Label>
        </PropertyButton>
        {ticket.snoozedUntil ? (
          <Label isLarge color="grape">
            {`Snoozed until ${formatDateTime(ticket.snoozedUntil)}`}
          </Label>
        ) : null}
        {ticket.dueAt && !isResolved ? <DueLabel isLarge dueAt={ticket.dueAt} nowMs={nowMs} /> : null}
        {sla ? <SlaChip sla={sla} nowMs={nowMs} /> : null}
        <PropertyButton
          label={`Priority: ${PRIORITY_LABELS[ticket.priority]}`}
          isDisabled={!canEdit}
          onClick={() => open('priority')}
        >
          <Label isLarge color={PRIORITY_COLORS[ticket.priority]}>
            {PRIORITY_LABELS[ticket.priority]}
          </Label>
        </PropertyButton>
        <PropertyButton
          label={`Assignee: ${assignee ?? 'Unassigned'}`}
          isDisabled={!canEdit}
          onClick={() => open('assign')}
        >
          <Label isLarge color="gray">
            {assignee ?? 'Unassigned'}
          </Label>
        </PropertyButton>
        {ticket.tags.map((tag) => (
          <Label key={tag} isLarge isOutlined color="gray">
            {tag}
          </Label>
        ))}
        {canEdit ? (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => open('tags')}>
            + Tag
          </Button>
        ) : null}
        {ticket.spam ? (
          <Button
            size="compact-xs"
            variant="light"
            color="red"
            onClick={() => void change({ spam: false }, 'Not spam')}
          >
            Not spam
          </Button>
        ) : null}
      </Group>
      <MergedNotice ticket={ticket} />
      {ticket.channel === 'chat' ? <ChatNotice ticketId={ticket.id} /> : null}
      <SplitNotice ticket={ticket} />
      {ticket.followUpOfId ? <RelatedTicket id={ticket.followUpOfId} text="Follow-up of" /> : null}
    </header>
  )
}

interface PropertyButtonProps {
  label: string
  isDisabled: boolean
  onClick: () => void
  children: React.ReactNode
}

const PropertyButton = ({ label, isDisabled, onClick, children }: PropertyButtonProps) =>
  isDisabled ? (
    children
  ) : (
    <button type="button" className={classes.property} aria-label={`${label}. Change`} onClick={onClick}>
      {children}
    </button>
  )

function MoreActions({ ticket, onSplit }: { ticket: Ticket; onSplit: () => void }) {
  const { open, change } = useInbox()
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label="More actions">
          ⋯
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item hiddenFrom="sm" onClick={() => open('snooze')}>
          Snooze
        </Menu.Item>
        <Menu.Item onClick={() => open('assign')}>Assign</Menu.Item>
        <Menu.Item onClick={() => open('merge')} disabled={ticket.mergedIntoId !== null}>
          Merge into…
        </Menu.Item>
        <Menu.Item onClick={onSplit} disabled={ticket.messageCount < 2}>
          Split…
        </Menu.Item>
        <Menu.Item
          color={ticket.spam ? '' : 'var(--mantine-color-error)'}
          onClick={() =>
            void change({ spam: !ticket.spam }, ticket.spam ? 'Not spam' : 'Marked as spam', { advances: !ticket.spam })
          }
        >
          {ticket.spam ? 'Not spam' : 'Mark as spam'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
