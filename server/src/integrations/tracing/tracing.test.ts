import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { ADDRESS, createReadyCart, seedShop } from '../../../test/checkout-shop.ts'
import { openExternalServer } from '../../../test/external-server.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { finishJobs } from '../../../test/finish-jobs.ts'
import { openServer } from '../../../test/open-server.ts'
import { openShop } from '../../../test/open-shop.ts'
import { setTracer } from '../../kit/tracing.ts'
import { openTelemetry } from './open-telemetry.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER_SPAN = '00f067aa0ba902b7'
const WAIT = { timeout: 60_000, interval: 25 }

interface ExportedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

const attribute = ({ attributes }: ExportedSpan, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

/** A collector on this machine, and the spans it has received. */
async function openCollector(ratio = 1) {
  const collector = await openExternalServer((response) => void response.writeHead(200).end('{}'))
  const { tracer, flush, close } = openTelemetry({
    endpoint: new URL(collector.url).origin,
    headers: { 'api-key': 'collector-key' },
    serviceName: 'storedesk',
    version: '1',
    ratio,
  })
  setTracer(tracer)
  onTestFinished(close)
  const spans = async (): Promise<ExportedSpan[]> => {
    await flush()
    return collector.requests.flatMap(({ body }) =>
      JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: ExportedSpan[] }[] }) =>
        resource.scopeSpans.flatMap((scope) => scope.spans),
      ),
    )
  }
  return { collector, spans }
}

afterAll(() => setTracer(undefined))

it('one checkout is one trace across HTTP, SQL, jobs and the webhook', async () => {
  const { collector, spans } = await openCollector()
  const receiver = await openExternalServer((response) => void response.writeHead(204).end())
  const server = await openServer({ limitClock: fastClock(), allowWebhookLoopback: true })
  await server.startWorker()
  const shop = await openShop(server)
  const mug = await seedShop(shop, 10)
  await shop.api.post('/v1/webhooks/endpoints', { url: `${receiver.url}?token=secret`, events: ['order.created'] })
  const cart = await createReadyCart({ ...shop, mug })

  const checkout = await shop.storefront.post(
    '/v1/checkout/card',
    { cartId: cart.id, paymentMethod: 'pm_card_visa' },
    { traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-01` },
  )
  expect(checkout.status).toBe(201)
  await vi.waitFor(() => expect(receiver.requests).toHaveLength(1), WAIT)
  await finishJobs(server)

  const trace = await vi.waitFor(async () => {
    const found = (await spans()).filter(({ traceId }) => traceId === TRACE_ID)
    expect(found.map(({ name }) => name)).toContain('webhook order.created')
    return found
  }, WAIT)
  const named = (name: string) => trace.filter((span) => span.name === name)
  const [request] = named('POST /v1/checkout/card') as [ExportedSpan]
  expect(request).toMatchObject({ parentSpanId: CALLER_SPAN, kind: 2 })
  expect(attribute(request, 'http.response.status_code')).toBe(201)
  expect(attribute(request, 'storedesk.workspace_id')).toBe(shop.live.workspaceId)
  expect(attribute(request, 'storedesk.request_id')).toBe(checkout.headers.get('x-request-id'))
  const statements = trace.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  expect(statements.length).toBeGreaterThan(3)
  const placing = statements.find((span) => String(attribute(span, 'db.query.text')).includes('insert into orders'))
  expect(placing && attribute(placing, 'db.query.text')).toContain('$1')
  expect(named('commit').length).toBeGreaterThan(0)

  // From the request through the job of its events to their subscribers.
  const deliveries = named('job events.deliver')
  expect(deliveries.map(({ parentSpanId }) => parentSpanId)).toContain(request.spanId)
  const [confirmation] = named('subscriber emails.confirm-orders') as [ExportedSpan]
  expect(deliveries.map(({ spanId }) => spanId)).toContain(confirmation.parentSpanId)

  // The receiver gets the ID of the call that reached it.
  const [webhook] = named('webhook order.created') as [ExportedSpan]
  const call = trace.find(({ parentSpanId }) => parentSpanId === webhook.spanId && parentSpanId) as ExportedSpan
  expect(receiver.requests[0]?.headers.traceparent).toBe(`00-${TRACE_ID}-${call.spanId}-01`)
  expect([attribute(call, 'server.address'), attribute(call, 'http.response.status_code')]).toEqual(['127.0.0.1', 204])

  // Nothing in it is without a parent, and nothing is about a person or secret.
  const ids = new Set([CALLER_SPAN, ...trace.map(({ spanId }) => spanId)])
  expect(trace.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ''))).toEqual([])
  const exported = collector.requests.map(({ body }) => body).join('\n')
  for (const secret of [ADDRESS.name, ADDRESS.line1, '@example', shop.liveKey, 'token=secret', 'pm_card_visa']) {
    expect(exported).not.toContain(secret)
  }
  expect(collector.requests[0]?.headers['api-key']).toBe('collector-key')
  const metrics = (await shop.api.get('/metrics')).body
  expect(metrics).toContain('events_total{type="order.created",mode="live"} 1')
  expect(metrics).toContain('stock_reservations_total{outcome="held"} 1')
  expect(metrics).toContain('webhook_attempts_total{outcome="delivered"} 1')
  const lines = server.logged.map((line) => JSON.parse(line))
  expect(lines.find(({ route, traceId }) => route === '/v1/checkout/card' && traceId === TRACE_ID)).toMatchObject({
    pid: process.pid,
    host: expect.any(String),
  })
})

it('requests at the same time have their own statements', async () => {
  const { spans } = await openCollector()
  const server = await openServer()
  const shop = await openShop(server)
  const mug = await seedShop(shop, 10)
  const variant = await shop.api.get(`/v1/catalog/variants/${mug}`)
  const path = `/v1/products/${variant.body.productId}`
  const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'PLN']
  await Promise.all(currencies.map((currency) => shop.storefront.get(`${path}?currency=${currency}`)))
  const all = await spans()
  const requests = all.filter(({ name }) => name === 'GET /v1/products/:id')
  const reads = all.filter((span) => String(attribute(span, 'db.query.text')).includes('with candidates as'))
  expect(reads.map(({ parentSpanId }) => parentSpanId).toSorted()).toEqual(
    requests.map(({ spanId }) => spanId).toSorted(),
  )
  expect(requests).toHaveLength(currencies.length)
})

it('records only its share of the traces, whatever the caller wants, and tells it on', async () => {
  const { spans } = await openCollector(0)
  const server = await openServer()
  const shop = await openShop(server)
  const { status } = await shop.api.send(
    'PATCH',
    '/v1/workspace',
    { name: 'Renamed' },
    {
      traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-01`,
    },
  )
  expect(status).toBe(200)
  const { rows } = await server.db.pool.query("select traceparent from events where type = 'workspace.updated'")
  expect(rows).toEqual([{ traceparent: expect.stringMatching(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-00$`)) }])
  expect(await spans()).toEqual([])
})
