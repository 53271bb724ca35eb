import type { Ctx } from '../../ctx.ts'
import { defineSubscriber } from '../../events/subscriber.ts'
import { keepLineBreaks, markdownToText, renderMarkdown } from '../../kit/markdown.ts'
import { findDefaultMailbox, findMailbox } from '../mailboxes/mailboxes.ts'
import type { Ticket } from '../tickets/schemas.ts'
import { getTicket } from '../tickets/tickets.ts'
import * as queries from './queries.ts'
import { sendTicketEmail } from './ticket-emails.ts'

const DEFAULT_TEXT = `Hello,

Thank you for your message. We have received it under the number **#{{ticketNumber}}** and will answer as soon as we can. To add anything, reply to this email.`

/** Older tickets were imported, or waited too long for the answer to be news. */
const MAX_AGE_MS = 86_400_000

/** Confirms a new ticket to its requester, if the mailbox is set to. */
export const acknowledgeTickets = defineSubscriber({
  name: 'ticket-emails.acknowledge-tickets',
  on: ['ticket.created'],
  run: async (ctx, { data: { ticketId, channel } }) => {
    if (channel === 'email' || channel === 'contact_form') await acknowledgeTicket(ctx, ticketId)
  },
})

async function acknowledgeTicket(ctx: Ctx, ticketId: string): Promise<void> {
  const ticket = await getTicket(ctx, ticketId)
  const mailbox = ticket.mailboxId ? await findMailbox(ctx, ticket.mailboxId) : await findDefaultMailbox(ctx)
  if (!mailbox?.active || !mailbox.acknowledgment.active || !(await wasWrittenByCustomer(ctx, ticket))) return
  const markdown = (mailbox.acknowledgment.text.trim() || DEFAULT_TEXT).replaceAll(
    /\{\{\s*ticketNumber\s*\}\}/g,
    String(ticket.number),
  )
  await sendTicketEmail(ctx, {
    ticketId,
    kind: 'acknowledgment',
    // Nobody proves to a form that an address is theirs: it must not send words of theirs to others.
    ...(ticket.channel === 'contact_form' && { subject: `We have received your message [#${ticket.number}]` }),
    text: markdownToText(markdown),
    html: renderMarkdown(keepLineBreaks(markdown)),
  })
}

/** Not by a machine, and not by staff on their behalf. */
async function wasWrittenByCustomer(ctx: Ctx, { id, channel, createdAt }: Ticket): Promise<boolean> {
  if (ctx.now.getTime() - Date.parse(createdAt) > MAX_AGE_MS) return false
  const first = await queries.findFirstMessage(ctx, id)
  if (first?.kind !== 'customer' || first.isAutomatic) return false
  return channel === 'contact_form' || first.emailMessageId !== null
}
