import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { expectValid, requireFixtures } from '../../../test/acp-schemas.ts'
import { createAgent, createReadySession, paymentWith } from '../../../test/agent.ts'
import { createReadyCart, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { openExternalServer, respondJson } from '../../../test/external-server.ts'
import { createApiClient, openShop } from '../../../test/open-shop.ts'
import { eur } from '../../../test/sample-products.ts'

beforeEach(requireFixtures)

const PATH = '/v1/checkout-settings/agent-webhook'

describe('agent order webhooks', () => {
  it('sends the complete signed order, only for orders of an agent', async () => {
    const shop = await openCheckoutShop({ isolated: true })
    let failures = 1
    const { url, requests } = await openExternalServer((response) => {
      if (failures-- > 0) response.writeHead(500).end()
      else respondJson({ received: true })(response)
    })
    // The API rejects local URLs, so the test sets one in the database.
    const { secret } = (await shop.api.send('PUT', PATH, { url: 'https://agent.example.com/events' })).body
    await shop.server.db.pool.query('update webhook_endpoints set url = $1', [url])
    const session = await createReadySession(createAgent(shop.api))
    const { body } = await createAgent(shop.api).post(`/${session.id}/complete`, paymentWith('spt_test_visa'))
    const { id } = await createReadyCart(shop)
    await shop.storefront.post('/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_visa' })
    await shop.server.startWorker()
    await vi.waitFor(() => expect(requests).toHaveLength(2), { timeout: 120_000, interval: 100 })
    const [, delivery] = requests as [unknown, (typeof requests)[0]]
    const event = JSON.parse(delivery.body)
    expectValid(event.data, 'Order')
    expect(event).toEqual({ type: 'order_create', data: body.order })
    const [, seconds, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(delivery.headers['merchant-signature'])) ?? []
    expect(signature).toBe(createHmac('sha256', secret).update(`${seconds}.${delivery.body}`).digest('hex'))
    expect(Math.abs(Date.now() / 1000 - Number(seconds))).toBeLessThan(60)

    const path = `/v1/orders/${body.order.id}`
    const [item] = body.order.line_items
    const tracking = { carrier: 'Post', number: '1034', url: 'https://post.example.com/1034' }
    const sent = (await shop.api.post(`${path}/fulfillments`, { tracking })).body
    await shop.api.patch(`${path}/fulfillments/${sent.id}`, { status: 'delivered' })
    const refunds = []
    for (const amount of [eur(100), eur(200)])
      refunds.push((await shop.api.post(`${path}/refunds`, { amount })).body.id)
    const back = (await shop.api.post(`${path}/returns`, { items: [{ itemId: item.id, quantity: 1 }] })).body
    await vi.waitFor(() => expect(requests).toHaveLength(7), { timeout: 120_000, interval: 100 })
    for (const { body: json } of requests.slice(2)) {
      expectValid(JSON.parse(json).data, 'Order')
      expect(JSON.parse(json)).toMatchObject({
        type: 'order_update',
        data: { type: 'order', checkout_session_id: session.id, permalink_url: body.order.permalink_url },
      })
    }
    expect((await createAgent(shop.api).get(`/${session.id}`)).body.order).toMatchObject({
      status: 'completed',
      fulfillments: [
        {
          id: sent.id,
          type: 'shipping',
          status: 'delivered',
          line_items: [{ id: item.id, quantity: 1 }],
          carrier: 'Post',
          tracking_number: '1034',
          tracking_url: tracking.url,
          events: [{ type: 'shipped' }, { type: 'delivered' }],
        },
      ],
      adjustments: [
        { id: refunds[0], type: 'refund', status: 'completed', amount: 100, currency: 'eur' },
        { id: refunds[1], type: 'refund', status: 'completed', amount: 200 },
        { id: back.id, type: 'return', status: 'pending', line_items: [{ id: item.id, quantity: 1 }] },
      ],
    })
  })

  it('uses the version that created the session, and its signature', async () => {
    const shop = await openCheckoutShop({ isolated: true })
    const { url, requests } = await openExternalServer(respondJson({ received: true }))
    const { secret } = (await shop.api.send('PUT', PATH, { url: 'https://agent.example.com/events' })).body
    await shop.server.db.pool.query('update webhook_endpoints set url = $1', [url])
    const agent = createAgent(shop.api, '2026-01-30')
    const session = await createReadySession(agent)
    const { order } = (await agent.post(`/${session.id}/complete`, paymentWith('spt_test_visa'))).body
    await shop.server.startWorker()
    const fields = { type: 'order', checkout_session_id: session.id, permalink_url: order.permalink_url }
    const eventAt = async (index: number) => {
      await vi.waitFor(() => expect(requests.length).toBeGreaterThan(index), { timeout: 120_000, interval: 100 })
      const { body, headers } = requests[index] as (typeof requests)[0]
      expect(headers['merchant-signature']).toBe(createHmac('sha256', secret).update(body).digest('hex'))
      return JSON.parse(body)
    }
    expect(await eventAt(0)).toEqual({ type: 'order_create', data: { ...fields, status: 'confirmed', refunds: [] } })
    await shop.api.post(`/v1/orders/${order.id}/refunds`, { amount: eur(100) })
    const refunds = [{ type: 'original_payment', amount: 100 }]
    expect(await eventAt(1)).toEqual({ type: 'order_update', data: { ...fields, status: 'confirmed', refunds } })
    const sent = (await shop.api.post(`/v1/orders/${order.id}/fulfillments`, {})).body
    expect(await eventAt(2)).toEqual({ type: 'order_update', data: { ...fields, status: 'shipped', refunds } })
    await shop.api.patch(`/v1/orders/${order.id}/fulfillments/${sent.id}`, { status: 'delivered' })
    expect(await eventAt(3)).toEqual({ type: 'order_update', data: { ...fields, status: 'fulfilled', refunds } })
  })

  it('accepts external URLs only, and shows the secret once', async () => {
    const { api, storefront } = await openShop()
    expect((await api.get(PATH)).status).toBe(404)
    for (const url of [
      'http://agent.example.com/',
      'https://127.0.0.1/',
      'https://localhost/',
      'ftp://x.example.com/',
    ]) {
      expect([url, (await api.send('PUT', PATH, { url })).status]).toEqual([url, 400])
    }
    const first = await api.send('PUT', PATH, { url: 'https://agent.example.com/one' })
    const second = await api.send('PUT', PATH, { url: 'https://agent.example.com/two' })
    expect(first.body.secret).not.toBe(second.body.secret)
    const { body } = await api.get(PATH)
    expect(body).toEqual({ url: 'https://agent.example.com/two', updatedAt: expect.any(String) })
    expect((await storefront.get(PATH)).status).toBe(401)
    expect([(await api.send('DELETE', PATH)).status, (await api.send('DELETE', PATH)).status]).toEqual([204, 404])
  })
})

describe('GET /.well-known/acp.json', () => {
  it('is public, and includes the currency of a shop', async () => {
    const { server, live } = await openShop()
    const anybody = createApiClient(server.url)
    const response = await anybody.get('/.well-known/acp.json')
    expectValid(response.body, 'DiscoveryResponse')
    expect(response.body).toMatchObject({
      protocol: { name: 'acp', version: '2026-04-17', supported_versions: expect.arrayContaining(['2025-09-29']) },
      api_base_url: 'http://127.0.0.1/v1/checkout/acp',
      transports: ['rest'],
      capabilities: { services: ['checkout', 'orders'] },
    })
    expect(response.body.protocol.supported_versions.at(-1)).toBe(response.body.protocol.version)
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    const shops = await anybody.get(`/.well-known/acp.json?workspace_id=${live.workspaceId}`)
    expectValid(shops.body, 'DiscoveryResponse')
    expect(shops.body.capabilities.supported_currencies).toEqual(['eur'])
    for (const id of ['nonsense', '00000000-0000-4000-8000-000000000000']) {
      const missing = await anybody.get('/.well-known/acp.json', { 'x-workspace-id': id })
      expect([id, missing.status]).toEqual([id, 404])
    }
  })
})
