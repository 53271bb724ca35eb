import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isDistributed } from '../../../test/database.ts'
import { type ExternalServer, openExternalServer } from '../../../test/external-server.ts'
import { fileServer } from '../../../test/open-server.ts'
import { type ApiClient, createApiClient, openShop, type Shop } from '../../../test/open-shop.ts'
import { addMember } from '../../../test/sign-in.ts'
import type { EmailMessage } from '../../ports/mail.ts'
import { createKey } from '../keys/keys.ts'

const ENDPOINTS = '/v1/webhooks/endpoints'
const DELIVERIES = '/v1/webhooks/deliveries'
const WAIT = { timeout: 60_000, interval: 25 }

/** The time of the server: tests let days pass. */
let passedMs = 0
let stoppedAt: Date | undefined
const HOUR_MS = 3_600_000
const emails: EmailMessage[] = []
const server = fileServer({
  allowWebhookLoopback: true,
  clock: () => stoppedAt ?? new Date(Date.now() + passedMs),
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

/** Responds so late that another sender would have the time to send, too. */
async function openCountingReceiver() {
  let open = 0
  let most = 0
  const receiver = await openExternalServer((response) => {
    most = Math.max(most, ++open)
    setTimeout(() => {
      open--
      response.writeHead(204).end()
    }, 10)
  })
  return { receiver, mostAtOnce: () => most }
}

async function addEndpoint(api: ApiClient, url: string, more: object = {}) {
  const { status, body } = await api.post(ENDPOINTS, { url, events: ['workspace.updated'], ...more })
  expect([status, body]).toEqual([201, expect.objectContaining({ url, active: true })])
  return body
}

/** An event, whose data has the name. */
const rename = async (api: ApiClient, name: string) =>
  expect((await api.patch('/v1/workspace', { name })).status).toBe(200)

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

const waitForFirst = (api: ApiClient, endpointId: string, expected: object) =>
  vi.waitFor(async () => {
    const { data } = (await api.get(`${DELIVERIES}?endpointId=${endpointId}`)).body
    expect(data.at(-1)).toMatchObject(expected)
    return data.at(-1)
  }, WAIT)

const requestAt = ({ requests }: ExternalServer, index: number) => requests[index] as ExternalServer['requests'][0]
const secondsUntil = (time: string) => (new Date(time).getTime() - Date.now() - passedMs) / 1000

const letPass = (delivery: { nextAttemptAt: string }) => {
  passedMs += Math.max(0, new Date(delivery.nextAttemptAt).getTime() - (Date.now() + passedMs))
}

describe('webhook deliveries', () => {
  it('are signed according to Standard Webhooks, in the order of the events, and logged', async () => {
    const shop = await openWebhookShop()
    const { api } = shop
    const receiver = await openReceiver()
    const { id, secret } = await addEndpoint(api, receiver.url)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const names = Array.from({ length: 20 }, (_, n) => `Shop ${n}`)
    for (const name of names) await rename(api, name)
    await receive(receiver, 20)
    expect(namesOf(receiver)).toEqual(names)

    const [first] = receiver.requests as [ExternalServer['requests'][0]]
    const [oldest] = (await api.get('/v1/events?type=workspace.updated&limit=100')).body.data.slice(-1)
    expect(verify(secret, first)).toEqual({
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
    const key = { label: 'Reader', mode: 'live', scope: 'read' } as const
    const { secret: reader } = await createKey(shop.server.system, shop.live.workspaceId, key, { actor: null })
    const read = async (path: string) =>
      (await fetch(shop.server.url + path, { headers: { authorization: `Bearer ${reader}` } })).json()
    const hidden = { responseStatus: 204, response: null }
    expect(await read(`${DELIVERIES}/${body.id}`)).toMatchObject({ lastAttempt: hidden, attempts: [hidden] })
    expect((await read(`${DELIVERIES}?limit=1`)).data).toMatchObject([{ lastAttempt: hidden }])
  })

  it('are signed with both secrets for a day after a rotation', async () => {
    const { api } = await openWebhookShop()
    const receiver = await openReceiver()
    const { id, secret: previous } = await addEndpoint(api, receiver.url)
    const { body } = await api.post(`${ENDPOINTS}/${id}/secret`)
    expect(body).toMatchObject({ id, version: 2, previousSecretUntil: expect.any(String) })
    expect(body.secret).not.toBe(previous)
    await rename(api, 'Rotated')
    await receive(receiver, 1)
    for (const secret of [previous, body.secret]) expect(verify(secret, requestAt(receiver, 0))).toBeTruthy()

    passedMs += 24 * HOUR_MS + 1000
    await rename(api, 'A day later')
    await receive(receiver, 2)
    const { headers } = requestAt(receiver, 1)
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(1)
  })

  it('are retried with the same ID and a new signature until they succeed, and delay no later event', async () => {
    const { api, server } = await openWebhookShop()
    const receiver = await openReceiver([500, 204, 302])
    const { id } = await addEndpoint(api, receiver.url)
    await rename(api, 'First')
    const failed = await waitForDelivery(api, id, { status: 'pending', attemptCount: 1 })
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toMatch(/^webhook_deliveries_pending [1-9]/m)
    expect(metrics).toMatch(/^webhook_endpoints_failing [1-9]/m)
    expect(metrics).toMatch(/^webhook_oldest_waiting_seconds \d/m)
    const ready = (await createApiClient(server.url).get('/readyz')).body
    expect(ready.checks.webhooks).toMatchObject({ ok: true, oldestWaitingSeconds: expect.any(Number) })
    expect(failed.lastAttempt).toMatchObject({ responseStatus: 500, error: 'The response has status 500.' })
    expect(secondsUntil(failed.nextAttemptAt)).toBeGreaterThan(0)
    await rename(api, 'Second')
    await receive(receiver, 2)
    expect(namesOf(receiver)).toEqual(['First', 'Second'])
    await vi.waitFor(async () => {
      expect((await api.get(`${ENDPOINTS}/${id}`)).body.failingSince).toBeNull()
    }, WAIT)

    letPass(failed)
    const again = await waitForFirst(api, id, { status: 'pending', attemptCount: 2 })
    expect(again.lastAttempt.error).toBe('The response has status 302. Redirects are not followed.')
    expect(secondsUntil(again.nextAttemptAt)).toBeGreaterThan(250)
    letPass(again)
    const { attemptCount, nextAttemptAt } = await waitForFirst(api, id, { status: 'delivered' })
    expect([attemptCount, nextAttemptAt]).toEqual([3, null])
    expect(namesOf(receiver)).toEqual(['First', 'Second', 'First', 'First'])
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
    expect(new Set([ids[0], ids[2], ids[3]]).size).toBe(1)
    const times = receiver.requests.map(({ headers }) => Number(headers['webhook-timestamp']))
    expect(Number(times[3]) - Number(times[2])).toBeGreaterThan(250)
  })

  it('wait as long as Retry-After says, also the events after', async () => {
    const { api } = await openWebhookShop()
    const receiver = await openReceiver([429], { 'retry-after': '600' })
    const other = await openReceiver()
    const { id } = await addEndpoint(api, receiver.url)
    await addEndpoint(api, other.url)
    await rename(api, 'First')
    const delivery = await waitForDelivery(api, id, { status: 'pending' })
    expect(secondsUntil(delivery.nextAttemptAt)).toBeGreaterThan(550)
    const { pausedUntil } = (await api.get(`${ENDPOINTS}/${id}`)).body
    expect(secondsUntil(pausedUntil)).toBeGreaterThan(550)
    passedMs += 500_000
    await rename(api, 'Second')
    await receive(other, 2)
    expect(receiver.requests).toHaveLength(1)
    passedMs += 200_000
    await receive(receiver, 3)
    expect(namesOf(receiver)).toEqual(['First', 'Second', 'First'])
  })

  it('follow a change of the subscribed events from the next event on', async () => {
    const { api } = await openWebhookShop()
    const receiver = await openReceiver()
    const { id } = await addEndpoint(api, receiver.url)
    await rename(api, 'Before')
    await receive(receiver, 1)
    // The lane is still waiting for more.
    await api.patch(`${ENDPOINTS}/${id}`, { events: ['location.created'] })
    await rename(api, 'No longer')
    await api.post('/v1/inventory/locations', { name: 'Shed' })
    await receive(receiver, 2)
    const types = receiver.requests.map(({ body }) => JSON.parse(body).type)
    expect(types).toEqual(['workspace.updated', 'location.created'])
  })

  it('come once, one at a time and in order, although several senders compete and one of them stops', async () => {
    const { api, server } = await openWebhookShop()
    const [stopping] = await Promise.all([server.startWebhookSender(), server.startWebhookSender()])
    const receivers = await Promise.all(Array.from({ length: 5 }, openCountingReceiver))
    for (const { receiver } of receivers) await addEndpoint(api, receiver.url)
    const names = Array.from({ length: 30 }, (_, n) => `Shop ${n}`)
    for (const name of names) {
      await rename(api, name)
      if (name === 'Shop 15') await stopping.stop()
    }
    for (const { receiver, mostAtOnce } of receivers) {
      await receive(receiver, names.length)
      expect(namesOf(receiver)).toEqual(names)
      expect(mostAtOnce()).toBe(1)
    }
  })

  it.skipIf(isDistributed())('are not lost when their results could not be recorded at first', async () => {
    const { api, server } = await openWebhookShop()
    const receiver = await openReceiver([500])
    const { id } = await addEndpoint(api, receiver.url)
    // A sequence is not rolled back, so only the first statement fails.
    await server.db.pool.query(`
      create sequence failures;
      create function fail_once() returns trigger language plpgsql as
        $$ begin if nextval('failures') = 1 then raise 'out of order'; end if; return null; end $$;
      create trigger fail_once after insert on webhook_deliveries for each statement execute function fail_once()`)
    await rename(api, 'Once')
    const { nextAttemptAt } = await waitForDelivery(api, id, { status: 'pending', attemptCount: 1 })
    await server.db.pool.query('drop trigger fail_once on webhook_deliveries')
    letPass({ nextAttemptAt })
    await waitForDelivery(api, id, { status: 'delivered', attemptCount: 2 })
    expect(namesOf(receiver)).toEqual(['Once', 'Once'])
  })

  it('store any response, and explain why there was none', async () => {
    const { api } = await openWebhookShop()
    const receiver = await openExternalServer((response) => response.writeHead(400).end(`\0 ${'😀'.repeat(20_000)}`))
    const { id } = await addEndpoint(api, receiver.url)
    await rename(api, 'Odd')
    const { lastAttempt } = await waitForDelivery(api, id, { status: 'pending' })
    expect(lastAttempt.response).toMatch(/^ 😀{200}/u)
    expect(lastAttempt.response.length).toBeLessThanOrEqual(1000)
    const closed = await addEndpoint(api, 'http://127.0.0.1:1/')
    await rename(api, 'Nobody')
    const refused = await waitForDelivery(api, closed.id, { status: 'pending' })
    expect(refused.lastAttempt).toMatchObject({ responseStatus: null, error: 'The connection was refused.' })
  })

  it('of a slow endpoint delay no other, and pause while an endpoint is down', async () => {
    const { api } = await openWebhookShop()
    const held: (() => void)[] = []
    const slow = await openExternalServer((response) => void held.push(() => response.end()))
    const down = await openReceiver(Array(100).fill(503))
    const healthy = await openReceiver()
    const [slowId, downId] = [(await addEndpoint(api, slow.url)).id, (await addEndpoint(api, down.url)).id]
    await addEndpoint(api, healthy.url)
    // A pause lasts seconds: on a busy machine it would end before the test sees it.
    stoppedAt = new Date(Date.now() + passedMs)
    onTestFinished(() => {
      stoppedAt = undefined
    })
    for (let n = 0; n < 12; n++) await rename(api, `Shop ${n}`)
    await receive(healthy, 12)
    expect(slow.requests).toHaveLength(1)
    await vi.waitFor(async () => {
      expect((await api.get(`${ENDPOINTS}/${downId}`)).body.pausedUntil).not.toBeNull()
    }, WAIT)
    expect(down.requests).toHaveLength(10)
    for (const id of [slowId, downId]) await api.send('DELETE', `${ENDPOINTS}/${id}`)
    for (const release of held) release()
    const { data } = (await api.get(`${DELIVERIES}?endpointId=${downId}`)).body
    expect(new Set(data.map(({ status }: { status: string }) => status))).toEqual(new Set(['canceled']))
  })
})

describe('automatic deactivation', () => {
  it.each([
    { reason: 'gone', statuses: [410], count: 1, passes: 0, why: 'It responded with 410 Gone.' },
    {
      reason: 'failing',
      statuses: [500, 500],
      count: 2,
      passes: 72,
      why: 'Every request to it has failed for three days.',
    },
  ])('of an endpoint that is $reason tells the team', async ({ reason, statuses, count, passes, why }) => {
    const shop = await openWebhookShop()
    const { api } = shop
    const owner = await addMember(shop, 'owner')
    const admin = await addMember(shop, 'admin')
    await addMember(shop, 'agent')
    const receiver = await openReceiver(statuses)
    const { id } = await addEndpoint(api, receiver.url)
    await rename(api, 'Down')
    if (passes > 0) {
      await waitForDelivery(api, id, { status: 'pending' })
      expect((await api.get(`${ENDPOINTS}/${id}`)).body).toMatchObject({
        active: true,
        failingSince: expect.any(String),
      })
      passedMs += passes * HOUR_MS
    }
    await vi.waitFor(async () => {
      expect((await api.get(`${ENDPOINTS}/${id}`)).body).toMatchObject({ active: false, disabledReason: reason })
    }, WAIT)
    expect(receiver.requests).toHaveLength(count)
    expect((await api.get('/v1/events?type=webhook_endpoint.disabled')).body.data).toMatchObject([
      { data: { endpointId: id, reason } },
    ])
    const email = await vi.waitFor(() => {
      const found = emails.find(({ to }) => to.includes(owner.email))
      expect(found).toBeDefined()
      return found as EmailMessage
    }, WAIT)
    expect([email.to].flat().sort()).toEqual([owner.email, admin.email].sort())
    expect(email.text).toContain(`to ${receiver.url}. ${why}`)

    // Activated again, it gets what happens from now on; the rest is replayed on request.
    await rename(api, 'Missed')
    expect((await api.post(`${ENDPOINTS}/${id}/test`)).body.error.code).toBe('conflict')
    const { body } = await api.patch(`${ENDPOINTS}/${id}`, { active: true })
    expect(body).toMatchObject({ active: true, disabledReason: null, failingSince: null })
    await rename(api, 'Back')
    await receive(receiver, count + 1)
    expect(namesOf(receiver).slice(count)).toEqual(['Back'])
    await waitForDelivery(api, id, { status: 'delivered' })
    const from = new Date(Date.now() + passedMs - HOUR_MS * 100).toISOString()
    const replayed = await api.post(`${ENDPOINTS}/${id}/replay`, { from, onlyFailed: true })
    expect([replayed.status, replayed.body]).toEqual([202, { count: 2 }])
    await receive(receiver, count + 3)
    expect(namesOf(receiver).slice(count + 1)).toEqual(['Down', 'Missed'])
  })
})

describe('replays', () => {
  it('send one delivery, or all of a period, again with their IDs', async () => {
    const { api } = await openWebhookShop()
    const receiver = await openReceiver()
    const { id } = await addEndpoint(api, receiver.url, { events: ['*'] })
    const from = new Date(Date.now() + passedMs - 1000).toISOString()
    for (const name of ['First', 'Second']) await rename(api, name)
    // The first one is about the endpoint itself.
    await receive(receiver, 3)
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
    const delivery = await vi.waitFor(async () => {
      const { body } = await api.get(`${DELIVERIES}?endpointId=${id}&eventId=${ids[1]}`)
      expect(body.data).toMatchObject([{ status: 'delivered', eventType: 'workspace.updated' }])
      return body.data[0]
    }, WAIT)
    const { status, body } = await api.post(`${DELIVERIES}/${delivery.id}/replay`)
    expect([status, body]).toMatchObject([202, { id: delivery.id, status: 'pending', attemptCount: 1 }])
    await receive(receiver, 4)
    await vi.waitFor(async () => {
      expect((await api.get(`${DELIVERIES}/${delivery.id}`)).body).toMatchObject({
        status: 'delivered',
        attemptCount: 2,
      })
    }, WAIT)

    const all = await api.post(`${ENDPOINTS}/${id}/replay`, { from, events: ['workspace.updated'] })
    expect([all.status, all.body]).toEqual([202, { count: 2 }])
    await receive(receiver, 6)
    const received = receiver.requests.map(({ headers }) => headers['webhook-id'])
    expect(received).toEqual([...ids, ids[1], ids[1], ids[2]])
    const none = await api.post(`${ENDPOINTS}/${id}/replay`, { from, to: from })
    expect(none.body).toEqual({ count: 0 })
    const failed = await api.post(`${ENDPOINTS}/${id}/replay`, { from, onlyFailed: true, events: ['order.created'] })
    expect(failed.body).toEqual({ count: 0 })
  })

  it('send a test event to one endpoint only, whatever it subscribes to', async () => {
    const { api } = await openWebhookShop()
    const [tested, other] = [await openReceiver(), await openReceiver()]
    const { id, secret } = await addEndpoint(api, tested.url, { events: ['order.created'] })
    await addEndpoint(api, other.url, { events: ['*'] })
    const { status, body } = await api.post(`${ENDPOINTS}/${id}/test`)
    expect([status, body]).toMatchObject([202, { status: 'pending', eventType: 'webhook_endpoint.test', attempts: [] }])
    await receive(tested, 1)
    const request = requestAt(tested, 0)
    expect(JSON.parse(request.body)).toMatchObject({ type: 'webhook_endpoint.test', data: { endpointId: id } })
    expect(request.headers['webhook-signature']).toContain('v1,')
    expect(secret).toBeDefined()
    await rename(api, 'After')
    await vi.waitFor(() => expect(other.requests.at(-1)?.body).toContain('After'), WAIT)
    expect(other.requests.some(({ body }) => body.includes('webhook_endpoint.test'))).toBe(false)
    expect((await api.get(`${DELIVERIES}/${body.id}`)).body).toMatchObject({ status: 'delivered', attemptCount: 1 })
  })
})

describe('/v1/webhooks/endpoints', () => {
  it('shows secrets once, detects stale changes and emits events without them', async () => {
    const shop = await openWebhookShop()
    const { api } = shop
    const { id, secret } = await addEndpoint(api, 'https://example.com/a', { description: 'ERP' })
    const read = await api.get(`${ENDPOINTS}/${id}`)
    expect([read.body.secret, read.headers.get('etag')]).toEqual([undefined, '"1"'])
    expect((await api.get(ENDPOINTS)).body).toEqual({ data: [read.body], nextCursor: null })
    const change = (body: object, ifMatch: string) =>
      api.send('PATCH', `${ENDPOINTS}/${id}`, body, { 'if-match': ifMatch })
    expect((await change({ events: ['order.created'] }, '"1"')).body).toMatchObject({ version: 2, description: 'ERP' })
    expect((await change({ description: 'x' }, '"1"')).status).toBe(412)
    expect((await change({ url: 'https://10.0.0.1/' }, '"2"')).body.error.details).toEqual([
      { path: '/url', message: 'must have a public IP address' },
    ])
    const readKey = await shop.storefront.get(ENDPOINTS)
    expect(readKey.status).toBe(401)
    expect((await shop.sandbox.get(`${ENDPOINTS}/${id}`)).status).toBe(404)
    expect((await api.send('DELETE', `${ENDPOINTS}/${id}`)).status).toBe(204)
    expect((await api.get(`${ENDPOINTS}/${id}`)).status).toBe(404)
    const events = (await api.get('/v1/events')).body.data
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'webhook_endpoint.deleted',
      'webhook_endpoint.updated',
      'webhook_endpoint.created',
    ])
    const stored = await shop.server.db.pool.query('select sealed_secret from webhook_endpoints')
    expect(JSON.stringify([events, stored.rows, shop.server.logged])).not.toContain(secret)
  })

  it('gets events of its own environment only', async () => {
    const { api, sandbox } = await openWebhookShop()
    const [live, test] = [await openReceiver(), await openReceiver()]
    await addEndpoint(api, live.url)
    await addEndpoint(sandbox, test.url)
    await rename(sandbox, 'Sandbox')
    await rename(api, 'Live')
    await receive(live, 1)
    await receive(test, 1)
    expect([namesOf(live), namesOf(test)]).toEqual([['Live'], ['Sandbox']])
  })
})
