import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answeredTicket, deliverEmail, openMailbox, systemCtx } from '../../../test/mail-desk.ts'
import { openServer, type TestServer } from '../../../test/open-server.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { selfSignedCertificate } from '../../../test/self-signed-certificate.ts'
import type { Ctx } from '../../ctx.ts'
import type { Mailbox } from '../mailboxes/schemas.ts'
import { listMessages } from '../tickets/messages/messages.ts'
import { getTrace, pruneEmails, receiveEmail } from './inbound-email.ts'
import { parseEmail } from './parse-email.ts'
import { processEmail } from './process-email.ts'
import { type SmtpListener, startSmtpListener } from './smtp/smtp.ts'
import { toVisibleText } from './visible-text.ts'

let server: TestServer
let shop: Shop
let ctx: Ctx
let mailbox: Mailbox
let listener: SmtpListener
let isAllowed = true
const closers: (() => Promise<void>)[] = []

beforeAll(async () => {
  server = await openServer({}, (close) => void closers.push(close))
  shop = await openShop(server)
  ctx = systemCtx(shop)
  mailbox = await openMailbox(ctx)
  listener = await startSmtpListener({
    ...server.system,
    host: '127.0.0.1',
    port: 0,
    clock: () => new Date(),
    isAllowed: () => isAllowed,
  })
})
afterAll(async () => {
  await listener.stop()
  for (const close of closers) await close()
})

let count = 0
const newEmail = (body = 'Hello', headers = '') =>
  `From: Ada <ada@example.com>\r\nTo: ${mailbox.address}\r\nSubject: Hi\r\nMessage-ID: <${++count}@t.example>\r\n${headers}\r\n${body}\r\n`

const listMail = async (query = '') => (await shop.api.get(`/v1/mail?limit=100${query}`)).body.data

describe('the SMTP listener', () => {
  const send = (to: string | string[], raw: string) =>
    createTransport({ host: '127.0.0.1', port: listener.port, secure: false, ignoreTLS: true }).sendMail({
      envelope: { from: 'ada@example.com', to },
      raw,
    })

  it('stores an email once, before it answers, and a worker makes it a ticket', async () => {
    const raw = newEmail('Over SMTP')
    const { response } = await send(mailbox.address, raw)
    expect(response).toMatch(/^250/)
    const [stored] = await listMail()
    expect(stored).toMatchObject({ status: 'received', source: 'smtp', envelope: { to: [mailbox.address] } })
    await send(mailbox.address, raw)
    expect((await getTrace(ctx, stored.id)).email.duplicateCount).toBe(1)
    const worker = await server.startWorker()
    await expect.poll(async () => (await getTrace(ctx, stored.id)).email.status).toBe('processed')
    await worker.stop()
    const { email, decision } = await getTrace(ctx, stored.id)
    expect(decision?.steps.at(-1)?.text).toMatch(/^Became the new ticket #\d+\.$/)
    const { data } = await listMessages(ctx, email.ticketId ?? '', {})
    expect(data).toMatchObject([{ text: 'Over SMTP', author: { email: 'ada@example.com' } }])
  })

  it('takes emails for known mailboxes only, once for each, and relays nothing', async () => {
    const other = await openMailbox(ctx)
    await expect(send('nobody@shop.example', newEmail())).rejects.toMatchObject({ responseCode: 550 })
    const plus = mailbox.address.replace('@', '+anything@')
    await send([mailbox.address, plus, other.address, 'x@elsewhere.example'], newEmail('To both'))
    const stored = (await listMail()).slice(0, 2)
    expect(stored.map((one: { mailboxId: string }) => one.mailboxId).sort()).toEqual([mailbox.id, other.id].sort())
    expect(stored.flatMap((one: { envelope: { to: string[] } }) => one.envelope.to).sort()).toEqual(
      [mailbox.address, plus, other.address].sort(),
    )
    await shop.api.patch(`/v1/mailboxes/${other.id}`, { active: false })
    // Addresses are cached for a second.
    const trySending = () =>
      send(other.address, newEmail()).then(
        () => 250,
        ({ responseCode }) => responseCode,
      )
    await expect.poll(trySending, { timeout: 10_000, interval: 100 }).toBe(550)
  })

  it('rejects what is too large or too much, with the answer of the protocol', async () => {
    const large = newEmail('x'.repeat(26 * 1024 * 1024).replaceAll(/.{70}/g, '$&\r\n'))
    await expect(send(mailbox.address, large)).rejects.toMatchObject({ responseCode: 552 })
    isAllowed = false
    await expect(send(mailbox.address, newEmail())).rejects.toMatchObject({ responseCode: 421 })
    isAllowed = true
  })
})

describe('the SMTP listener with a certificate', () => {
  it('encrypts with STARTTLS, and never asks for a password', async () => {
    const tls = selfSignedCertificate()
    const options = { host: '127.0.0.1', port: 0, clock: () => new Date(), isAllowed: () => true }
    const encrypted = await startSmtpListener({ ...server.system, ...options, tls })
    const send = (port: number, ca: Buffer | undefined, raw: string) =>
      createTransport({
        host: '127.0.0.1',
        port,
        requireTLS: true,
        tls: { servername: 'localhost', ...(ca && { ca }) },
      }).sendMail({ envelope: { from: 'ada@example.com', to: mailbox.address }, raw })
    try {
      expect((await send(encrypted.port, tls.cert, newEmail('Sealed'))).response).toMatch(/^250/)
      expect((await listMail())[0]).toMatchObject({ source: 'smtp', envelope: { to: [mailbox.address] } })
      await expect(send(encrypted.port, undefined, newEmail())).rejects.toMatchObject({ code: 'ESOCKET' })
      await expect(send(listener.port, tls.cert, newEmail())).rejects.toMatchObject({ code: 'ETLS' })
      const [greeting, capabilities, answer] = await talk(encrypted.port, [
        'EHLO client.example',
        `AUTH PLAIN ${Buffer.from('\0ada\0secret').toString('base64')}`,
      ])
      expect(greeting).toMatch(/^220 /)
      expect(capabilities).toContain('STARTTLS')
      expect(capabilities).not.toContain('AUTH')
      expect(answer).toMatch(/^5\d\d /)
    } finally {
      await encrypted.stop()
    }
  })

  /** The greeting and the answer to each line, without encryption. */
  async function talk(port: number, lines: string[]): Promise<string[]> {
    const socket = connect(port, '127.0.0.1')
    const answers: string[] = []
    let text = ''
    for await (const chunk of socket) {
      text += chunk
      if (!/^\d{3} .*\r\n$/m.test(text)) continue
      answers.push(text)
      text = ''
      const line = lines[answers.length - 1]
      if (line === undefined) break
      socket.write(`${line}\r\n`)
    }
    return answers
  }
})

describe('the inbound URLs of providers', () => {
  const openProvider = async (provider: string, signingKey?: string) => {
    const input = { address: `p${++count}@shop.example`, name: 'P', provider, ...(signingKey && { signingKey }) }
    const { body } = await shop.api.post('/v1/mailboxes', input)
    return { id: body.id, url: new URL(body.inboundUrl).pathname }
  }
  const post = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const response = await fetch(server.url + path, { method: 'POST', body, headers })
    return { status: response.status, body: await response.json() }
  }
  const processed = async (id: string) => {
    await processEmail(ctx, id)
    const { email } = await getTrace(ctx, id)
    const { data } = await listMessages(ctx, email.ticketId ?? '', {})
    return data[0]
  }

  it('take Postmark’s JSON, raw or parsed, by a URL that can be replaced', async () => {
    const { id, url } = await openProvider('postmark')
    const json = { 'content-type': 'application/json' }
    const raw = await post(url, JSON.stringify({ From: 'ada@example.com', RawEmail: newEmail('Raw') }), json)
    expect(raw).toMatchObject({ status: 200, body: { received: true, duplicate: false } })
    expect(await processed(raw.body.id)).toMatchObject({ text: 'Raw' })
    const parsed = {
      From: 'ada@example.com',
      Subject: 'Parsed',
      TextBody: 'Parsed text',
      Headers: [{ Name: 'Message-ID', Value: '<parsed@pm.example>' }],
      Attachments: [{ Name: 'a.txt', Content: Buffer.from('file').toString('base64'), ContentType: 'text/plain' }],
    }
    const first = await post(url, JSON.stringify(parsed), json)
    expect(await processed(first.body.id)).toMatchObject({ text: 'Parsed text', attachments: [{ name: 'a.txt' }] })
    expect((await post(url, JSON.stringify(parsed), json)).body).toEqual({
      received: true,
      id: first.body.id,
      duplicate: true,
    })
    expect((await post(url, 'no json', json)).status).toBe(400)
    await shop.api.post(`/v1/mailboxes/${id}/inbound-url`)
    expect((await post(url, JSON.stringify(parsed), json)).status).toBe(404)
    expect((await post(`${url}x`, '{}', json)).status).toBe(404)
  })

  it('take Mailgun’s forms with a valid signature, each token for one email', async () => {
    const { url } = await openProvider('mailgun', 'mg-key')
    const form = (text: string, token: string, age = 0, key = 'mg-key') => {
      const timestamp = String(Math.floor(Date.now() / 1000) - age)
      const signature = createHmac('sha256', key)
        .update(timestamp + token)
        .digest('hex')
      const data = new FormData()
      const fields = {
        recipient: 'p@shop.example',
        sender: 'ada@example.com',
        from: 'Ada <ada@example.com>',
        timestamp,
        token,
        signature,
      }
      for (const [name, value] of Object.entries({ ...fields, subject: 'Mg', 'body-plain': text }))
        data.set(name, value)
      data.set('attachment-1', new Blob(['file'], { type: 'text/plain' }), 'b.txt')
      return data
    }
    const { status, body } = await post(url, form('Hello from Mailgun', 't1'))
    expect(status).toBe(200)
    expect(await processed(body.id)).toMatchObject({ text: 'Hello from Mailgun', attachments: [{ name: 'b.txt' }] })
    expect((await post(url, form('Hello from Mailgun', 't1'))).body.duplicate).toBe(true)
    expect((await post(url, form('Another with the same token', 't1'))).status).toBe(406)
    expect((await post(url, form('Old', 't2', 3600))).status).toBe(406)
    expect((await post(url, form('Wrong key', 't3', 0, 'other'))).status).toBe(401)
    const mime = form('', 't4')
    mime.set('body-mime', newEmail('As MIME'))
    expect(await processed((await post(`${url}/mime`, mime)).body.id)).toMatchObject({ text: 'As MIME' })
  })

  it('take SendGrid’s forms, and check the signature when there is a key', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { url } = await openProvider('sendgrid', publicKey.export({ format: 'der', type: 'spki' }).toString('base64'))
    const data = new FormData()
    data.set('email', newEmail('Raw from SendGrid'))
    data.set('envelope', JSON.stringify({ from: 'ada@example.com', to: ['p@shop.example'] }))
    const request = new Request('http://x', { method: 'POST', body: data })
    const body = Buffer.from(await request.arrayBuffer())
    const timestamp = String(Math.floor(Date.now() / 1000))
    const headers = (signed: Buffer) => ({
      'content-type': request.headers.get('content-type') ?? '',
      'x-twilio-email-event-webhook-timestamp': timestamp,
      'x-twilio-email-event-webhook-signature': sign('sha256', signed, privateKey).toString('base64'),
    })
    const valid = await post(url, body, headers(Buffer.concat([Buffer.from(timestamp), body])))
    expect(valid.status).toBe(200)
    expect(await processed(valid.body.id)).toMatchObject({ text: 'Raw from SendGrid' })
    expect((await post(url, body, headers(body))).status).toBe(401)
  })
})

describe('processing', () => {
  it('waits for the email that this one answers, so that a thread is one ticket', async () => {
    const store = (content: string) =>
      receiveEmail(ctx, {
        mailboxId: mailbox.id,
        source: 'smtp',
        envelopeFrom: '',
        envelopeTo: [],
        content: Buffer.from(content),
      })
    const first = await store(newEmail('First'))
    const second = await store(newEmail('Second', `In-Reply-To: <${count}@t.example>\r\n`))
    await processEmail(ctx, second.id ?? '')
    expect((await getTrace(ctx, second.id ?? '')).email.status).toBe('received')
    await Promise.all([processEmail(ctx, first.id ?? ''), processEmail(ctx, first.id ?? '')])
    await processEmail(ctx, second.id ?? '')
    const traces = await Promise.all([first, second].map(({ id = '' }) => getTrace(ctx, id)))
    expect(traces[1]?.email.ticketId).toBe(traces[0]?.email.ticketId)
    const { data } = await listMessages(ctx, traces[0]?.email.ticketId ?? '', {})
    expect(data.map(({ text }) => text)).toEqual(['Second', 'First'])
  })

  it('ignores a flood, which staff can release', async () => {
    await server.db.pool.query(
      `insert into inbound_emails (environment_id, id, mailbox_id, source, identity, duplicate_count, envelope_from,
         envelope_to, sender, size_bytes, status, is_released, received_at)
       select $1, 'eml_' || lpad(n::text, 26, '0'), $2, 'smtp', 'flood ' || n, 0, '', '{}', 'loop@example.com', 1,
         'processed', false, now() from generate_series(1, 100) as n`,
      [ctx.environmentId, mailbox.id],
    )
    const id = await deliverEmail(ctx, mailbox, newEmail().replace('ada@example.com', 'loop@example.com'))
    expect((await getTrace(ctx, id)).email.status).toBe('ignored')
    expect((await listMail('&status=ignored')).map((one: { id: string }) => one.id)).toContain(id)
    expect((await shop.api.post(`/v1/mail/${id}/release`)).status).toBe(202)
    await processEmail(ctx, id)
    expect((await getTrace(ctx, id)).email.status).toBe('processed')
    expect((await shop.api.post(`/v1/mail/${id}/release`)).status).toBe(409)
  })

  it('shows the original for 30 days, to those who may read it', async () => {
    const raw = newEmail('Original\r\nwith two lines')
    const id = await deliverEmail(ctx, mailbox, raw)
    const response = await shop.api.get(`/v1/mail/${id}/raw`)
    expect([response.status, response.body, response.headers.get('content-type')]).toEqual([200, raw, 'message/rfc822'])
    expect(response.headers.get('content-disposition')).toContain('attachment')
    expect((await shop.sandbox.get(`/v1/mail/${id}/raw`)).status).toBe(404)
    await pruneEmails({ ...ctx, now: new Date(Date.now() + 31 * 86_400_000) })
    expect((await shop.api.get(`/v1/mail/${id}/raw`)).status).toBe(404)
    expect((await shop.api.get(`/v1/mail/${id}/trace`)).status).toBe(200)
  })

  it('adds a reply to a merged ticket, deleted mailboxes ignore it', async () => {
    const own = await openMailbox(ctx)
    const { ticket, address } = await answeredTicket(ctx, own)
    const { id } = await receiveEmail(ctx, {
      mailboxId: own.id,
      source: 'smtp',
      envelopeFrom: 'ada@example.com',
      envelopeTo: [address],
      content: Buffer.from(newEmail('By the envelope')),
    })
    await processEmail(ctx, id ?? '')
    expect((await getTrace(ctx, id ?? '')).email.ticketId).toBe(ticket.id)
    const late = await receiveEmail(ctx, {
      mailboxId: own.id,
      source: 'smtp',
      envelopeFrom: '',
      envelopeTo: [],
      content: Buffer.from(newEmail()),
    })
    await shop.api.send('DELETE', `/v1/mailboxes/${own.id}`)
    await processEmail(ctx, late.id ?? '')
    expect((await getTrace(ctx, late.id ?? '')).email.status).toBe('ignored')
  })
})

describe('limits', () => {
  const nested = (depth: number) => {
    let email = 'Subject: deep\r\nFrom: ada@example.com\r\n'
    for (let level = 0; level < depth; level++)
      email += `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`
    return `${email}\r\n\r\ninside\r\n`
  }

  it.each([
    ['1,000 levels', () => nested(1000)],
    [
      '2 MB of headers',
      () => `From: ada@example.com\r\nSubject: huge\r\n${'X-Filler: 0123456789\r\n'.repeat(100_000)}\r\nbody`,
    ],
    [
      'one header of 1 MB',
      () => `From: ada@example.com\r\nSubject: long\r\nX-Long: ${'x'.repeat(1_000_000)}\r\n\r\nbody`,
    ],
    [
      '5,000 parts',
      () =>
        `From: ada@example.com\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: image/png\r\n\r\nx\r\n'.repeat(5000)}--b--`,
    ],
    ['20 MB of text', () => `From: ada@example.com\r\n\r\n${'words '.repeat(3_500_000)}`],
  ])('an email with %s is read within a second or two', async (_name, make) => {
    const raw = Buffer.from(make())
    const before = process.cpuUsage()
    const email = await parseEmail(raw)
    toVisibleText(email)
    // CPU time, since the clock depends on the load.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5)
    expect(email.from?.email).toBe('ada@example.com')
    expect(email.text.length).toBeLessThanOrEqual(100_000)
    expect(email.attachments.length).toBeLessThanOrEqual(20)
  })

  it.each([
    '\n',
    'Op a schreef b\n',
    ' on at wrote',
    '12.12.2020 12.12 " < ',
    'On a wrote b ',
    'abc. x skrev \n',
    '> \n',
    'From: a <',
    '<a ',
    '-',
    ' ',
  ])('the history of 100,000 characters of %j is folded without backtracking', (unit) => {
    const text = unit.repeat(100_000 / unit.length)
    const before = process.cpuUsage()
    toVisibleText({ text, html: text, subject: text })
    // A parser with backtracking took 37 s for a fifth of this text.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(20)
  })
})
