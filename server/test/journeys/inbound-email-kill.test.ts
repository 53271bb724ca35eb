import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import { type ApiClient, createApiClient } from '../open-shop.ts'
import { runProgram } from '../process.ts'

/** `npm run bench:inbound-email` does the same for about a minute. */
const EMAILS = Number(process.env.INBOUND_KILL_EMAILS ?? 120)
const SENDERS = 8
const KILLS = Number(process.env.INBOUND_KILLS ?? 1)
const ADDRESS = 'support@shop.example'

it(`loses none of ${EMAILS} emails and stores none twice, although the server is killed ${KILLS === 1 ? 'once' : `${KILLS} times`}`, async () => {
  const DATA_DIR = join(tmpdir(), `storedesk-inbound-kill-${randomUUID()}`)
  const BOOTSTRAP_FILE = `${DATA_DIR}.json`
  onTestFinished(async () => {
    await rm(DATA_DIR, { recursive: true })
    await rm(BOOTSTRAP_FILE)
  })
  const [PORT, STOREFRONT_PORT, SMTP_LISTEN_PORT] = [await freePort(), await freePort(), await freePort()].map(String)
  const env = { DATA_DIR, BOOTSTRAP_FILE, PORT, STOREFRONT_PORT, SMTP_LISTEN_PORT, LOG_LEVEL: 'warn' } as Record<
    string,
    string
  >
  const start = async () => {
    const server = runProgram('dist/main.js', env)
    await server.waitForLine(/Storedesk is ready/)
    const { liveKey } = JSON.parse(await readFile(BOOTSTRAP_FILE, 'utf8'))
    return { server, api: createApiClient(`http://127.0.0.1:${PORT}`, { authorization: `Bearer ${liveKey}` }) }
  }
  let { server, api } = await start()
  expect((await api.post('/v1/mailboxes', { address: ADDRESS, name: 'Support' })).status).toBe(201)

  const waiting = Array.from({ length: EMAILS }, (_, n) => n)
  let acknowledged = 0
  let isDone = false
  const senders = Array.from({ length: SENDERS }, async () => {
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) {
      // As a mail server does: the same email again until somebody takes it.
      while (!(await send(Number(SMTP_LISTEN_PORT), n))) await new Promise((resolve) => setTimeout(resolve, 50))
      acknowledged++
    }
    isDone = waiting.length === 0
  })
  for (let kill = 1; kill <= KILLS; kill++) {
    await expect
      .poll(() => acknowledged, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan((EMAILS * kill) / (KILLS + 2))
    expect(isDone).toBe(false)
    await server.kill('SIGKILL')
    ;({ server, api } = await start())
  }
  await Promise.all(senders)

  const count = async (query: string) => (await api.get(`/v1/mail?limit=1${query}`)).body.data.length
  await expect.poll(() => count('&status=received'), { timeout: 60_000, interval: 500 }).toBe(0)
  await expect.poll(() => count('&status=failed'), { timeout: 60_000, interval: 500 }).toBe(0)
  const emails = await listAll(api, '/v1/mail')
  expect(new Set(emails.map(({ emailMessageId }) => emailMessageId)).size).toBe(EMAILS)
  expect(emails.map(({ status }) => status)).toEqual(Array(EMAILS).fill('processed'))
  expect(new Set(emails.map(({ ticketId }) => ticketId)).size).toBe(EMAILS)
  const tickets = (await listAll(api, '/v1/tickets')).filter(({ subject }) => String(subject).startsWith('Email '))
  expect(tickets.map(({ messageCount }) => messageCount)).toEqual(Array(EMAILS).fill(1))
  expect(await server.kill('SIGTERM')).toBe(0)
})

async function send(port: number, n: number): Promise<boolean> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true })
  return transport
    .sendMail({
      from: `customer-${n}@example.com`,
      to: ADDRESS,
      subject: `Email ${n}`,
      messageId: `<email-${n}@example.com>`,
      text: `This is email ${n}.`,
    })
    .then(
      () => true,
      () => false,
    )
}

async function listAll(api: ApiClient, path: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = []
  let cursor = ''
  do {
    const { body } = await api.get(`${path}?limit=100${cursor && `&cursor=${cursor}`}`)
    all.push(...body.data)
    cursor = body.nextCursor ?? ''
  } while (cursor)
  return all
}
