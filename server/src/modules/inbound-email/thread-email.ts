import type { Ctx } from '../../ctx.ts'
import { readTicketAddress } from '../mailboxes/mailboxes.ts'
import type { Mailbox } from '../mailboxes/schemas.ts'
import type { Ticket } from '../tickets/schemas.ts'
import { findTicketByNumber, getTicket, resolveTicketId } from '../tickets/tickets.ts'
import { findAddresses, headerValues, type ParsedEmail } from './parse-email.ts'
import * as queries from './queries.ts'
import type { Decision } from './schemas.ts'

export interface Thread {
  route: Decision['route']
  ticket: Ticket | undefined
  steps: Decision['steps']
}

type Steps = Decision['steps']
type Match = { route: Decision['route']; ticketId: Ticket['id'] }

interface ThreadInput {
  email: ParsedEmail
  mailbox: Mailbox
  envelopeTo: string[]
  authentication: Decision['authentication']
}

/** Forwarding servers rewrite `To`; the address that the customer answered may be in any of these. */
const RECIPIENT_HEADERS = [
  'to',
  'cc',
  'delivered-to',
  'x-original-to',
  'x-forwarded-to',
  'envelope-to',
  'x-envelope-to',
  'resent-to',
]

/** The ticket that an email answers, by the strongest evidence first. A merged ticket stands for the one it is in. */
export async function findThread(ctx: Ctx, input: ThreadInput): Promise<Thread> {
  const steps: Steps = []
  const match =
    (await matchAddress(ctx, input, steps)) ??
    (await matchHeaders(ctx, input, steps)) ??
    (await matchSubject(ctx, input, steps))
  if (!match) return { route: 'none', ticket: undefined, steps }
  const rootId = await resolveTicketId(ctx, match.ticketId)
  const ticket = await getTicket(ctx, rootId)
  if (rootId !== match.ticketId) {
    steps.push({ check: 'merge', matched: true, text: `That ticket was merged into #${ticket.number}.` })
  }
  return { route: match.route, ticket, steps }
}

/** All addresses that the email was sent to. */
export const listRecipients = (email: ParsedEmail, envelopeTo: string[]): string[] => [
  ...new Set([
    ...envelopeTo.flatMap(findAddresses),
    ...RECIPIENT_HEADERS.flatMap((name) => headerValues(email, name).flatMap(findAddresses)),
  ]),
]

async function matchAddress(ctx: Ctx, input: ThreadInput, steps: Steps): Promise<Match | undefined> {
  const { email, mailbox, envelopeTo } = input
  for (const address of listRecipients(email, envelopeTo)) {
    const ticketId = readTicketAddress(ctx, mailbox, address)
    if (!ticketId || !(await exists(ctx, ticketId))) continue
    steps.push({ check: 'ticket_address', matched: true, text: `It was sent to the signed address of a ticket.` })
    return { route: 'ticket_address', ticketId }
  }
  steps.push({ check: 'ticket_address', matched: false, text: 'No recipient is the signed address of a ticket.' })
  return undefined
}

const exists = (ctx: Ctx, id: Ticket['id']) =>
  getTicket(ctx, id).then(
    () => true,
    () => false,
  )

const MAX_REFERENCES = 50

async function matchHeaders(ctx: Ctx, { email, mailbox }: ThreadInput, steps: Steps): Promise<Match | undefined> {
  // The last reference is the closest ancestor.
  const references = [...email.references].reverse().slice(0, MAX_REFERENCES)
  const inReplyTo = email.inReplyTo.slice(0, MAX_REFERENCES)
  const ids = [...new Set([...inReplyTo, ...references])]
  const messages = ids.length === 0 ? [] : await queries.findMessagesByEmailId(ctx, mailbox.id, ids)
  const ticketOf = new Map(messages.map(({ emailMessageId, ticketId }) => [emailMessageId, ticketId]))
  for (const [route, candidates, header] of [
    ['in_reply_to', inReplyTo, 'In-Reply-To'],
    ['references', references, 'References'],
  ] as const) {
    const found = candidates.find((id) => ticketOf.has(id))
    const ticketId = found === undefined ? undefined : ticketOf.get(found)
    if (ticketId) {
      steps.push({ check: route, matched: true, text: `${header} names a message of a ticket.` })
      return { route, ticketId }
    }
    const text = candidates.length === 0 ? `It has no ${header} header.` : `${header} names no message of this mailbox.`
    steps.push({ check: route, matched: false, text })
  }
  return undefined
}

/** Anyone can write a number into a subject, so only those who are part of the ticket may. */
async function matchSubject(ctx: Ctx, input: ThreadInput, steps: Steps): Promise<Match | undefined> {
  const { email, authentication } = input
  const unmatched = (text: string) => void steps.push({ check: 'subject', matched: false, text })
  const number = /\[#(\d{1,12})\]/.exec(email.subject)?.[1]
  if (number === undefined) return unmatched('The subject has no ticket number in brackets.')
  const ticket = await findTicketByNumber(ctx, Number(number))
  if (!ticket) return unmatched(`There is no ticket #${number}.`)
  const sender = email.from?.email
  if (!sender || !(await queries.isParticipant(ctx, ticket.id, sender)).isParticipant) {
    return unmatched(`The subject names #${number}, but its sender is not part of that ticket.`)
  }
  if (authentication?.dmarc === 'fail') {
    return unmatched(`The subject names #${number}, but the sender’s address may be forged (DMARC failed).`)
  }
  steps.push({ check: 'subject', matched: true, text: `The subject names #${number}, and its sender is part of it.` })
  return { route: 'subject', ticketId: ticket.id }
}
