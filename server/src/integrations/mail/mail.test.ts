import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openMailServer } from '../../../test/mail-server.ts'
import { openMail } from './mail.ts'

const message = { to: 'alex@example.com', subject: 'Hello', text: 'A link' }
const from = 'Storedesk <shop@example.com>'

it('sends an email through the mail server of SMTP_URL', async () => {
  const server = await openMailServer()
  await openMail({ smtpUrl: server.url, from, log: pino({ level: 'silent' }) }).send(message)
  expect(server.messages).toHaveLength(1)
  for (const part of ['From: Storedesk <shop@example.com>', 'To: alex@example.com', 'Subject: Hello', 'A link']) {
    expect(server.messages[0]).toContain(part)
  }
})

it('does not let a line break in a name or subject start a header', async () => {
  const server = await openMailServer()
  const injected = { senderName: 'Shop\r\nBcc: b@example.com', subject: 'Hello\r\nBcc: c@example.com\r\n\r\nBuy now' }
  await openMail({ smtpUrl: server.url, from, log: pino({ level: 'silent' }) }).send({ ...message, ...injected })
  const [head = ''] = (server.messages[0] ?? '').split('\r\n\r\n')
  expect(head).not.toMatch(/^bcc:/im)
  expect(head).toContain('Subject: Hello Bcc: c@example.com Buy now')
})

it('fails when the mail server is down, so that the job is retried', async () => {
  const mail = openMail({ smtpUrl: 'smtp://127.0.0.1:1', from, log: pino({ level: 'silent' }) })
  await expect(mail.send(message)).rejects.toThrow()
})
