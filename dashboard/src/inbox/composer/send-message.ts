import { useRef, useState } from 'react'
import { ApiError, api } from '../../api.ts'
import { useWorkspace } from '../../session.ts'
import { errorMessage } from '../../ui/feedback.tsx'
import {
  type DraftMode,
  type NewReply,
  type Ticket,
  type TicketMessage,
  ticketStatuses,
  useChangeTicket,
  useNote,
  useReply,
} from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'
import type { Draft } from './drafts.ts'

export interface SendOptions {
  resolves?: boolean
  snoozedUntil?: string
}

interface Attempt {
  body: NewReply
  options: SendOptions
  onSent: () => void
}

/** Sends replies and notes. A reply that doesn't know the newest message comes back with it. */
export function useSendMessage(ticket: Ticket, messages: TicketMessage[], isEmpty: boolean) {
  const { members, advance, notify, search } = useInbox()
  const { workspace, environmentId } = useWorkspace()
  const reply = useReply(ticket.id)
  const note = useNote(ticket.id)
  const statuses = ticketStatuses.useList().data ?? []
  const changeTicket = useChangeTicket()
  const rejected = useRef<Attempt>(undefined)
  const [newMessage, setNewMessage] = useState<TicketMessage>()
  const latest = messages.find(({ kind }) => kind === 'customer')?.id
  // What the reply answers: a message that arrives while it is being written may go unnoticed, though it is on screen.
  const [answered, setAnswered] = useState(latest)
  if (isEmpty && answered !== latest) setAnswered(latest)

  const afterReply = (sent: TicketMessage, { body, options, onSent }: Attempt) => {
    rejected.current = undefined
    setNewMessage(undefined)
    onSent()
    const leaves = options.resolves || options.snoozedUntil !== undefined
    if (!leaves) return
    const outcome = options.resolves ? 'resolved' : 'snoozed'
    notify({
      message: `#${ticket.number}: Reply sent, ${outcome}`,
      ...(sent.delivery?.status === 'queued' && { undo: () => void takeBack(sent, body.text) }),
    })
    advance([ticket.id])
  }

  /** The reply returns to the composer, the ticket to its status. */
  const takeBack = async (sent: TicketMessage, text: string) => {
    const params = { workspaceId: workspace.id, environmentId, id: ticket.id }
    try {
      await api.post('/v1/tickets/{id}/messages/{messageId}/cancel', {
        params: { id: ticket.id, messageId: sent.id },
        environmentId,
      })
      await changeTicket(ticket.id, { statusId: ticket.status.id, snoozedUntil: ticket.snoozedUntil })
      const body = { text, attachmentIds: sent.attachments.map(({ id }) => id) }
      await api.put('/workspaces/{workspaceId}/environments/{environmentId}/tickets/{id}/drafts/{mode}', {
        params: { ...params, mode: 'reply' },
        body,
      })
      search.openTicket(ticket.id)
    } catch (error) {
      notify({ message: error instanceof Error ? errorMessage(error) : "Couldn't undo.", isError: true })
    }
  }

  const sendReply = (attempt: Attempt) =>
    reply.mutate(attempt.body, {
      onSuccess: (sent) => afterReply(sent, attempt),
      onError: (error) => {
        if (!(error instanceof ApiError) || error.code !== 'new_message') return
        rejected.current = attempt
        setNewMessage(error.fields.newMessage as TicketMessage)
      },
    })

  const send = (mode: DraftMode, { text, attachments }: Draft, options: SendOptions, onSent: () => void) => {
    const attachmentIds = attachments.map(({ id }) => id as `att_${string}`)
    const content = { text: text.trim(), ...(attachmentIds.length > 0 && { attachmentIds }) }
    if (mode === 'note') {
      const mentionedIds = members.filter(({ name }) => text.includes(`@${name}`)).map(({ userId }) => userId)
      return note.mutate({ ...content, ...(mentionedIds.length > 0 && { mentionedIds }) }, { onSuccess: onSent })
    }
    const resolved = options.resolves ? statuses.find((one) => one.category === 'resolved' && one.default) : undefined
    sendReply({
      body: {
        ...content,
        ...(answered && { expectedMessageId: answered }),
        ...(resolved && { statusId: resolved.id }),
        ...(options.snoozedUntil && { snoozedUntil: options.snoozedUntil }),
      },
      options,
      onSent,
    })
  }

  return {
    send,
    sendAnyway: () => {
      const attempt = rejected.current
      if (attempt) sendReply({ ...attempt, body: { ...attempt.body, force: true } })
    },
    newMessage,
    /** The agent has read the new message and goes on writing. */
    acknowledge: () => {
      if (newMessage) setAnswered(newMessage.id)
      rejected.current = undefined
      setNewMessage(undefined)
      reply.reset()
    },
    isPending: reply.isPending || note.isPending,
    error: reply.error ?? note.error,
    reset: () => {
      rejected.current = undefined
      setNewMessage(undefined)
      if (reply.error) reply.reset()
      if (note.error) note.reset()
    },
  }
}
