import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { EXPECTED, type Expected } from '../../../test/mail-corpus/expected.ts'
import { type AnsweredTicket, answeredTicket, deliverEmail, openMailbox, systemCtx } from '../../../test/mail-desk.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import type { Ctx } from '../../ctx.ts'
import type { Mailbox } from '../mailboxes/schemas.ts'
import { getMessage } from '../tickets/messages/messages.ts'
import { getTicket, updateTicket } from '../tickets/tickets.ts'
import { getTrace } from './inbound-email.ts'

const FOLDER = new URL('../../../test/mail-corpus/', import.meta.url)
const FILES = readdirSync(FOLDER).flatMap((file) => (file.endsWith('.eml') ? [file.slice(0, -4)] : []))
const RESOLVED = 'tst_00000000000000000000000004'

let shop: Shop
let ctx: Ctx
let mailbox: Mailbox
let otherTenant: AnsweredTicket
let otherMailbox: AnsweredTicket
beforeAll(async () => {
  shop = await openShop()
  ctx = systemCtx(shop)
  mailbox = await openMailbox(ctx)
  otherMailbox = await answeredTicket(ctx, await openMailbox(ctx))
  const otherCtx = systemCtx(await openShop(shop.server))
  otherTenant = await answeredTicket(otherCtx, await openMailbox(otherCtx))
})

/** Only what the email mentions is created. */
async function prepare(source: string) {
  const needs = (name: string) => source.includes(`{{${name}}}`)
  const make = () => answeredTicket(ctx, mailbox)
  const isAboutOpen = ['ticket', 'TICKET', 'forged', 'reply', 'number', 'bounce', 'mergedTicket'].some(needs)
  const cc = source.includes('rfc822; bob@example.org') ? ['bob@example.org'] : []
  const open = isAboutOpen ? await answeredTicket(ctx, mailbox, cc) : undefined
  const [resolved, merged, old, another] = [
    needs('resolvedTicket') || needs('resolvedReply') ? await make() : undefined,
    needs('mergedTicket') ? await make() : undefined,
    needs('oldTicket') ? await make() : undefined,
    needs('otherTicketReply') ? await make() : undefined,
  ]
  if (resolved) await updateTicket(ctx, resolved.ticket.id, { statusId: RESOLVED })
  if (old) {
    const before = new Date(ctx.now.getTime() - 31 * 86_400_000)
    await updateTicket({ ...ctx, now: before }, old.ticket.id, { statusId: RESOLVED })
  }
  const { pool } = shop.server.db
  if (merged && open) {
    await pool.query('update tickets set merged_into_id = $2 where id = $1', [merged.ticket.id, open.ticket.id])
  }
  if (open && source.includes('MAILER-DAEMON') !== source.includes('postmaster@')) await markSent(open)
  const values: Record<string, string | undefined> = {
    mailbox: mailbox.address,
    ticket: open?.address,
    TICKET: open?.address.toUpperCase(),
    forged: open?.address.replace(/.@/, (last) => (last === 'a@' ? 'b@' : 'a@')),
    reply: open?.reply,
    number: String(open?.ticket.number),
    bounce: open?.bounceAddress,
    otherTicketReply: another?.reply,
    resolvedTicket: resolved?.address,
    resolvedReply: resolved?.reply,
    mergedTicket: merged?.address,
    oldTicket: old?.address,
    otherTenant: otherTenant.reply,
    otherMailbox: otherMailbox.reply,
  }
  const filled = source.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  return { content: Buffer.from(filled, 'latin1'), open, resolved, old }
}

/** As `ticket-emails` leaves a reply that the mail server has taken. */
const markSent = ({ ticket, messageId, reply }: AnsweredTicket) =>
  shop.server.db.pool.query(
    `insert into ticket_emails (environment_id, id, ticket_id, kind, reference, mailbox_id, email_message_id, status,
       attempts, bounces, created_at)
     values ($1, $2, $3, 'reply', $2, $4, $5, 'sent', 1, '[]', now())`,
    [ctx.environmentId, messageId, ticket.id, mailbox.id, reply],
  )

describe('the corpus', () => {
  it('expects something of each email', () => {
    expect(FILES.length).toBeGreaterThan(60)
    expect(FILES.sort()).toEqual(Object.keys(EXPECTED).sort())
  })

  it.each(FILES)('%s', async (name) => {
    const expected: Expected = EXPECTED[name] ?? {}
    const { content, open, resolved, old } = await prepare(readFileSync(new URL(`${name}.eml`, FOLDER), 'latin1'))
    const id = await deliverEmail(ctx, mailbox, content, name.startsWith('bounce') ? '' : 'ada@example.com')
    const { email, decision } = await getTrace(ctx, id)
    const { route, kind, status = 'processed' } = expected
    expect(email).toMatchObject({ status, error: null })
    expect(decision).toMatchObject({
      ...(route && { route }),
      ...(kind && { kind }),
      automatic: expected.automatic ?? false,
      droppedAttachments: expected.dropped ?? 0,
      ...(expected.formats && { formats: expected.formats }),
      ...(expected.replyTo && { replyTo: expected.replyTo }),
      ...(expected.authentication !== undefined && { authentication: expected.authentication }),
    })
    expect(decision?.steps.length).toBeGreaterThan(0)
    const known = { open: open?.ticket.id, resolved: resolved?.ticket.id, none: null, new: email.ticketId }
    expect(email.ticketId).toBe(known[expected.ticket ?? 'new'])
    if (expected.bounced) return expectBounce(expected.bounced, open)
    if (email.ticketId === null || email.messageId === null) return expect(expected.ticket).toBe('none')

    const ticket = await getTicket(ctx, email.ticketId)
    if (expected.ticket === 'new') expect([open, resolved, old].map((one) => one?.ticket.id)).not.toContain(ticket.id)
    if (expected.category) expect(ticket.status.category).toBe(expected.category)
    if (expected.subject !== undefined) expect(ticket.subject).toBe(expected.subject)
    expect(ticket.followUpOfId).toBe(expected.followUp ? old?.ticket.id : null)
    expect(ticket.waitingSince === null).toBe(expected.automatic ?? false)
    const message = await getMessage(ctx, email.messageId)
    expect(message).toMatchObject({ kind: 'customer', automatic: expected.automatic ?? false })
    expect(message.senderAuthentication).toEqual(decision?.authentication)
    if (expected.author !== undefined) expect(message.author.email).toBe(expected.author)
    if (expected.text !== undefined) expect(message.text).toBe(expected.text)
    expect(message.visibleText).toBe(expected.visible ?? message.text)
    const { attachments, inline } = expected
    if (attachments) expect(message.attachments.map((one) => one.name)).toEqual(attachments)
    const inlined = message.attachments.filter((one) => one.inline)
    if (inline) expect(inlined.map((one) => one.name)).toEqual(inline)
  })
})

async function expectBounce({ status, isUndeliverable }: NonNullable<Expected['bounced']>, open?: AnsweredTicket) {
  const message = await getMessage(ctx, open?.messageId ?? '')
  expect(message.delivery?.status).toBe(status.startsWith('5') ? 'bounced' : 'sent')
  const { rows } = await shop.server.db.pool.query(
    'delete from undeliverable_addresses where environment_id = $1 returning address',
    [ctx.environmentId],
  )
  expect(rows).toEqual(isUndeliverable ? [{ address: 'ada@example.com' }] : [])
}
