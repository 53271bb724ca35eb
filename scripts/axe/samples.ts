import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DemoServer } from '../../server/test/demo-server.ts'

type Api = (method: string, path: string, body?: unknown) => Promise<{ id: string; data: { id: string }[] }>

export const openApi =
  (url: string, key: string): Api =>
  async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : {}
  }

const eur = (amount: number) => ({ amount, currency: 'EUR' })

/** What a demo shop does not have yet: one of everything that has a page of its own. */
async function addSamples(api: Api, url: string): Promise<void> {
  await api('POST', '/v1/leads', {
    email: 'ada@example.com',
    name: 'Ada',
    message: 'Do you sell in bulk?',
    source: 'fair',
  })
  const filter = { match: 'all', conditions: [{ field: 'spent', operator: 'at_least', value: 1000 }] }
  await api('POST', '/v1/segments', { name: 'Regular customers', filter })
  await api('POST', '/v1/gift-cards', { amount: eur(5000), recipient: { name: 'Kim' } })
  await api('POST', '/v1/mailboxes', { address: 'support@shop.example', name: 'Support', provider: 'postmark' })
  await api('POST', '/v1/chat', { message: 'When will my order arrive?' })
  const { id: orderId } = await first(api, '/v1/orders')
  await api('POST', '/v1/emails', { kind: 'order_confirmation', orderId })

  // Rejected, and listed as such, because it has no signature.
  const { webhookUrl } = (await api('PUT', '/v1/connections/judgeme', { secret: 'topsecret' })) as unknown as {
    webhookUrl: string
  }
  await fetch(url + new URL(webhookUrl).pathname, { method: 'POST', body: '{"review":{"id":1}}' })

  const receiver = createServer((_request, response) => response.writeHead(500).end('no capacity'))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  receiver.unref()
  const { port } = receiver.address() as AddressInfo
  const endpoint = { url: `http://127.0.0.1:${port}/hooks`, events: ['order.created'], description: 'Warehouse' }
  const { id } = await api('POST', '/v1/webhooks/endpoints', endpoint)
  await api('POST', `/v1/webhooks/endpoints/${id}/test`)
}

async function first(api: Api, path: string): Promise<{ id: string }> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const [item] = (await api('GET', path)).data
    if (item) return item
    await sleep(100)
  }
  throw new Error(`${path} is empty.`)
}

/** The lists that have the first item of each route with an ID. */
const LISTS: Record<string, string> = {
  '/catalog/products/$id': '/v1/catalog/products',
  '/catalog/collections/$id': '/v1/collections',
  '/sales/orders/$id': '/v1/orders',
  '/sales/customers/$id': '/v1/customers',
  '/sales/leads/$id': '/v1/leads',
  '/sales/segments/$id': '/v1/segments',
  '/sales/outbox/$id': '/v1/emails',
  '/sales/discounts/$id': '/v1/promotions',
  '/sales/gift-cards/$id': '/v1/gift-cards',
  '/support/articles/$id': '/v1/articles',
  '/chats/$id': '/v1/chat',
  '/settings/inbound-events/$id': '/v1/inbound-events',
  '/settings/webhooks/$id': '/v1/webhooks/endpoints',
  '/settings/webhooks/deliveries/$id': '/v1/webhooks/deliveries',
}

/** Routes with something else in their place of an ID. */
const FIXED: Record<string, string> = {
  $: '/nowhere',
  '/settings/connections/$provider': 'judgeme',
  '/settings/emails/$kind': 'order_confirmation',
  '/storefront/policies/$kind': 'refund',
}

/** An address for every route that has a parameter. */
export async function resolveParameters({ url, demo }: DemoServer): Promise<Record<string, string>> {
  const api = openApi(url, demo.liveKey)
  await addSamples(api, url)
  const ids: Record<string, string> = { ...FIXED }
  for (const [route, list] of Object.entries(LISTS)) ids[route] = (await first(api, list)).id
  const product = (await api('GET', `/v1/catalog/products/${ids['/catalog/products/$id']}`)) as unknown as {
    variants: { id: string }[]
  }
  ids['/catalog/inventory/$variantId'] = product.variants[0]?.id ?? ''
  ids['/inbox?ticket=$id'] = (await first(api, '/v1/tickets')).id
  ids['/inbox?chat=$id'] = ids['/chats/$id'] ?? ''
  // The sandbox has a sample store; a live shop would have to connect its own.
  const sync = await openApi(url, demo.testKey)('POST', '/v1/shopify/sync', { dryRun: true })
  ids['/settings/connections/shopify/runs/$id'] = sync.id
  return ids
}
