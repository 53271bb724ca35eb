import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openMailServer } from '../../../test/mail-server.ts'
import { EmailRejectedError } from '../../ports/mail.ts'
import { openMail } from './mail.ts'

const message = { to: 'alex@example.com', subject: 'Hello', text: 'A link' }
const from = 'Storedesk <shop@example.com>'
const openTransport = (smtpUrl: string) => openMail({ smtpUrl, from, log: pino({ level: 'silent' }) })
const headOf = (email = '') => email.slice(0, email.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')

it('sends an email through the mail server of SMTP_URL', async () => {
  const server = await openMailServer()
  await openTransport(server.url).send(message)
  expect(server.messages).toHaveLength(1)
  for (const part of ['From: Storedesk <shop@example.com>', 'To: alex@example.com', 'Subject: Hello', 'A link']) {
    expect(server.messages[0]).toContain(part)
  }
})

it('sends the headers of a conversation, attachments, and bounces to an address of their own', async () => {
  const server = await openMailServer()
  const sent = await openTransport(server.url).send({
    ...message,
    to: ['alex@example.com', 'kim@example.com'],
    cc: ['cc@example.com'],
    from: { name: 'Help, please', address: 'help@shop.example' },
    replyTo: 'help+token@shop.example',
    bounceTo: 'help+bounce@shop.example',
    messageId: 'ours@shop.example',
    inReplyTo: 'theirs@example.com',
    references: ['first@example.com', 'theirs@example.com'],
    headers: { 'Auto-Submitted': 'auto-replied' },
    attachments: [{ name: 'label.pdf', contentType: 'application/pdf', content: Buffer.from('PDF bytes') }],
  })
  expect(sent).toEqual({ rejected: [] })
  expect(server.envelopes).toEqual([
    { from: 'help+bounce@shop.example', to: ['alex@example.com', 'kim@example.com', 'cc@example.com'] },
  ])
  for (const header of [
    'From: "Help, please" <help@shop.example>',
    'To: alex@example.com, kim@example.com',
    'Cc: cc@example.com',
    'Reply-To: help+token@shop.example',
    'Message-ID: <ours@shop.example>',
    'In-Reply-To: <theirs@example.com>',
    'References: <first@example.com> <theirs@example.com>',
    'Auto-Submitted: auto-replied',
  ]) {
    expect(headOf(server.messages[0]).split('\r\n')).toContain(header)
  }
  expect(server.messages[0]).toContain('filename=label.pdf')
  expect(server.messages[0]).toContain(Buffer.from('PDF bytes').toString('base64'))
})

const BREAK = '\r\nBcc: b@example.com\r\n\r\nBuy now'

it.each([
  { senderName: `Shop${BREAK}` },
  { subject: `Hello${BREAK}` },
  { from: { name: `Shop${BREAK}`, address: 'help@shop.example' } },
  { messageId: `id${BREAK}@example.com` },
  { inReplyTo: `id${BREAK}@example.com` },
  { references: [`id>${BREAK}@example.com`] },
  { headers: { 'X-Loop': `yes${BREAK}` } },
  { attachments: [{ name: `a${BREAK}.txt`, contentType: `text/plain${BREAK}`, content: Buffer.from('a') }] },
  { subject: 'Hello\u2028Bcc: b@example.com' },
])('does not let a line break start a header: %j', async (injected) => {
  const server = await openMailServer()
  await openTransport(server.url).send({ ...message, ...injected })
  expect(server.envelopes[0]?.to).toEqual(['alex@example.com'])
  expect(headOf(server.messages[0])).not.toMatch(/^bcc:/im)
  expect(server.messages[0]).not.toMatch(/^bcc: b@|^buy now/im)
})

it.each([
  { to: `alex@example.com${BREAK}` },
  { cc: ['b@example.com>, <c@example.com'] },
  { replyTo: `alex@example.com${BREAK}` },
  { bounceTo: 'alex@example.com>\r\nRCPT TO:<b@example.com' },
])('does not let an address name another recipient: %j', async (injected) => {
  const server = await openMailServer()
  await openTransport(server.url)
    .send({ ...message, ...injected })
    .catch(() => {})
  for (const { to } of server.envelopes) expect(to).not.toContain('b@example.com')
  for (const email of server.messages) expect(headOf(email)).not.toMatch(/^bcc:/im)
})

it('says which recipients were refused, and whether another attempt can help', async () => {
  const server = await openMailServer()
  server.respond = (command) => (command.includes('<nobody@') ? '550 5.1.1 No such user' : undefined)
  const mail = openTransport(server.url)
  const cc = ['nobody@example.com']
  expect(await mail.send({ ...message, cc })).toEqual({ rejected: cc })
  await expect(mail.send({ ...message, to: cc })).rejects.toThrow(EmailRejectedError)
  server.respond = (command) => (command === '.' ? '451 Try again later' : undefined)
  await expect(mail.send(message)).rejects.not.toThrow(EmailRejectedError)
})

it('fails when the mail server is down, so that the job is retried', async () => {
  await expect(openTransport('smtp://127.0.0.1:1').send(message)).rejects.toThrow()
})
