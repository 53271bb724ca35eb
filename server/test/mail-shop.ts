import { pino } from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import type { Ctx, Environment } from '../src/ctx.ts'
import { openMail } from '../src/integrations/mail/mail.ts'
import { sendTicketEmailJob } from '../src/modules/ticket-emails/jobs.ts'
import type { NewMessage } from '../src/modules/tickets/messages/messages.ts'
import type { Ticket } from '../src/modules/tickets/schemas.ts'
import { createTicket, type NewTicketInput } from '../src/modules/tickets/tickets.ts'
import type { Mail } from '../src/ports/mail.ts'
import { type MailServer, openMailServer } from './mail-server.ts'
import { openShop, type Shop } from './open-shop.ts'

export interface MailShop extends Shop {
  mailServer: MailServer
  mail: Mail
  /** Unique in the installation, like every address of a mailbox. */
  mailboxAddress: string
  mailboxId: string
}

let count = 0

/** A shop with a mailbox, and a mail server of its own that keeps what it is sent. */
export async function openMailShop(whenDone: (close: () => void) => void): Promise<MailShop> {
  const [shop, mailServer] = [await openShop(), await openMailServer(whenDone)]
  const mail = openMail({ smtpUrl: mailServer.url, from: 'unused@example.com', log: pino({ level: 'silent' }) })
  const mailboxAddress = `help${process.pid}n${++count}@shop.example`
  const mailbox = { address: mailboxAddress, name: 'Hazel, Help', signature: 'Your **Hazel** team' }
  const { status, body } = await shop.api.post('/v1/mailboxes', mailbox)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { ...shop, mailServer, mail, mailboxAddress, mailboxId: body.id }
}

export const systemCtx = ({ server }: Shop, environment: Environment, now = new Date()): Ctx => ({
  ...server.system,
  ...environment,
  caller: { kind: 'system' },
  now,
})

/** A ticket as the inbound router creates it. */
export const createEmailTicket = (
  shop: MailShop,
  message: Partial<NewMessage> = {},
  more: Partial<NewTicketInput> = {},
  ctx: Ctx = systemCtx(shop, shop.live),
): Promise<Ticket> =>
  createTicket(ctx, {
    subject: 'Where is my order?',
    channel: 'email',
    mailboxId: shop.mailboxId,
    requester: { name: 'Ada Lovelace', email: 'ada@example.com' },
    source: 'email',
    message: {
      kind: 'customer',
      text: 'It should have arrived on Monday.',
      to: [shop.mailboxAddress],
      mailboxId: shop.mailboxId,
      emailMessageId: `first${++count}@example.com`,
      ...message,
    },
    ...more,
  })

/** Runs the job of a reply, whenever it would be due. */
export const runSendJob = async (
  shop: MailShop,
  messageId: string,
  { mail = shop.mail, environment = shop.live, now = new Date() } = {},
): Promise<void> => sendTicketEmailJob(mail).run(systemCtx(shop, environment, now), { messageId })

export interface SentEmail extends Email {
  head: Record<string, string>
  raw: string
}

export async function parseEmail(raw: string): Promise<SentEmail> {
  const email = await PostalMime.parse(raw)
  return { ...email, head: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])), raw }
}

export const lastEmail = ({ mailServer }: MailShop): Promise<SentEmail> => parseEmail(mailServer.messages.at(-1) ?? '')
