import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openExternalServer } from '../external-server.ts'
import { freePort } from '../free-port.ts'
import { createApiClient } from '../open-shop.ts'
import { runProgram } from '../process.ts'

const EVENTS = 60

it('loses no webhook and keeps their order, although the server is killed while it sends', async () => {
  const DATA_DIR = join(tmpdir(), `storedesk-webhook-kill-${randomUUID()}`)
  const BOOTSTRAP_FILE = `${DATA_DIR}.json`
  onTestFinished(async () => {
    await rm(DATA_DIR, { recursive: true })
    await rm(BOOTSTRAP_FILE)
  })
  const [PORT, STOREFRONT_PORT] = [String(await freePort()), String(await freePort())]
  const env = { DATA_DIR, BOOTSTRAP_FILE, PORT, STOREFRONT_PORT, LOG_LEVEL: 'warn', WEBHOOK_ALLOW_LOOPBACK: 'on' }
  const start = async () => {
    const server = runProgram('dist/main.js', env)
    await server.waitForLine(/Storedesk is ready/)
    return server
  }
  let server = await start()
  const { liveKey } = JSON.parse(await readFile(BOOTSTRAP_FILE, 'utf8'))
  const api = createApiClient(`http://127.0.0.1:${PORT}`, { authorization: `Bearer ${liveKey}` })
  // The request after the first few gets no response before the server is dead.
  let isHeld = true
  let answered = 0
  const receiver = await openExternalServer((response) => {
    if (!isHeld || answered++ < 20) response.end()
  })
  const endpoint = { url: receiver.url, events: ['workspace.updated'] }
  const { id } = (await api.post('/v1/webhooks/endpoints', endpoint)).body

  const names = Array.from({ length: EVENTS }, (_, n) => `Shop ${n}`)
  for (const name of names) expect((await api.patch('/v1/workspace', { name })).status).toBe(200)
  const received = () => [...new Set(receiver.requests.map(({ body }) => JSON.parse(body).data.name))]
  await vi.waitFor(() => expect(received()).toHaveLength(21), { timeout: 60_000, interval: 50 })
  await server.kill('SIGKILL')
  isHeld = false

  server = await start()
  await vi.waitFor(() => expect(received()).toEqual(names), { timeout: 60_000, interval: 50 })
  const delivered = await vi.waitFor(
    async () => {
      const { data } = (await api.get(`/v1/webhooks/deliveries?endpointId=${id}&status=delivered&limit=100`)).body
      expect(data).toHaveLength(EVENTS)
      return data as { eventId: string }[]
    },
    { timeout: 60_000, interval: 50 },
  )
  expect(new Set(delivered.map(({ eventId }) => eventId)).size).toBe(EVENTS)
  expect(await server.kill('SIGTERM')).toBe(0)
})
