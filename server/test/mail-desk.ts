import type { Ctx } from '../src/ctx.ts'
import { newId } from '../src/kit/ids.ts'
import { receiveEmail } from '../src/modules/inbound-email/inbound-email.ts'
import { processEmail } from '../src/modules/inbound-email/process-email.ts'
import { bounceAddress, createMailbox, newMessageId, ticketAddress } from '../src/modules/mailboxes/mailboxes.ts'
import type { Mailbox } from '../src/modules/mailboxes/schemas.ts'
import { addReply, setDelivery } from '../src/modules/tickets/messages/messages.ts'
import type { Ticket } from '../src/modules/tickets/schemas.ts'
import { createTicket } from '../src/modules/tickets/tickets.ts'
import type { Shop } from './open-shop.ts'

/** A ticket whose requester has received a reply by email. */
export interface AnsweredTicket {
  ticket: Ticket
  /** Message-ID of the reply. */
  reply: string
  /** Where the requester answers. */
  address: string
  /** Where a bounce of the reply goes. */
  bounceAddress: string
  messageId: string
}

export const systemCtx = ({ server, live }: Shop): Ctx => ({
  ...server.system,
  ...live,
  now: new Date(),
  caller: { kind: 'system' },
})

let addresses = 0

export const openMailbox = (ctx: Ctx): Promise<Mailbox> =>
  createMailbox(ctx, {
    address: `support-${++addresses}-${process.pid}@shop.example`,
    name: 'Support',
    trustedAuthenticationHosts: ['mx.shop.example'],
  })

export async function answeredTicket(ctx: Ctx, mailbox: Mailbox, cc: string[] = []): Promise<AnsweredTicket> {
  const ticket = await createTicket(ctx, {
    subject: 'Where is my order?',
    channel: 'email',
    mailboxId: mailbox.id,
    requester: { email: 'ada@example.com', name: 'Ada' },
    message: { text: 'Where is it?', mailboxId: mailbox.id, emailMessageId: `${newId('x')}@mail.example.com` },
  })
  const { id } = await addReply(ctx, ticket.id, { text: 'Which order do you mean?', cc })
  const reply = newMessageId(ctx, mailbox)
  await setDelivery(ctx, id, { status: 'sent', emailMessageId: reply })
  return {
    ticket,
    reply,
    messageId: id,
    address: ticketAddress(ctx, mailbox, ticket.id),
    bounceAddress: bounceAddress(ctx, mailbox, id),
  }
}

/** As if it came over SMTP and a worker processed it. Returns its id. */
export async function deliverEmail(
  ctx: Ctx,
  mailbox: Mailbox,
  content: Buffer | string,
  envelopeFrom = 'ada@example.com',
) {
  const { id, isDuplicate } = await receiveEmail(ctx, {
    mailboxId: mailbox.id,
    source: 'smtp',
    envelopeFrom,
    envelopeTo: [mailbox.address],
    content: Buffer.from(content),
  })
  if (id && !isDuplicate) await processEmail(ctx, id)
  return id ?? ''
}
