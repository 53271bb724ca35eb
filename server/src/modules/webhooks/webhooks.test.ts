import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, vi } from 'vitest'
import { type ExternalServer, openExternalServer } from '../../../test/external-server.ts'
import { fileServer } from '../../../test/open-server.ts'
import { type ApiClient, openShop, type Shop } from '../../../test/open-shop.ts'
import { addMember } from '../../../test/sign-in.ts'
import type { EmailMessage } from '../../ports/mail.ts'

const ENDPOINTS = '/v1/webhooks/endpoints'
const DELIVERIES = '/v1/webhooks/deliveries'
const WAIT = { timeout: 60_000, interval: 25 }

/** The time of the server: tests let days pass. */
let passedMs = 0
const HOUR_MS = 3_600_000
const emails: EmailMessage[] = []
const server = fileServer({
  allowWebhookLoopback: true,
  clock: () => new Date(Date.now() + passedMs),
  mail: { send: async (email) => void emails.push(email) },
})
let worker: Promise<unknown> | undefined

async function openWebhookShop(): Promise<Shop> {
  worker ??= server().then((one) => one.startWorker())
  await worker
  return openShop(await server())
}

const openReceiver = (statuses: number[] = [], headers: Record<string, string> = {}): Promise<ExternalServer> =>
  openExternalServer((response) => void response.writeHead(statuses.shift() ?? 204, headers).end())

async function addEndpoint(api: ApiClient, url: string, more: object = {}) {
  const { status, body } = await api.post(ENDPOINTS, { url, events: ['workspace.updated'], ...more })
  expect([status, body]).toEqual([201, expect.objectContaining({ url, active: true })])
  return body
}

/** An event, whose data has the name. */
const rename = async (api: ApiClient, name: string) => expect((await api.patch('/v1/workspace', { name })).status).toBe(200)

const namesOf = ({ requests }: ExternalServer) => requests.map(({ body }) => JSON.parse(body).data.name)
const receive = (receiver: ExternalServer, count: number) =>
  vi.waitFor(() => expect(receiver.requests.length).toBeGreaterThanOrEqual(count), WAIT)
const verify = (secret: string, { body, headers }: ExternalServer['requests'][0]) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

/** The only delivery of the endpoint, once it is as expected. */
async function waitForDelivery(api: ApiClient, endpointId: string, expected: object) {
  return vi.waitFor(async () => {
    const [delivery] = (await api.get(`${DELIVERIES}?endpointId=${endpointId}`)).body.data
    expect(delivery).toMatchObject(expected)
    return delivery
  }, WAIT)
}

const letPass = (delivery: { nextAttemptAt: string }) => {
  passedMs += Math.max(0, new Date(delivery.nextAttemptAt).getTime() - (Date.now() + passedMs))
}

describe('webhook deliveries', () => {
  it('are signed according to Standard Webhooks, in the order of the events, and logged', async () => {
    const { api } = await openWebhookShop()
    const receiver = await openReceiver()
    const { id, secret } = await addEndpoint(api, receiver.url)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const names = Array.from({ length: 20 }, (_, n) => `Shop ${n}`)
    for (const name of names) await rename(api, name)
    await receive(receiver, 20)
    expect(namesOf(receiver)).toEqual(names)

    const [first] = receiver.requests as [ExternalServer['requests'][0]]
    const [oldest] = (await api.get('/v1/events?type=workspace.updated&limit=100')).body.data.slice(-1)
    passedMs || expect(verify(secret, first)).toEqual({
      id: oldest.id,
      type: 'workspace.updated',
      timestamp: oldest.createdAt,
      data: oldest.data,
    })
    expect(first.headers).toMatchObject({ 'webhook-id': oldest.id, 'content-type': 'application/json' })
    expect(() => verify(secret, { ...first, body: first.body.replace('Shop 0', 'Shop 1') })).toThrow()

    const deliveries = await vi.waitFor(async () => {
      const { body } = await api.get(`${DELIVERIES}?endpointId=${id}&status=delivered&limit=100`)
      expect(body.data).toHaveLength(20)
      return body.data
    }, WAIT)
    expect(deliveries.at(-1)).toMatchObject({ eventId: oldest.id, eventType: 'workspace.updated', attemptCount: 1 })
    const { body } = await api.get(`${DELIVERIES}/${deliveries.at(-1).id}`)
    expect(body.attempts).toEqual([
      { at: expect.any(String), durationMs: expect.any(Number), responseStatus: 204, response: '', error: null },
    ])
  })
})
