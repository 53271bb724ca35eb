import { errorMessage } from '../ui/feedback.tsx'
import { type Ticket, type TicketChanges, ticketStatuses, useBulkUpdate, useChangeTicket } from './inbox.ts'
import type { Notice } from './inbox-context.ts'

interface Options {
  targets: Ticket[]
  advance: (ids: readonly string[]) => void
  notify: (notice: Notice) => void
}

/** What keys, buttons and dialogs do to the open ticket or to the selected ones. Each says what it did and can be undone. */
export function useTicketCommands({ targets, advance, notify }: Options) {
  const changeOne = useChangeTicket()
  const bulk = useBulkUpdate()
  const statuses = ticketStatuses.useList()
  const fail = (error: unknown) =>
    notify({ message: error instanceof Error ? errorMessage(error) : 'The change failed.', isError: true })

  const change = async (changes: TicketChanges, message: string, { advances = false } = {}): Promise<void> => {
    const before = targets
    if (before.length === 0) return
    const ids = before.map(({ id }) => id)
    if (advances) advance(ids)
    try {
      if (before.length === 1 && before[0]) {
        await changeOne(before[0].id, changes)
        const undo = undoOf(before[0], changes)
        return notify({
          message: `#${before[0].number}: ${message}`,
          undo: () => void changeOne(ids[0] as string, undo).catch(fail),
        })
      }
      const { data } = await bulk.mutateAsync({ ticketIds: ids, changes })
      const failed = data.filter(({ ok }) => !ok)
      const text = `${message} (${data.length - failed.length} tickets)`
      if (failed.length === 0) return notify({ message: text })
      const reason = failed[0]?.error?.message ?? ''
      notify({ message: `${text}. ${failed.length} failed: ${reason}`, isError: true })
    } catch (error) {
      fail(error)
    }
  }

  const toggleResolved = () => {
    const isReopening = targets.every(({ status }) => status.category === 'resolved')
    const category = isReopening ? 'open' : 'resolved'
    const status = statuses.data?.find((one) => one.category === category && one.default)
    if (status) void change({ statusId: status.id }, isReopening ? 'Reopened' : 'Resolved', { advances: !isReopening })
  }

  return { change, toggleResolved }
}

/** The values before, of what was changed. */
export function undoOf(ticket: Ticket, changes: TicketChanges): TicketChanges {
  const { addTags, removeTags, statusId, ...others } = changes
  const fields = Object.keys(others) as (keyof typeof others & keyof Ticket)[]
  return {
    ...Object.fromEntries(fields.map((field) => [field, ticket[field]])),
    ...(statusId !== undefined && { statusId: ticket.status.id, snoozedUntil: ticket.snoozedUntil }),
    ...((addTags || removeTags) && { tags: ticket.tags }),
  } as TicketChanges
}
