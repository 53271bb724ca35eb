import { type Ctx, transaction } from '../../ctx.ts'
import { enqueueByName } from '../../jobs/job.ts'
import { recordEmail } from '../connections/inbound-events/inbound-events.ts'
import { findMailbox, isOwnMessageId, readBounceAddress } from '../mailboxes/mailboxes.ts'
import type { Mailbox } from '../mailboxes/schemas.ts'
import { recordBounce } from '../ticket-emails/ticket-emails.ts'
import { storeAttachment } from '../tickets/attachments/attachments.ts'
import { addCustomerMessage, type IncomingMessage } from '../tickets/messages/messages.ts'
import type { Ticket } from '../tickets/schemas.ts'
import { claimTicketNumber, createTicket, getTicket } from '../tickets/tickets.ts'
import { readAuthentication } from './authentication-results.ts'
import { type Classification, classifyEmail, detectFormats, type EmailFormat } from './classify-email.ts'
import { PROCESS_JOB } from './inbound-email.ts'
import { type ParsedEmail, parseEmail } from './parse-email.ts'
import * as queries from './queries.ts'
import { readBounce } from './read-bounce.ts'
import type { Decision } from './schemas.ts'
import { findThread, listRecipients, type Thread } from './thread-email.ts'
import { toVisibleText } from './visible-text.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A customer who answers later starts a new ticket, linked to the old one. */
const REOPEN_DAYS = 30
/** More emails from one sender in an hour are a loop or an attack. They wait for staff to release them. */
const MAX_PER_SENDER_AND_HOUR = 100
/** How long an answer waits for the email it answers, which another worker may be processing. */
const ANCESTOR_WAIT_MS = 60_000
const ANCESTOR_RETRY_MS = 1000

/** What is known about an email before its ticket is. */
interface Context {
  row: queries.EmailRow
  email: ParsedEmail
  mailbox: Mailbox
  classification: Classification
  decision: Decision
}

/** Turns a stored email into a message. May run more than once: only the first run has an effect. */
export async function processEmail(ctx: Ctx, id: string): Promise<void> {
  const row = await queries.findEmail(ctx, id)
  if (row?.status !== 'received' && row?.status !== 'failed') return
  try {
    await routeEmail(ctx, row)
  } catch (error) {
    await queries.recordFailure(ctx, id, 'The email could not be processed. It will be retried.')
    throw error
  }
}

async function routeEmail(ctx: Ctx, row: queries.EmailRow): Promise<void> {
  const content = await queries.findContent(ctx, row.id)
  const mailbox = await findMailbox(ctx, row.mailboxId)
  const email = await parseEmail(content?.content ?? new Uint8Array())
  const classification = classifyEmail(email, row.envelopeFrom, (messageId) => isOwnMessageId(ctx, messageId))
  const decision = toDecision(email, classification, mailbox)
  if (!content || !mailbox) {
    const text = mailbox ? 'The email was deleted after 30 days.' : 'The mailbox was deleted.'
    return ignore(ctx, { row, email, decision }, 'mailbox', text)
  }
  const context: Context = { row, email, mailbox, classification, decision }
  if (classification.kind === 'own') return ignore(ctx, context, 'own', classification.reason)
  if (classification.kind === 'bounce') return handleBounce(ctx, context)
  if (await isFlood(ctx, context)) {
    const text = `More than ${MAX_PER_SENDER_AND_HOUR} emails came from this sender within an hour.`
    return ignore(ctx, context, 'flood', text)
  }
  const { authentication } = decision
  const thread = await findThread(ctx, { email, mailbox, envelopeTo: row.envelopeTo, authentication })
  if (!thread.ticket && (await isAnswerToPending(ctx, context))) return postpone(ctx, row)
  decision.steps.push(...thread.steps)
  if (!thread.ticket && !row.isReleased && ['auto_reply', 'list'].includes(classification.kind)) {
    return ignore(ctx, context, 'automatic', 'It is automatic and answers no ticket.')
  }
  await storeMessage(ctx, context, thread)
}

const toDecision = (email: ParsedEmail, classification: Classification, mailbox: Mailbox | undefined): Decision => ({
  kind: classification.kind,
  automatic: classification.isAutomatic,
  route: 'none',
  formats: detectFormats(email),
  replyTo: email.replyTo,
  authentication: readAuthentication(email, mailbox?.trustedAuthenticationHosts ?? []),
  droppedAttachments: email.droppedAttachments,
  steps: [
    ...(email.error === undefined
      ? []
      : [{ check: 'mime', matched: false, text: `It is not valid MIME (${email.error}): the text is the raw email.` }]),
    { check: 'automatic', matched: classification.isAutomatic, text: classification.reason },
  ],
})

async function isFlood(ctx: Ctx, { row, email }: Context): Promise<boolean> {
  if (row.isReleased || !email.from) return false
  const since = new Date(ctx.now.getTime() - HOUR_MS)
  const { count } = await queries.countFromSender(ctx, email.from.email, since, MAX_PER_SENDER_AND_HOUR + 1)
  return count >= MAX_PER_SENDER_AND_HOUR
}

/** Jobs run in parallel: without this, a quick second email of a thread could start a ticket of its own. */
async function isAnswerToPending(ctx: Ctx, { row, email }: Context): Promise<boolean> {
  const ids = [...email.inReplyTo, ...email.references]
  const since = new Date(ctx.now.getTime() - ANCESTOR_WAIT_MS)
  if (ids.length === 0 || new Date(row.receivedAt) < since) return false
  return (await queries.countPendingAncestors(ctx, row, ids, since)).count > 0
}

const postpone = async (ctx: Ctx, { id }: queries.EmailRow): Promise<void> =>
  void (await enqueueByName(
    ctx,
    PROCESS_JOB,
    { emailId: id },
    { runAt: new Date(ctx.now.getTime() + ANCESTOR_RETRY_MS) },
  ))

/** Attachments are stored first, because that is not part of the transaction; unused ones are deleted after a day. */
async function storeMessage(ctx: Ctx, context: Context, { ticket, route }: Thread): Promise<void> {
  const { row, decision } = context
  const isLate = ticket !== undefined && !decision.automatic && isResolvedLongAgo(ctx, ticket)
  if (isLate) {
    const text = `#${ticket.number} was resolved more than ${REOPEN_DAYS} days ago, so it is not reopened.`
    decision.steps.push({ check: 'follow_up', matched: true, text })
  }
  const target = isLate ? undefined : ticket
  decision.route = target ? route : 'new_ticket'
  const message = await toMessage(ctx, context)
  const number = target ? undefined : await claimTicketNumber(ctx)
  await transaction(ctx, async (ctx) => {
    const { status } = (await queries.lockEmail(ctx, row.id)) ?? {}
    if (status !== 'received' && status !== 'failed') return
    const stored = target
      ? await addToTicket(ctx, target, context, message)
      : await startTicket(ctx, context, message, number ?? 0, isLate ? ticket : undefined)
    decision.steps.push({
      check: 'result',
      matched: true,
      text: target ? `Added to #${target.number}.` : `Became the new ticket #${number}.`,
    })
    await finish(ctx, context, 'processed', stored)
  })
}

const isResolvedLongAgo = (ctx: Ctx, { status, resolvedAt }: Ticket) =>
  status.category === 'resolved' &&
  resolvedAt !== null &&
  ctx.now.getTime() - Date.parse(resolvedAt) > REOPEN_DAYS * DAY_MS

interface StoredMessage {
  ticketId: string | null
  messageId: string | null
}

/** The author is who wrote it, who may not be the requester: a colleague in copy, for example. */
async function addToTicket(
  ctx: Ctx,
  ticket: Ticket,
  { email: { from } }: Context,
  message: IncomingMessage,
): Promise<StoredMessage> {
  const isRequester = from === undefined || from.email === ticket.requester.email?.toLowerCase()
  const author = isRequester ? {} : { author: { id: null, name: from.name, email: from.email } }
  const { id, ticketId } = await addCustomerMessage(ctx, ticket.id, { ...message, ...author })
  return { ticketId, messageId: id }
}

async function startTicket(
  ctx: Ctx,
  { email: { from, subject }, mailbox }: Context,
  message: IncomingMessage,
  number: number,
  followUpOf: Ticket | undefined,
): Promise<StoredMessage> {
  const ticket = await createTicket(ctx, {
    number,
    channel: 'email',
    subject: subject === '' ? '(no subject)' : subject,
    mailboxId: mailbox.id,
    message: { ...message, kind: 'customer' },
    followUpOfId: followUpOf?.id ?? null,
    source: 'email',
    ...(from && { requester: { email: from.email, name: from.name } }),
  })
  return { ticketId: ticket.id, messageId: (await getTicket(ctx, ticket.id)).lastMessage?.id ?? null }
}

async function toMessage(ctx: Ctx, { row, email, mailbox, decision }: Context): Promise<IncomingMessage> {
  const attachmentIds: string[] = []
  for (const { isInline, ...attachment } of email.attachments) {
    attachmentIds.push((await storeAttachment(ctx, { ...attachment, inline: isInline })).id)
  }
  return {
    text: email.text === '' ? placeholderFor(decision.formats) : email.text,
    visibleText: toVisibleText(email),
    html: email.html,
    automatic: decision.automatic,
    to: email.to,
    cc: email.cc,
    mailboxId: mailbox.id,
    emailMessageId: row.emailMessageId,
    senderAuthentication: decision.authentication,
    attachmentIds,
    createdAt: row.receivedAt,
  }
}

function placeholderFor(formats: EmailFormat[]): string {
  if (formats.includes('smime_encrypted')) return 'This email is encrypted with S/MIME. Open its attachment to read it.'
  if (formats.includes('pgp_encrypted')) return 'This email is encrypted with PGP. Open its attachment to read it.'
  return ''
}

/** Marks the reply that came back. A report about an email that we have not sent is ignored: it may be forged. */
async function handleBounce(ctx: Ctx, context: Context): Promise<void> {
  const { row, email, mailbox, decision } = context
  const { recipients, originalMessageIds } = readBounce(email)
  const messageId = listRecipients(email, row.envelopeTo)
    .map((address) => readBounceAddress(ctx, mailbox, address))
    .find((id) => id !== undefined)
  const own = originalMessageIds.filter((id) => isOwnMessageId(ctx, id))
  const candidates = [...(messageId ? [{ messageId }] : []), ...own.map((emailMessageId) => ({ emailMessageId }))]
  const bounced: { email: string | null; status: string; diagnostic: string }[] =
    recipients.length > 0 ? recipients : [{ email: null, status: '5.0.0', diagnostic: email.subject }]
  await transaction(ctx, async (ctx) => {
    await queries.lockEmail(ctx, row.id)
    for (const candidate of candidates) {
      let ticketId: string | undefined
      for (const { email: recipient, status, diagnostic } of bounced) {
        ticketId = (await recordBounce(ctx, { ...candidate, recipient, status, diagnostic }))?.ticketId ?? ticketId
      }
      if (ticketId === undefined) continue
      decision.route = 'bounce'
      const statuses = bounced.map(({ status }) => status).join(', ')
      decision.steps.push({ check: 'bounce', matched: true, text: `It reports about a reply of ours (${statuses}).` })
      return finish(ctx, context, 'processed', { ticketId, messageId: null })
    }
    return ignore(ctx, context, 'bounce', 'It reports about no email that we have sent.')
  })
}

async function ignore(
  ctx: Ctx,
  context: Pick<Context, 'row' | 'email' | 'decision'>,
  check: string,
  text: string,
): Promise<void> {
  context.decision.steps.push({ check, matched: true, text: `Ignored: ${text}` })
  await finish(ctx, context, 'ignored', { ticketId: null, messageId: null })
}

async function finish(
  ctx: Ctx,
  { row, email, decision }: Pick<Context, 'row' | 'email' | 'decision'>,
  status: 'processed' | 'ignored',
  stored: StoredMessage,
): Promise<void> {
  await queries.finishEmail(ctx, row.id, {
    status,
    sender: email.from?.email ?? null,
    subject: email.subject,
    decision,
    ...stored,
  })
  const { id: emailId, source, sizeBytes } = row
  if (source !== 'smtp') await recordEmail(ctx, { provider: source, emailId, sizeBytes, status })
}
