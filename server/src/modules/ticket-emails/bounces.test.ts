import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createEmailTicket,
  type MailShop,
  openMailShop,
  parseEmail,
  runSendJob,
  systemCtx,
} from '../../../test/mail-shop.ts'
import { addCustomerMessage } from '../tickets/messages/messages.ts'
import type { TicketMessage } from '../tickets/schemas.ts'
import { recordBounce, sendTicketEmail } from './ticket-emails.ts'

let shop: MailShop
const closers: (() => void)[] = []
beforeAll(async () => {
  shop = await openMailShop((close) => closers.push(close))
})
afterAll(() => {
  for (const close of closers) close()
})

const live = (now?: Date) => systemCtx(shop, shop.live, now)

async function sendReply(address: string, cc: string[] = []): Promise<TicketMessage & { emailMessageId: string }> {
  const ticket = await createEmailTicket(shop, { cc }, { requester: { email: address } })
  const { body } = await shop.api.post(`/v1/tickets/${ticket.id}/replies`, { text: 'It ships today.' })
  await runSendJob(shop, body.id)
  return (await shop.api.get(`/v1/tickets/${ticket.id}/messages`)).body.data[0]
}

const read = async ({ ticketId }: TicketMessage) => {
  const events = (await shop.api.get(`/v1/tickets/${ticketId}/events`)).body.data
  return {
    delivery: (await shop.api.get(`/v1/tickets/${ticketId}/messages`)).body.data[0].delivery.status,
    history: events.map(({ type }: { type: string }) => type).filter((type: string) => type.startsWith('email_')),
    emitted: (await shop.api.get('/v1/events?type=ticket.message_bounced')).body.data.filter(
      ({ data }: { data: { ticketId: string } }) => data.ticketId === ticketId,
    ).length,
  }
}

/** An address that is undeliverable gets no automatic email. */
const isUndeliverable = async (address: string) => {
  const ticket = await createEmailTicket(shop, { kind: 'note' }, { requester: { email: address } })
  return (await sendTicketEmail(live(), { ticketId: ticket.id, kind: 'csat', text: 'How was it?' })) === undefined
}

const CASES = [
  { status: '5.1.1', cc: [], delivery: 'bounced', undeliverable: true },
  { status: '5.1.1', cc: ['kim@example.com'], delivery: 'bounced', undeliverable: false },
  { status: '5.2.2', cc: [], delivery: 'bounced', undeliverable: false },
  { status: '5.0.0', cc: [], delivery: 'bounced', undeliverable: false },
  { status: '4.2.2', cc: [], delivery: 'sent', undeliverable: false },
  { status: '4.4.7', cc: ['kim@example.com'], delivery: 'sent', undeliverable: false },
  // Forwarded: the address that does not exist is not the one we know.
  { status: '5.1.1', cc: [], recipient: 'elsewhere@example.com', delivery: 'bounced', undeliverable: false },
  { status: '5.1.1', cc: [], recipient: null, delivery: 'bounced', undeliverable: false },
]

describe('a bounce', () => {
  it.each(CASES.map((bounce, at) => ({ ...bounce, address: `bounce${at}@example.com` })))(
    '$status, copies to $cc, of $recipient: $delivery',
    async ({ status, cc, address, delivery, undeliverable, recipient = address.toUpperCase() }) => {
      const message = await sendReply(address, cc)
      const bounce = { emailMessageId: message.emailMessageId, recipient, status, diagnostic: '550 no' }
      // Mail servers repeat themselves, and each notification may arrive twice.
      for (const _ of [1, 2]) expect(await recordBounce(live(), bounce)).toEqual({ ticketId: message.ticketId })
      const isPermanent = delivery === 'bounced'
      expect(await read(message)).toEqual({
        delivery,
        history: [isPermanent ? 'email_bounced' : 'email_delayed'],
        emitted: isPermanent ? 1 : 0,
      })
      expect(await isUndeliverable(address)).toBe(undeliverable)
      const [email] = (await shop.api.get(`/v1/tickets/${message.ticketId}/emails`)).body.data
      expect(email).toMatchObject({ status: delivery, bounces: [{ status, diagnostic: '550 no' }] })
    },
  )

  it('is found by the address that it was sent to, and may be faster than the record of the email', async () => {
    const ticket = await createEmailTicket(shop, {}, { requester: { email: 'fast@example.com' } })
    const { body: message } = await shop.api.post(`/v1/tickets/${ticket.id}/replies`, { text: 'Hello' })
    const bounce = { messageId: message.id, recipient: 'fast@example.com', status: '5.7.1', diagnostic: 'Refused' }
    await runSendJob(shop, message.id, {
      mail: {
        send: async (email) => {
          await recordBounce(live(), bounce)
          return shop.mail.send(email)
        },
      },
    })
    expect(await read(message)).toMatchObject({ delivery: 'bounced', emitted: 1 })
    expect((await shop.api.post(`/v1/tickets/${ticket.id}/messages/${message.id}/cancel`)).status).toBe(409)
    expect((await shop.api.post(`/v1/tickets/${ticket.id}/messages/${message.id}/retry`)).status).toBe(200)
    await runSendJob(shop, message.id)
    expect(await read(message)).toMatchObject({ delivery: 'sent' })
  })

  it('changes nothing elsewhere: an unknown Message-ID, or one of another environment', async () => {
    const { emailMessageId } = await sendReply('own@example.com')
    const bounce = { emailMessageId, recipient: 'own@example.com', status: '5.1.1', diagnostic: '' }
    expect(await recordBounce(systemCtx(shop, shop.test), bounce)).toBeUndefined()
    expect(await recordBounce(live(), { ...bounce, emailMessageId: 'unknown@example.com' })).toBeUndefined()
    expect(await recordBounce(live(), { ...bounce, emailMessageId: undefined })).toBeUndefined()
    expect(await isUndeliverable('own@example.com')).toBe(false)
  })

  it('of an automatic email is shown on the ticket; whoever writes again is deliverable', async () => {
    const address = 'gone@example.com'
    const ticket = await createEmailTicket(shop, {}, { requester: { email: address } })
    const email = await sendTicketEmail(live(), { ticketId: ticket.id, kind: 'csat', text: 'How was it?' })
    await runSendJob(shop, email?.id ?? '')
    const { messageId = '' } = await parseEmail(shop.mailServer.messages.at(-1) ?? '')
    const bounce = { emailMessageId: messageId.slice(1, -1), recipient: address, status: '5.1.1', diagnostic: '550' }
    await recordBounce(live(), bounce)
    const events = (await shop.api.get(`/v1/tickets/${ticket.id}/events`)).body.data
    expect(events[0]).toMatchObject({
      type: 'email_bounced',
      data: { messageId: null, kind: 'csat', status: '5.1.1', undeliverable: true },
    })
    const next = { ticketId: ticket.id, kind: 'csat', reference: 'second', text: 'And now?' } as const
    expect(await sendTicketEmail(live(), next)).toBeUndefined()
    await addCustomerMessage(live(new Date(Date.now() + 1000)), ticket.id, { text: 'I am back.' })
    expect(await sendTicketEmail(live(), next)).toMatchObject({ kind: 'csat', status: 'queued' })
  })
})
