import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createEmailTicket,
  lastEmail,
  type MailShop,
  openMailShop,
  runSendJob,
  systemCtx,
} from '../../../test/mail-shop.ts'
import { applyRetention } from '../../jobs/retention.ts'
import type { NewMessage } from '../tickets/messages/messages.ts'
import type { Ticket } from '../tickets/schemas.ts'
import type { NewTicketInput } from '../tickets/tickets.ts'
import { ticketEmailRetention } from './jobs.ts'
import { acknowledgeTickets } from './subscribers.ts'
import { sendTicketEmail } from './ticket-emails.ts'

let shop: MailShop
const closers: (() => void)[] = []
beforeAll(async () => {
  shop = await openMailShop((close) => closers.push(close))
})
beforeEach(() => setAcknowledgment({ active: true, text: 'We have **#{{ticketNumber}}**.' }))
afterAll(() => {
  for (const close of closers) close()
})

const setAcknowledgment = async (acknowledgment: object) => {
  const { status } = await shop.api.patch(`/v1/mailboxes/${shop.mailboxId}`, { acknowledgment })
  expect(status).toBe(200)
}

const live = (now?: Date) => systemCtx(shop, shop.live, now)
const HOUR_MS = 3_600_000

/** Runs the subscriber as often as an event may be delivered, and returns the emails of the ticket. */
async function acknowledge({ id, channel, createdAt }: Ticket, now = new Date()) {
  const data = { ticketId: id, channel }
  for (const _ of [1, 2]) {
    await acknowledgeTickets.run(live(now), { id: 'evt_x', type: 'ticket.created', data, createdAt } as never)
  }
  return (await shop.api.get(`/v1/tickets/${id}/emails`)).body.data
}

const from = (email: string, more: Partial<NewTicketInput> = {}): Partial<NewTicketInput> => ({
  requester: { email },
  ...more,
})

it('confirms a new ticket once, with headers that no machine answers', async () => {
  const ticket = await createEmailTicket(shop, {}, from('new@example.com', { subject: 'Order <b>' }))
  const [email, ...others] = await acknowledge(ticket)
  expect([email, others]).toMatchObject([{ kind: 'acknowledgment', status: 'queued', to: ['new@example.com'] }, []])
  await runSendJob(shop, email.id)
  const sent = await lastEmail(shop)
  expect(sent).toMatchObject({
    subject: `Re: Order <b> [#${ticket.number}]`,
    text: expect.stringMatching(new RegExp(`^We have #${ticket.number}\\.\n\n-- \nYour Hazel team\\s*$`)),
    head: { 'auto-submitted': 'auto-replied', 'x-auto-response-suppress': 'All', 'x-loop': shop.mailboxAddress },
  })
  expect(sent.html).toContain(`<strong>#${ticket.number}</strong>`)
  expect(sent.raw).not.toContain('It should have arrived')
  const unchanged = (await shop.api.get(`/v1/tickets/${ticket.id}`)).body
  expect(unchanged).toMatchObject({ messageCount: 1, firstRespondedAt: null, lastMessage: { kind: 'customer' } })
  expect(unchanged.waitingSince).not.toBeNull()
  expect((await shop.api.get(`/v1/tickets/${ticket.id}/events`)).body.data[0]).toMatchObject({
    type: 'email_sent',
    data: { kind: 'acknowledgment', status: 'sent' },
  })

  const later = new Date(Date.now() + 91 * 24 * HOUR_MS)
  for (const rule of ticketEmailRetention) await applyRetention({ ...shop.server.system, now: later }, rule)
  expect(await acknowledge(ticket)).toMatchObject([{ id: email.id, subject: null, text: null, status: 'sent' }])
})

it('does not repeat the words of a form that anybody can fill in', async () => {
  await setAcknowledgment({ active: true, text: '' })
  const form = from('victim@example.com', { channel: 'contact_form', mailboxId: null, subject: 'Buy at evil.example' })
  const ticket = await createEmailTicket(shop, { emailMessageId: null, text: 'Cheap watches' }, form)
  const [email] = await acknowledge(ticket)
  await runSendJob(shop, email.id)
  const sent = await lastEmail(shop)
  expect(sent.subject).toBe(`We have received your message [#${ticket.number}]`)
  expect(sent.text).toContain(`under the number #${ticket.number}`)
  expect(sent.raw).not.toMatch(/evil|watches/)
})

const NEVER: [string, Partial<NewMessage>, Partial<NewTicketInput>][] = [
  ['automatic email', { automatic: true }, {}],
  ['spam', {}, { spam: true }],
  ['tickets of staff', { kind: 'reply', emailMessageId: null }, {}],
  ['tickets from the API', { emailMessageId: null }, {}],
  ['other channels', {}, { channel: 'chat' }],
  ['old tickets', {}, { createdAt: new Date(Date.now() - 30 * HOUR_MS).toISOString() }],
]
it.each(NEVER)('does not confirm %s', async (reason, message, input) => {
  const address = `${reason.replaceAll(' ', '-')}@example.com`
  const emails = await acknowledge(await createEmailTicket(shop, message, from(address, input)))
  expect(emails.filter(({ kind }: { kind: string }) => kind === 'acknowledgment')).toEqual([])
})

it('does not confirm what comes from one of its own mailboxes, or when it is turned off', async () => {
  expect(await acknowledge(await createEmailTicket(shop, {}, from(shop.mailboxAddress)))).toEqual([])
  await setAcknowledgment({ active: false })
  expect(await acknowledge(await createEmailTicket(shop, {}, from('off@example.com')))).toEqual([])
})

it('writes to an address once a day, also when many tickets arrive at once', async () => {
  const tickets = await Promise.all(
    Array.from({ length: 6 }, () => createEmailTicket(shop, {}, from('Often@example.com'))),
  )
  const emails = (await Promise.all(tickets.map((ticket) => acknowledge(ticket)))).flat()
  expect(emails).toHaveLength(1)
  const next = new Date(Date.now() + 23 * HOUR_MS)
  const later = from('often@example.com', { createdAt: next.toISOString() })
  expect(await acknowledge(await createEmailTicket(shop, {}, later), next)).toEqual([])
  const day = new Date(Date.now() + 25 * HOUR_MS)
  expect(await acknowledge(await createEmailTicket(shop, {}, later), day)).toHaveLength(1)
})

it('sends at most five automatic emails per hour to an address, whatever they are', async () => {
  const ticket = await createEmailTicket(shop, {}, from('many@example.com'))
  const send = (reference: string, minutes: number) =>
    sendTicketEmail(live(new Date(Date.now() + minutes * 60_000)), {
      ticketId: ticket.id,
      kind: 'csat',
      reference,
      text: 'x',
    })
  for (const minutes of [0, 10, 20, 30, 40]) expect(await send(`at ${minutes}`, minutes)).toBeDefined()
  expect(await send('too soon', 50)).toBeUndefined()
  expect(await send('at 65', 65)).toBeDefined()
  expect(await send('too soon again', 65)).toBeUndefined()
  expect(await send('at 0', 65)).toMatchObject({ status: 'queued' })
})
