import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishJobs } from '../../../test/finish-jobs.ts'
import { changeByte, type InboundRequest, SENDERS, type Sender } from '../../../test/inbound-senders.ts'
import type { ApiResponse } from '../../../test/open-shop.ts'
import { openStripeShop, payByCard, type StripeShop } from '../../../test/stripe-shop.ts'
import type { Ctx } from '../../ctx.ts'
import type { InboundHandler } from '../../events/inbound-handler.ts'
import { createKey } from '../keys/keys.ts'
import { alertDispute, alertFailedRefund } from '../payment-alerts/payment-alerts.ts'
import { processEvent, pruneEvents } from './inbound-events/inbound-events.ts'

const HOUR_MS = 3_600_000
let shop: StripeShop
let ctx: Ctx
let count = 1000

const closers: (() => void | Promise<void>)[] = []
beforeAll(async () => {
  shop = await openStripeShop({ onClose: (close) => void closers.unshift(close) })
  ctx = { ...shop.server.system, ...shop.live, now: shop.now(), caller: { kind: 'system' } }
})
afterAll(async () => {
  for (const close of closers) await close()
})

const post = async (path: string, { body, headers }: InboundRequest) => {
  const response = await fetch(shop.server.url + path, { method: 'POST', body: new Uint8Array(body), headers })
  return { status: response.status, body: await response.json() }
}
const newRequest = (sender: Sender, secret = sender.secret, at = shop.now()): InboundRequest =>
  sender.newRequest(++count, secret, at)
const listEvents = async (query: string) => (await shop.api.get(`/v1/inbound-events?limit=100&${query}`)).body.data
const senderOf = (name: keyof typeof SENDERS): Sender => SENDERS[name]
const NAMES = Object.keys(SENDERS) as (keyof typeof SENDERS)[]
const isManaged = (name: string) => ['stripe', 'postmark', 'sendgrid', 'mailgun'].includes(name)
const isEmail = (name: string) => name !== 'stripe' && isManaged(name)

describe('signatures', () => {
  it.each(NAMES)('of %s: valid, replayed, wrong, missing, expired, another byte', async (name) => {
    const sender = senderOf(name)
    const path = await sender.connect(shop.api, sender.secret)
    const request = newRequest(sender)
    const first = await post(path, request)
    expect(first).toMatchObject({ status: 200, body: { received: true, duplicate: false } })
    expect(await post(path, request)).toEqual({ status: 200, body: { ...first.body, duplicate: true } })
    if (!isEmail(name)) {
      const stored = await listEvents(`provider=${name}`)
      expect(stored).toMatchObject([{ id: first.body.id, status: 'received', duplicateCount: 1 }])
    }

    const rejected = sender.withoutSignature
      ? [newRequest(sender, sender.otherSecret), sender.withoutSignature(newRequest(sender))]
      : []
    const changed = changeByte(newRequest(sender))
    if (!sender.isBodyUnsigned) rejected.push(changed)
    for (const one of rejected) expect((await post(path, one)).status).toBe(sender.rejection)
    const { expiredAfterMs, expiredRejection = sender.rejection } = sender
    if (expiredAfterMs) {
      const expired = newRequest(sender, sender.secret, new Date(shop.now().getTime() - expiredAfterMs))
      expect((await post(path, expired)).status).toBe(expiredRejection)
      rejected.push(expired)
    }
    // Without a signature of the body, the URL is the proof: it is a hint about another event.
    if (sender.isBodyUnsigned) {
      expect(await post(path, changed)).toMatchObject({ status: 200, body: { duplicate: false } })
    }
    const log = await listEvents(`provider=${name}&status=rejected`)
    expect(log).toHaveLength(rejected.length)
    for (const { id } of log.slice(0, 1)) {
      expect((await shop.api.get(`/v1/inbound-events/${id}`)).body).toMatchObject({ body: null })
    }
    expect((await post(path.slice(0, -1), request)).status).toBe(404)
    expect((await post(path.replace(shop.live.environmentId, shop.test.environmentId), request)).status).toBe(404)
  })

  it.each(NAMES.filter((name) => !isManaged(name)))(
    'of %s: two secrets for a day while one is replaced',
    async (name) => {
      const sender = senderOf(name)
      const path = await sender.connect(shop.api, sender.secret)
      await shop.api.send('PUT', `/v1/connections/${name}`, { secret: sender.otherSecret })
      for (const secret of [sender.secret, sender.otherSecret]) {
        expect((await post(path, newRequest(sender, secret))).status).toBe(200)
      }
      expect((await shop.api.get(`/v1/connections/${name}`)).body.previousSecretUntil).toEqual(expect.any(String))
    },
  )

  it('forgets the previous secret after a day', async () => {
    shop.advance(24 * HOUR_MS + 1)
    const sender = senderOf('judgeme')
    const path = new URL((await shop.api.get('/v1/connections/judgeme')).body.webhookUrl).pathname
    expect((await post(path, newRequest(sender))).status).toBe(401)
    expect((await post(path, newRequest(sender, sender.otherSecret))).status).toBe(200)
    // Judge.me signs with the private token, unless an app created the webhook.
    await shop.api.send('PUT', '/v1/connections/judgeme', { token: 'private' })
    expect((await post(path, newRequest(sender, 'private'))).status).toBe(200)
  })

  it('recognizes a replay under another ID, and rejects what is older than the log', async () => {
    const shopify = senderOf('shopify')
    const path = await shopify.connect(shop.api, shopify.secret)
    const request = newRequest(shopify)
    const { id } = (await post(path, request)).body
    const again = { ...request, headers: { ...request.headers, 'x-shopify-event-id': 'forged' } }
    expect((await post(path, again)).body).toMatchObject({ id, duplicate: true })
    const aftership = senderOf('aftership')
    const body = Buffer.from(JSON.stringify({ ts: Math.floor(shop.now().getTime() / 1000) - 31 * 86_400 }))
    const signature = createHmac('sha256', aftership.secret).update(body).digest('base64')
    const url = await aftership.connect(shop.api, aftership.secret)
    expect((await post(url, { body, headers: { 'aftership-hmac-sha256': signature } })).status).toBe(401)
  })

  it('keeps the last hundred rejections only', async () => {
    const sender = senderOf('okendo')
    const path = await sender.connect(shop.api, sender.secret)
    const before = (await shop.api.get('/v1/connections/okendo')).body.rejectedCount
    for (let sent = 0; sent < 105; sent += 15) {
      await Promise.all(Array.from({ length: 15 }, () => post(path, newRequest(sender, 'whsec_AAAA'))))
    }
    expect(await listEvents('provider=okendo&status=rejected')).toHaveLength(100)
    expect((await shop.api.get('/v1/connections/okendo')).body.rejectedCount).toBe(before + 105)
  })
})

describe('/v1/connections', () => {
  const put = (provider: string, body: object) => shop.api.send('PUT', `/v1/connections/${provider}`, body)

  it('lists every provider, and shows no secret', async () => {
    await put('yotpo', { secret: 'never shown', token: 'never either', settings: { appKey: 'abc' } })
    const { data } = (await shop.api.get('/v1/connections')).body
    expect(data).toHaveLength(12)
    expect(JSON.stringify(data)).not.toMatch(/never/)
    const of = (name: string) => data.find(({ provider }: { provider: string }) => provider === name)
    expect(of('yotpo')).toMatchObject({ connected: true, hasSecret: true, hasToken: true, settings: { appKey: 'abc' } })
    expect(of('stripe')).toMatchObject({ connected: true, managedIn: 'payments', webhookUrl: null, hasSecret: true })
    expect(of('sendgrid')).toMatchObject({ connected: true, managedIn: 'mailboxes' })
    expect(of('aftership')).toMatchObject({ managedIn: null, webhookUrl: expect.stringContaining('/hooks/aftership/') })
    const { rows } = await shop.server.db.pool.query('select to_jsonb(connections)::text as row from connections')
    expect(rows.map(({ row }) => row).join()).not.toMatch(/never/)
    for (const provider of ['stripe', 'mailgun']) expect((await put(provider, {})).status).toBe(409)
  })

  it('changes only what is sent, of the version that was read', async () => {
    const { version } = (await put('shippo', { secret: 'one', active: false })).body
    expect((await put('shippo', { settings: { a: 1 } })).body).toMatchObject({ active: false, hasSecret: true })
    const stale = { 'if-match': `"${version}"` }
    expect((await shop.api.send('PUT', '/v1/connections/shippo', {}, stale)).status).toBe(412)
    expect((await shop.api.send('DELETE', '/v1/connections/shippo', undefined, stale)).status).toBe(412)
    expect((await put('shippo', { secret: null })).body).toMatchObject({ hasSecret: false, previousSecretUntil: null })
  })

  it('stores without processing while it is inactive, and nothing once the URL is replaced or deleted', async () => {
    const { body } = await put('shippo', { active: false, secret: null })
    const url = (connection: ApiResponse['body']) => new URL(connection.webhookUrl).pathname
    // Without a secret, the URL alone proves who sends.
    const { id } = (await post(url(body), newRequest(senderOf('shippo')))).body
    expect((await shop.api.get(`/v1/inbound-events/${id}`)).body).toMatchObject({ status: 'ignored' })
    const replaced = (await shop.api.post('/v1/connections/shippo/webhook-url')).body
    expect((await post(url(body), newRequest(senderOf('shippo')))).status).toBe(404)
    expect((await post(url(replaced), newRequest(senderOf('shippo')))).status).toBe(200)
    expect((await shop.api.send('DELETE', '/v1/connections/shippo')).status).toBe(204)
    expect((await post(url(replaced), newRequest(senderOf('shippo')))).status).toBe(404)
    expect((await shop.api.send('DELETE', '/v1/connections/shippo')).status).toBe(404)
  })

  it('rejects events until a required secret is set, and bodies that are too large', async () => {
    const { webhookUrl } = (await put('easypost', { secret: null })).body
    const { pathname } = new URL(webhookUrl)
    expect((await post(pathname, newRequest(senderOf('easypost')))).status).toBe(401)
    const large = { body: Buffer.alloc(2 * 1024 * 1024 + 1, 32), headers: { 'content-type': 'application/json' } }
    expect((await post(pathname, large)).status).toBe(413)
  })

  it('shows bodies and URLs to those only who may change connections', async () => {
    const reader = { label: 'Reader', mode: 'live', scope: 'read' } as const
    const { secret } = await createKey(shop.server.system, shop.live.workspaceId, reader, { actor: null })
    const read = async (path: string) =>
      (await fetch(shop.server.url + path, { headers: { authorization: `Bearer ${secret}` } })).json()
    const sender = senderOf('trustpilot')
    const { id } = (await post(await sender.connect(shop.api, 'p'), newRequest(sender, 'p'))).body
    expect(await read(`/v1/inbound-events/${id}`)).toMatchObject({ id, body: null })
    expect((await read('/v1/connections/trustpilot')).webhookUrl).toBeNull()
    expect((await shop.api.get(`/v1/inbound-events/${id}`)).body.body).toContain('service-review-created')
    expect((await shop.sandbox.get(`/v1/inbound-events/${id}`)).status).toBe(404)
    expect((await shop.sandbox.get('/v1/connections/trustpilot')).body.connected).toBe(false)
  })
})

describe('processing', () => {
  const receive = async (name: keyof typeof SENDERS) => {
    const sender = senderOf(name)
    const path = await sender.connect(shop.api, sender.secret)
    return (await post(path, newRequest(sender))).body.id as string
  }
  const statusOf = async (id: string) => (await shop.api.get(`/v1/inbound-events/${id}`)).body

  it('acknowledges what is committed with its job, once for many deliveries at the same time', async () => {
    const sender = senderOf('aftership')
    const path = await sender.connect(shop.api, sender.secret)
    const request = newRequest(sender)
    const responses = await Promise.all(Array.from({ length: 10 }, () => post(path, request)))
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    expect(responses.filter(({ body }) => !body.duplicate)).toHaveLength(1)
    const { id } = responses[0]?.body ?? {}
    const jobs = `select count(*)::integer as count from graphile_worker._private_jobs where payload ->> 'eventId' = $1`
    expect((await shop.server.db.pool.query(jobs, [id])).rows).toEqual([{ count: 1 }])
    expect(await statusOf(id)).toMatchObject({ duplicateCount: 9, status: 'received' })
  })

  it('stores nothing without the job: the provider sends again what was not acknowledged', async () => {
    const sender = senderOf('aftership')
    const path = await sender.connect(shop.api, sender.secret)
    const request = newRequest(sender)
    const { pool } = shop.server.db
    await pool.query(`
      create function fail_job() returns trigger language plpgsql as $$ begin raise exception 'no job'; end $$;
      create trigger fail before insert on graphile_worker._private_jobs for each row execute function fail_job()`)
    expect((await post(path, request)).status).toBe(500)
    await pool.query('drop function fail_job cascade')
    expect(await post(path, request)).toMatchObject({ status: 200, body: { duplicate: false } })
  })

  it('keeps what nothing processes, failed attempts and their reasons, and repeats on request', async () => {
    const seen: unknown[] = []
    let isBroken = true
    const handler: InboundHandler = {
      provider: 'judgeme',
      run: async (_ctx, { topic, body }) => {
        seen.push(body)
        if (isBroken) throw new Error('The product is locked')
        return topic === 'review/created' ? { status: 'processed' } : { status: 'ignored', note: 'Unknown topic' }
      },
    }
    const id = await receive('judgeme')
    await expect(processEvent(ctx, [handler], id)).rejects.toThrow('locked')
    expect(await statusOf(id)).toMatchObject({ status: 'failed', note: 'The product is locked', attempts: 1 })
    isBroken = false
    await processEvent(ctx, [handler], id)
    await processEvent(ctx, [handler], id)
    expect(await statusOf(id)).toMatchObject({ status: 'processed', note: null, attempts: 2 })
    expect(seen).toHaveLength(2)
    expect((await shop.api.post(`/v1/inbound-events/${id}/replay`)).body.status).toBe('received')
    await processEvent(ctx, [handler], id)
    expect([seen.length, (await statusOf(id)).status]).toEqual([3, 'processed'])
    const unhandled = await receive('judgeme')
    await processEvent(ctx, [], unhandled)
    expect(await statusOf(unhandled)).toMatchObject({ status: 'ignored', note: expect.stringContaining('Nothing') })
    const [rejected] = await listEvents('status=rejected')
    expect((await shop.api.post(`/v1/inbound-events/${rejected.id}/replay`)).status).toBe(409)
  })

  it('finds events by topic, number, email and time', async () => {
    const id = await receive('shopify')
    const [event] = await listEvents(`q=%23${count}`)
    expect(event).toMatchObject({ id, topic: 'orders/updated', externalId: `ev-${count}` })
    const found = async (query: string) => (await listEvents(query)).some((one: { id: string }) => one.id === id)
    for (const query of ['q=ADA@example.com', `q=ev-${count}`, 'topic=orders%2Fupdated', `from=${event.receivedAt}`]) {
      expect([query, await found(query)]).toEqual([query, true])
    }
    for (const query of [
      'q=bob@example.com',
      'q=%25%25',
      'topic=orders%2Fcreate',
      `to=${event.receivedAt}`,
      'provider=yotpo',
    ]) {
      expect([query, await found(query)]).toEqual([query, false])
    }
  })

  it('opens one urgent ticket per dispute, with its due date, and notes what follows', async () => {
    await shop.server.startWorker()
    const { order, payment } = (await payByCard(shop, 'pm_card_visa')).body
    const dueBy = Date.UTC(2030, 10, 24, 10) / 1000
    const dispute = {
      object: 'dispute',
      id: 'dp_alert',
      payment_intent: payment.providerPaymentId,
      status: 'needs_response',
      amount: 2989,
      currency: 'eur',
      evidence_details: { due_by: dueBy },
    } as const
    shop.stripe.disputes.push(dispute)
    const send = (type: string, object: object) => shop.webhook(shop.stripe.event(type, object, { at: shop.now() }))
    for (let sent = 0; sent < 3; sent++) expect(await send('charge.dispute.created', dispute)).toBe(200)
    await finishJobs(shop.server)
    const tickets = async () => (await shop.api.get(`/v1/tickets?order=${order.id}&sort=newest`)).body.data
    const [ticket, ...others] = await tickets()
    expect(others).toEqual([])
    expect(ticket).toMatchObject({ priority: 'urgent', tags: ['dispute'], orderIds: [order.id], messageCount: 1 })
    expect(ticket.dueAt).toBe('2030-11-24T10:00:00.000Z')
    const due = async (query: string) => (await shop.api.get(`/v1/tickets?tag=dispute&${query}`)).body.data
    expect(await due('sort=due&dueBefore=2030-11-24T10:00:01Z')).toMatchObject([{ id: ticket.id }])
    expect(await due('sort=newest&dueBefore=2030-11-24T10:00:00Z')).toEqual([])
    expect(ticket.subject).toMatch(/^Order #\d+: Dispute, respond by 24 Nov 2030, 10:00 UTC$/)

    shop.stripe.disputes[shop.stripe.disputes.length - 1] = { ...dispute, status: 'lost' }
    await send('charge.dispute.closed', dispute)
    // A late delivery.
    await send('charge.dispute.created', dispute)
    await finishJobs(shop.server)
    const { data } = (await shop.api.get(`/v1/tickets/${ticket.id}/messages`)).body
    expect(
      data.map(({ kind, text }: { kind: string; text: string }) => [kind, /Status: (.*)\./.exec(text)?.[1]]),
    ).toEqual([
      ['note', 'lost'],
      ['note', 'needs response'],
    ])
    expect((await shop.api.get(`/v1/tickets/${ticket.id}`)).body.dueAt).toBeNull()

    const warning = { id: 'issfr_1', payment_intent: payment.providerPaymentId, fraud_type: 'made_with_stolen_card' }
    await send('radar.early_fraud_warning.created', warning)
    await send('radar.early_fraud_warning.created', { ...warning, payment_intent: 'pi_of_somebody' })
    await finishJobs(shop.server)
    const refund = {
      orderId: order.id,
      refundId: 'rf_00000000000000000000000001',
      amount: { amount: 500, currency: 'EUR' },
    } as const
    await alertFailedRefund(ctx, 'evt_1', refund)
    await alertFailedRefund(ctx, 'evt_1', refund)
    const opened = (await tickets()).map((one: { subject: string; messageCount: number }) => [
      one.subject.replace(/^Order #\d+: ([\w ]+).*/, '$1'),
      one.messageCount,
    ])
    expect(opened.sort()).toEqual([
      ['Dispute', 2],
      ['Fraud warning from the bank', 1],
      ['Refund failed', 1],
    ])

    const about = { orderId: order.id, provider: 'stripe', providerPaymentId: payment.providerPaymentId }
    const [first, second] = [
      { ...about, disputeId: 'dp_first', status: 'needs_response', evidenceDueBy: '2030-12-01T10:00:00.000Z' },
      { ...about, disputeId: 'dp_second', status: 'needs_response', evidenceDueBy: '2030-12-05T10:00:00.000Z' },
    ]
    await alertDispute(ctx, 'evt_2', first)
    await alertDispute(ctx, 'evt_3', second)
    const dueAt = async (time: string) => (await tickets()).find((one: { dueAt: string }) => one.dueAt === time)
    const [into, merged] = [await dueAt(first.evidenceDueBy), await dueAt(second.evidenceDueBy)]
    expect((await shop.api.post(`/v1/tickets/${merged.id}/merge`, { intoId: into.id })).status).toBe(200)
    const readDueAt = async () => (await shop.api.get(`/v1/tickets/${into.id}`)).body.dueAt
    expect(await readDueAt()).toBe(first.evidenceDueBy)
    // What is answered is no longer due, but the other one is.
    await alertDispute(ctx, 'evt_4', { ...first, status: 'under_review' })
    expect(await readDueAt()).toBe(second.evidenceDueBy)
    const followUpAt = '2030-12-24T10:00:00.000Z'
    await shop.api.patch(`/v1/tickets/${into.id}`, { dueAt: followUpAt })
    await alertDispute(ctx, 'evt_5', { ...second, status: 'won' })
    expect(await readDueAt()).toBe(followUpAt)
  })

  it('has processed what was received before the worker started, and an email has an entry', async () => {
    const stripe = await listEvents('provider=stripe&status=received')
    expect(stripe).toEqual([])
    expect(await listEvents('provider=stripe&topic=customer.created')).toMatchObject([{ status: 'ignored' }])
    const [email] = await listEvents('provider=sendgrid&status=processed')
    expect(email).toMatchObject({ topic: 'email', emailId: expect.stringMatching(/^eml_/) })
    expect((await shop.api.post(`/v1/inbound-events/${email.id}/replay`)).status).toBe(409)
  })

  it('deletes everything after 30 days', async () => {
    const later = new Date(shop.now().getTime() + 31 * 24 * HOUR_MS)
    await pruneEvents({ ...shop.server.system, now: later })
    expect(await listEvents('')).toEqual([])
  })
})
