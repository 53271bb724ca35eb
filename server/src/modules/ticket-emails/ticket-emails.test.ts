import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createEmailTicket,
  lastEmail,
  type MailShop,
  openMailShop,
  parseEmail,
  runSendJob,
  systemCtx,
} from '../../../test/mail-shop.ts'
import type { Mail } from '../../ports/mail.ts'
import { isOwnMessageId, readBounceAddress, readTicketAddress } from '../mailboxes/mailboxes.ts'
import { addCustomerMessage } from '../tickets/messages/messages.ts'
import type { TicketMessage } from '../tickets/schemas.ts'
import { createTicket } from '../tickets/tickets.ts'

let shop: MailShop
const closers: (() => void)[] = []
beforeAll(async () => {
  shop = await openMailShop((close) => closers.push(close))
})
beforeEach(() => {
  shop.mailServer.respond = () => undefined
  shop.mailServer.messages.length = 0
  shop.mailServer.envelopes.length = 0
})
afterAll(() => {
  for (const close of closers) close()
})

const reply = async (ticketId: string, input: object = {}, api = shop.api): Promise<TicketMessage> => {
  const { status, body } = await api.post(`/v1/tickets/${ticketId}/replies`, { text: 'It ships today.', ...input })
  expect([status, body.error]).toEqual([201, undefined])
  return body
}

const act = (message: TicketMessage, action: 'cancel' | 'retry', api = shop.api) =>
  api.post(`/v1/tickets/${message.ticketId}/messages/${message.id}/${action}`)

const deliveryOf = async ({ id, ticketId }: TicketMessage, api = shop.api) =>
  (await api.get(`/v1/tickets/${ticketId}/messages`)).body.data.find((message: TicketMessage) => message.id === id)
    .delivery

const eventTypes = async (ticketId: string) =>
  (await shop.api.get(`/v1/tickets/${ticketId}/events`)).body.data.map(({ type }: { type: string }) => type)

const live = () => systemCtx(shop, shop.live)

describe('a reply', () => {
  it('is an email of the conversation, whose answer finds the ticket', async () => {
    const ticket = await createEmailTicket(shop, { emailMessageId: 'first@ada.example' })
    const label = new Blob(['PDF bytes'], { type: 'application/pdf' })
    const { body: attachment } = await shop.api.post('/v1/tickets/attachments?name=label.pdf', label)
    const message = await reply(ticket.id, { attachmentIds: [attachment.id] })
    expect(message.delivery).toMatchObject({ status: 'queued', error: null })
    await runSendJob(shop, message.id)

    const email = await lastEmail(shop)
    const mailbox = { id: shop.mailboxId as `mbx_${string}`, address: shop.mailboxAddress }
    expect(email).toMatchObject({
      subject: `Re: Where is my order? [#${ticket.number}]`,
      from: { name: 'Hazel, Help', address: shop.mailboxAddress },
      to: [{ address: 'ada@example.com' }],
      inReplyTo: '<first@ada.example>',
      references: '<first@ada.example>',
      attachments: [{ filename: 'label.pdf', mimeType: 'application/pdf' }],
    })
    expect(readTicketAddress(live(), mailbox, email.replyTo?.[0]?.address ?? '')).toBe(ticket.id)
    expect(readBounceAddress(live(), mailbox, shop.mailServer.envelopes[0]?.from ?? '')).toBe(message.id)
    expect(email.text).toMatch(/^It ships today\.\n\n-- \nYour Hazel team\n\nOn .* Ada Lovelace wrote:\n> It should/)
    expect(email.html).toContain('Your <strong>Hazel</strong> team')
    expect(email.head).not.toHaveProperty('auto-submitted')

    expect(await deliveryOf(message)).toMatchObject({ status: 'sent', error: null })
    const stored = (await shop.api.get(`/v1/tickets/${ticket.id}/messages`)).body.data[0]
    expect(`<${stored.emailMessageId}>`).toBe(email.messageId)
    expect(isOwnMessageId(live(), stored.emailMessageId)).toBe(true)

    await addCustomerMessage(live(), ticket.id, { text: 'Thanks', emailMessageId: 'second@ada.example' })
    const second = await reply(ticket.id)
    await runSendJob(shop, second.id)
    expect(await lastEmail(shop)).toMatchObject({
      inReplyTo: '<second@ada.example>',
      references: `<first@ada.example> <${stored.emailMessageId}> <second@ada.example>`,
    })
  })

  it('goes to the author of the last customer message and its other recipients, never to those of another ticket', async () => {
    const other = await createEmailTicket(shop, { cc: ['secret@other.example'] })
    const [first] = shop.mailboxAddress.split('@')
    const ticket = await createEmailTicket(shop, { cc: ['old@example.com'] })
    await addCustomerMessage(live(), ticket.id, {
      text: 'I am her colleague.',
      author: { name: 'Grace', email: 'grace@example.com' },
      to: [`${first}+tk_x@shop.example`, 'Ada@example.com'],
      cc: ['boss@example.com', shop.mailboxAddress.toUpperCase(), 'grace@example.com', 'not an address'],
    })
    const cases: [object, string[], string[]][] = [
      [{}, ['grace@example.com'], ['ada@example.com', 'boss@example.com']],
      [{ cc: [] }, ['grace@example.com'], []],
      [{ cc: ['new@example.com'] }, ['grace@example.com'], ['new@example.com']],
      [{ to: ['ada@example.com', 'max@example.com'] }, ['ada@example.com', 'max@example.com'], []],
    ]
    for (const [input, to, cc] of cases) {
      const message = await reply(ticket.id, input)
      expect(message).toMatchObject({ to, cc })
      await runSendJob(shop, message.id)
      expect(shop.mailServer.envelopes.at(-1)?.to).toEqual([...to, ...cc])
      expect((await lastEmail(shop)).raw).not.toMatch(/secret@other|old@example/)
    }
    const elsewhere = await reply(other.id)
    await runSendJob(shop, elsewhere.id)
    expect(shop.mailServer.envelopes.at(-1)?.to).toEqual(['ada@example.com', 'secret@other.example'])
  })

  it('has only headers of ours, whatever the customer wrote', async () => {
    const BREAK = '\r\nBcc: evil@example.com\r\n\r\nBuy now'
    const ticket = await createEmailTicket(
      shop,
      { emailMessageId: `id${BREAK}@example.com`, author: { name: `Ada${BREAK}`, email: 'ada@example.com' } },
      { subject: `Order${BREAK}` },
    )
    const message = await reply(ticket.id)
    await runSendJob(shop, message.id)
    const email = await lastEmail(shop)
    expect(shop.mailServer.envelopes[0]?.to).toEqual(['ada@example.com'])
    expect(Object.keys(email.head)).not.toContain('bcc')
    expect(email.text).toMatch(/^It ships today/)
    expect(email.inReplyTo).toBe('<idBcc:evil@example.comBuynow@example.com>')
  })

  it('is captured in the sandbox, and fails without a mail server or a mailbox until it is retried', async () => {
    const ctx = systemCtx(shop, shop.test)
    const sandboxTicket = await createTicket(ctx, {
      subject: 'Test',
      channel: 'contact_form',
      requester: { email: 'ada@example.com' },
      message: { text: 'Hello' },
    })
    const unsent = await reply(sandboxTicket.id, {}, shop.sandbox)
    expect((await act(unsent, 'retry', shop.sandbox)).body.delivery).toEqual(unsent.delivery)
    await runSendJob(shop, unsent.id, { environment: shop.test })
    expect(await deliveryOf(unsent, shop.sandbox)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('mailbox'),
    })
    const sandboxMailbox = { address: shop.mailboxAddress.replace('help', 'sandbox'), name: 'Sandbox' }
    expect((await shop.sandbox.post('/v1/mailboxes', sandboxMailbox)).status).toBe(201)
    expect((await act(unsent, 'retry', shop.sandbox)).body).toMatchObject({ delivery: { status: 'queued' } })
    await runSendJob(shop, unsent.id, { environment: shop.test })
    expect(await deliveryOf(unsent, shop.sandbox)).toMatchObject({ status: 'captured', error: null })
    expect((await act(unsent, 'retry', shop.sandbox)).status).toBe(409)

    const message = await reply((await createEmailTicket(shop)).id)
    const logOnly: Mail = { isLogOnly: true, send: () => Promise.reject(new Error('must not be called')) }
    await runSendJob(shop, message.id, { mail: logOnly })
    expect(await deliveryOf(message)).toMatchObject({ status: 'failed', error: expect.stringContaining('SMTP_URL') })
    expect(shop.mailServer.messages).toEqual([])
    expect((await act(message, 'retry')).status).toBe(200)
    await runSendJob(shop, message.id)
    expect(await deliveryOf(message)).toMatchObject({ status: 'sent' })
    expect((await act(message, 'retry')).status).toBe(409)
  })
})

describe('POST /v1/tickets/:id/messages/:messageId/cancel', () => {
  it('takes a reply back, so that the customer waits again', async () => {
    const ticket = await createEmailTicket(shop)
    const message = await reply(ticket.id)
    expect((await act({ ...message, ticketId: (await createEmailTicket(shop)).id }, 'cancel')).status).toBe(404)
    for (const _ of [1, 2]) expect((await act(message, 'cancel')).body.delivery).toMatchObject({ status: 'canceled' })
    await runSendJob(shop, message.id)
    expect(shop.mailServer.messages).toEqual([])
    expect((await act(message, 'retry')).status).toBe(409)
    const { waitingSince, firstRespondedAt } = (await shop.api.get(`/v1/tickets/${ticket.id}`)).body
    expect([waitingSince, firstRespondedAt]).toEqual([expect.any(String), null])
    expect(await eventTypes(ticket.id)).toContain('reply_canceled')
  })

  it('either cancels a reply or lets it be sent, when both happen at once', async () => {
    const ticket = await createEmailTicket(shop)
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const message = await reply(ticket.id, { text: `Number ${at}.` })
        // Some a bit later, so that either wins sometimes.
        const send = async () => {
          if (at % 2 === 1) await shop.server.db.pool.query('select 1')
          await runSendJob(shop, message.id)
        }
        const [{ status }] = await Promise.all([act(message, 'cancel'), send()])
        const isSent = shop.mailServer.messages.some((email) => email.includes(`Number ${at}.`))
        return { status, isSent, delivery: (await deliveryOf(message)).status }
      }),
    )
    for (const outcome of outcomes) {
      expect(outcome).toEqual(
        outcome.status === 200
          ? { status: 200, isSent: false, delivery: 'canceled' }
          : { status: 409, isSent: true, delivery: 'sent' },
      )
    }
  })
})

describe('an attempt', () => {
  it('is repeated with the same Message-ID when its result was lost', async () => {
    const message = await reply((await createEmailTicket(shop)).id)
    const accepted = Promise.withResolvers<void>()
    const crashing: Mail = {
      send: async (email) => {
        await shop.mail.send(email)
        accepted.resolve()
        return new Promise(() => {})
      },
    }
    void runSendJob(shop, message.id, { mail: crashing })
    await accepted.promise
    expect((await act(message, 'cancel')).status).toBe(409)
    await runSendJob(shop, message.id)
    const [first, second] = await Promise.all(shop.mailServer.messages.map(parseEmail))
    expect(second?.messageId).toBe(first?.messageId)
    expect(await deliveryOf(message)).toMatchObject({ status: 'sent' })
    await runSendJob(shop, message.id)
    expect(shop.mailServer.messages).toHaveLength(2)
  })

  it('is repeated while the mail server has a problem, and can be canceled or retried in between', async () => {
    const ticket = await createEmailTicket(shop)
    const [message, other] = [await reply(ticket.id), await reply(ticket.id)]
    shop.mailServer.respond = (command) => (command === '.' ? '451 4.3.0 Greylisted ada@example.com' : undefined)
    const noAddress = expect.not.stringContaining('@')
    for (const { id } of [message, other]) {
      await expect(runSendJob(shop, id)).rejects.toMatchObject({ message: noAddress })
    }
    expect(await deliveryOf(message)).toMatchObject({ status: 'queued', error: expect.stringContaining('Greylisted') })
    expect((await act(other, 'cancel')).body.delivery).toMatchObject({ status: 'canceled' })

    for (let attempt = 2; attempt < 9; attempt++) await expect(runSendJob(shop, message.id)).rejects.toThrow()
    await runSendJob(shop, message.id)
    expect(await deliveryOf(message)).toMatchObject({ status: 'failed', error: expect.stringContaining('Greylisted') })
    const emails = (await shop.api.get(`/v1/tickets/${ticket.id}/emails`)).body.data
    expect(emails).toMatchObject([
      { id: other.id, status: 'canceled', attempts: 1 },
      { id: message.id, status: 'failed', attempts: 9, to: ['ada@example.com'] },
    ])
    expect((await shop.api.get('/v1/events?type=ticket.message_failed')).body.data).toContainEqual(
      expect.objectContaining({ data: { ticketId: ticket.id, messageId: message.id, kind: 'reply' } }),
    )
    shop.mailServer.respond = () => undefined
    await act(message, 'retry')
    await runSendJob(shop, message.id)
    expect(await deliveryOf(message)).toMatchObject({ status: 'sent', error: null })
    expect(shop.mailServer.messages).toHaveLength(1)
  })

  it('is the last when the mail server refuses all recipients, and notes those it refused among others', async () => {
    shop.mailServer.respond = (command) => (command.includes('<ada@') ? '550 5.1.1 No such user' : undefined)
    const ticket = await createEmailTicket(shop, { cc: ['kim@example.com'] })
    const [partly, refused] = [await reply(ticket.id), await reply(ticket.id, { cc: [] })]
    await runSendJob(shop, partly.id)
    expect(await deliveryOf(partly)).toMatchObject({
      status: 'sent',
      error: expect.stringContaining('ada@example.com'),
    })
    await runSendJob(shop, refused.id)
    expect(await deliveryOf(refused)).toMatchObject({ status: 'failed', error: expect.stringContaining('5.1.1') })
    expect(await eventTypes(ticket.id)).toContain('email_failed')
  })
})
