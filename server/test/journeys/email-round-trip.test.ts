import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openMail } from '../../src/integrations/mail/mail.ts'
import { startSmtpListener } from '../../src/modules/inbound-email/smtp/smtp.ts'
import { openMailServer } from '../mail-server.ts'
import { parseEmail } from '../mail-shop.ts'
import { openServer } from '../open-server.ts'
import { openShop } from '../open-shop.ts'

/** Old enough that a reply, which waits ten seconds, is due at once. */
const CLOCK_OFFSET_MS = 60_000
const SUPPORT = 'support@round-trip.example'
const ADA = 'Ada Lovelace <ada@example.com>'

it('answers an email by email, and the customer’s answer lands on the same ticket', async () => {
  const inbox = await openMailServer()
  const log = pino({ level: 'silent' })
  const mail = openMail({ smtpUrl: inbox.url, from: 'shop@example.com', log })
  const clock = () => new Date(Date.now() - CLOCK_OFFSET_MS)
  const { api, server } = await openShop(await openServer({ mail, clock }))
  const options = { host: '127.0.0.1', port: 0, log, clock, isAllowed: () => true }
  const listener = await startSmtpListener({ ...server.system, ...options })
  onTestFinished(() => listener.stop())
  await server.startWorker()
  const transport = createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true })
  const waitFor = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

  /** The next email that the customer gets. */
  let read = 0
  const receive = async () => {
    await waitFor(async () => expect(inbox.messages.length).toBeGreaterThan(read))
    return { ...(await parseEmail(inbox.messages[read] ?? '')), envelope: inbox.envelopes[read++] }
  }
  const ticketWith = (messageCount: number) =>
    waitFor(async () => {
      const { data } = (await api.get('/v1/tickets')).body
      expect(data).toMatchObject([{ messageCount }])
      return data[0]
    })

  const acknowledgment = { active: true, text: 'We have #{{ticketNumber}}.' }
  const mailbox = { address: SUPPORT, name: 'Hazel & Oak', signature: 'Your team', acknowledgment }
  expect((await api.post('/v1/mailboxes', mailbox)).status).toBe(201)

  await transport.sendMail({ from: ADA, to: SUPPORT, cc: 'kim@example.com', subject: 'Wo ist es? 📦', text: 'Hallo!' })
  const ticket = await ticketWith(1)
  expect(ticket).toMatchObject({
    channel: 'email',
    subject: 'Wo ist es? 📦',
    requester: { name: 'Ada Lovelace', email: 'ada@example.com' },
  })
  const acknowledged = await receive()
  expect(acknowledged).toMatchObject({
    to: [{ address: 'ada@example.com' }],
    head: { 'auto-submitted': 'auto-replied' },
  })

  const replied = await api.post(`/v1/tickets/${ticket.id}/replies`, { text: 'Morgen ist es da.' })
  expect(replied.body).toMatchObject({ to: ['ada@example.com'], cc: ['kim@example.com'] })
  const email = await receive()
  expect(email).toMatchObject({
    subject: `Re: Wo ist es? 📦 [#${ticket.number}]`,
    from: { name: 'Hazel & Oak', address: SUPPORT },
    cc: [{ address: 'kim@example.com' }],
    text: expect.stringMatching(/^Morgen ist es da\.\n\n-- \nYour team\n\nOn .*\n> Hallo!/),
  })

  const answerTo = { to: email.replyTo?.[0]?.address ?? '', inReplyTo: email.messageId ?? '' }
  const quoted = `Danke!\n\nOn Mon, Nov 16, 2026 at 10:00 AM Hazel & Oak <${SUPPORT}> wrote:\n> Morgen ist es da.`
  await transport.sendMail({ from: ADA, to: answerTo.to, subject: 'a client that changes subjects', text: quoted })
  await ticketWith(3)
  // A client that ignores Reply-To, and a colleague who was in copy.
  await transport.sendMail({ from: 'kim@example.com', to: SUPPORT, inReplyTo: answerTo.inReplyTo, text: 'Super.' })
  const { waitingSince, status } = await ticketWith(4)
  expect([waitingSince, status.category]).toEqual([expect.any(String), 'open'])
  const { data: messages } = (await api.get(`/v1/tickets/${ticket.id}/messages`)).body
  expect(messages).toMatchObject([
    { kind: 'customer', author: { email: 'kim@example.com' }, visibleText: 'Super.' },
    { kind: 'customer', author: { email: 'ada@example.com' }, visibleText: 'Danke!' },
    { kind: 'reply', delivery: { status: 'sent' } },
    { kind: 'customer', visibleText: 'Hallo!' },
  ])

  // An out-of-office reply to the acknowledgment joins the ticket, and nothing answers it.
  const automatic = { headers: { 'Auto-Submitted': 'auto-replied' }, inReplyTo: acknowledged.messageId ?? '' }
  await transport.sendMail({
    from: ADA,
    to: acknowledged.replyTo?.[0]?.address ?? '',
    text: 'I am away.',
    ...automatic,
  })
  await ticketWith(5)

  const bounced = await api.post(`/v1/tickets/${ticket.id}/replies`, { text: 'Gern.', cc: [] })
  const returned = await receive()
  await transport.sendMail({
    envelope: { from: '', to: returned.envelope?.from ?? '' },
    raw: bounceOf('kim@example.com', returned.messageId ?? ''),
  })
  await waitFor(async () => {
    const { data } = (await api.get(`/v1/tickets/${ticket.id}/messages`)).body
    expect(data[0]).toMatchObject({ id: bounced.body.id, to: ['kim@example.com'], delivery: { status: 'bounced' } })
  })
  expect(await ticketWith(6)).toMatchObject({ id: ticket.id })
  expect(inbox.messages).toHaveLength(read)
})

const bounceOf = (recipient: string, messageId: string): string =>
  `From: Mailer <mailer-daemon@example.com>
To: ${SUPPORT}
Subject: Undelivered Mail Returned to Sender
Message-ID: <bounce@example.com>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

Sorry.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com

Final-Recipient: rfc822; ${recipient}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 No such user

--b
Content-Type: text/rfc822-headers

Message-ID: ${messageId}

--b--
`.replaceAll('\n', '\r\n')
