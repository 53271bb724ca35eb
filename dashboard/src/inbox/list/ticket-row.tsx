import { Checkbox, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Label } from '../../ui/label.tsx'
import { formatDateTime } from '../../ui/time.tsx'
import { DueLabel } from '../due-label.tsx'
import type { Ticket } from '../inbox.ts'
import {
  CHANNEL_ICONS,
  CHANNEL_LABELS,
  formatAge,
  PRIORITY_COLORS,
  PRIORITY_LABELS,
  requesterName,
} from '../inbox-labels.ts'
import { PersonBadge } from '../person-badge.tsx'
import { SlaChip } from '../sla-chip.tsx'
import type { TicketSla } from '../slas.ts'
import classes from './ticket-list.module.css'

interface Props {
  ticket: Ticket
  search: Record<string, string>
  isOpen: boolean
  isSelected: boolean
  hasLeft: boolean
  hasDraft: boolean
  assignee: string | undefined
  /** Colleagues who look at it, the ones who write first. */
  viewers: { name: string; isTyping: boolean }[]
  sla: TicketSla | undefined
  nowMs: number
  onSelect: (id: string, isSelected: boolean) => void
}

/** Always the same height: nothing that comes and goes moves the rows below. */
export const TicketRow = memo(function TicketRow(props: Props) {
  const { ticket, search, isOpen, isSelected, hasLeft, hasDraft, assignee, viewers, sla, nowMs, onSelect } = props
  const isWaiting = ticket.waitingSince !== null && ticket.status.category !== 'resolved'
  const at = ticket.lastMessage?.createdAt ?? ticket.createdAt
  const name = requesterName(ticket)
  return (
    <li
      className={classes.row}
      data-open={isOpen || undefined}
      data-left={hasLeft || undefined}
      data-ticket={ticket.id}
    >
      <Checkbox
        className={classes.check ?? ''}
        size="xs"
        aria-label={`Select ticket #${ticket.number}`}
        checked={isSelected}
        onChange={(event) => onSelect(ticket.id, event.currentTarget.checked)}
      />
      <Link
        to="/inbox"
        search={{ ...search, ticket: ticket.id }}
        replace
        className={classes.link}
        {...(isOpen && { 'aria-current': 'true' as const })}
      >
        <span className={classes.top}>
          <span className={classes.name} data-waiting={isWaiting || undefined}>
            {isWaiting ? <span className={classes.dot} title="Waiting for a reply" /> : null}
            {name}
          </span>
          <span className={classes.channel} title={CHANNEL_LABELS[ticket.channel]} data-channel={ticket.channel}>
            <Icon name={CHANNEL_ICONS[ticket.channel]} size={14} />
            <VisuallyHidden>{CHANNEL_LABELS[ticket.channel]}</VisuallyHidden>
          </span>
          <time className={classes.age} dateTime={at} title={formatDateTime(at)}>
            {formatAge(at, nowMs)}
          </time>
        </span>
        <span className={classes.subject} data-waiting={isWaiting || undefined}>
          {ticket.subject}
        </span>
        <span className={classes.preview}>
          {ticket.lastMessage?.kind === 'reply' ? '↩ ' : ticket.lastMessage?.kind === 'note' ? 'Note: ' : ''}
          {ticket.lastMessage?.preview}
        </span>
        <span className={classes.meta}>
          <span className={classes.number}>{`#${ticket.number}`}</span>
          {hasLeft ? (
            <Label color="gray">{ticket.status.category === 'resolved' ? 'Resolved' : 'Left this view'}</Label>
          ) : null}
          {ticket.dueAt && ticket.status.category !== 'resolved' ? (
            <DueLabel dueAt={ticket.dueAt} nowMs={nowMs} />
          ) : null}
          {sla ? <SlaChip sla={sla} nowMs={nowMs} /> : null}
          {ticket.priority === 'high' || ticket.priority === 'urgent' ? (
            <Label color={PRIORITY_COLORS[ticket.priority]}>{PRIORITY_LABELS[ticket.priority]}</Label>
          ) : null}
          {hasDraft ? <Label color="red">Draft</Label> : null}
          {ticket.tags.slice(0, 2).map((tag) => (
            <Label key={tag} color="gray">
              {tag}
            </Label>
          ))}
          {ticket.tags.length > 2 ? <span className={classes.more}>{`+${ticket.tags.length - 2}`}</span> : null}
          <span className={classes.people}>
            {viewers.map(({ name, isTyping }) => (
              <PersonBadge key={name} name={name} activity={isTyping ? 'typing' : 'viewing'} />
            ))}
            {assignee ? <PersonBadge name={assignee} /> : null}
          </span>
        </span>
      </Link>
    </li>
  )
})
