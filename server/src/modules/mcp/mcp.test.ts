import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type CheckoutShop, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { signInCustomer } from '../../../test/customer-sign-in.ts'
import { placeOrder } from '../../../test/placed-order.ts'
import { eur } from '../../../test/sample-products.ts'
import { readChatCode } from '../../../test/sample-tools.ts'
import { buildStorefront } from '../../app.ts'
import type { Scope } from '../../kit/api-key.ts'
import { createKey } from '../keys/keys.ts'

const ADA = 'ada@example.com'

let shop: CheckoutShop
beforeAll(async () => {
  shop = await openCheckoutShop()
})

/** Speaks the newest version of the protocol, unless the mode says otherwise. */
async function connect(headers: Record<string, string>, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const url = new URL('/mcp', shop.server.url)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return client
}

const byWorkspace = () => ({ 'x-workspace-id': shop.live.workspaceId })
const byKey = (key = shop.liveKey) => ({ authorization: `Bearer ${key}` })
const newKey = async (scope: Scope) => {
  const key = { label: scope, mode: 'live', scope } as const
  return (await createKey(shop.server.system, shop.live.workspaceId, key, { actor: null })).secret
}
const toolNames = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

/** What the tool returned, or its error as text. */
async function call(client: Client, name: string, args: object = {}) {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: { ...args } })
  // biome-ignore lint/suspicious/noExplicitAny: assertions check the fields they use
  return isError ? (content as { text: string }[])[0]?.text : (structuredContent as any)
}

const STOREFRONT = [
  'search_catalog',
  'get_product',
  'create_cart',
  'get_cart',
  'update_cart',
  'get_shipping_rates',
  'search_shop_policies_and_faqs',
]

describe('/mcp with the official client', () => {
  it.each([
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ] as const)('sells to everybody (%s: version %s)', async (mode, version) => {
    const client = await connect(byWorkspace(), mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect(await toolNames(client)).toEqual(STOREFRONT)
    const { products } = await call(client, 'search_catalog', { query: 'mug' })
    expect(products).toMatchObject([{ title: 'Mug', minPrice: eur(2499) }])
    const { cart } = await call(client, 'create_cart', { items: [{ variantId: shop.mug, quantity: 2 }] })
    expect(cart.total).toEqual(eur(4998))
    expect((await call(client, 'get_cart', { cartId: cart.id })).cart).toEqual(cart)
    const rates = await call(client, 'get_shipping_rates', { country: 'AT', cartId: cart.id })
    expect(rates.options).toMatchObject([{ title: 'Post', amount: eur(490) }])
    await expect(client.callTool({ name: 'list_orders', arguments: {} })).rejects.toThrow(/list_orders/)
    await client.close()
  })

  it('offers each key what its scope allows', async () => {
    const full = await connect(byKey())
    const tools = (await full.listTools()).tools
    expect(tools).toHaveLength(17)
    expect(tools.find(({ name }) => name === 'cancel_order')?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
    })
    expect(await toolNames(await connect(byKey(await newKey('agent'))))).toEqual(STOREFRONT)
    const readable = await toolNames(await connect(byKey(await newKey('read'))))
    expect(readable).toContain('get_order')
    expect(readable.filter((name) => /create|update|cancel|start|send|check_verification|hand/.test(name))).toEqual([])
  })

  it('shows orders to whoever proves an email address in the session', async () => {
    const order = await placeOrder(shop)
    const client = await connect(byKey())
    expect(await call(client, 'get_order', { number: order.number })).toMatch(/^verification_required: /)
    const { sessionId, sentTo } = await call(client, 'send_verification_code', { email: ADA })
    expect(sentTo).toBe('a…@example.com')
    const code = await readChatCode(shop, ADA)
    const other = await call(client, 'send_verification_code', { email: 'eve@example.com' })
    expect(await call(client, 'check_verification_code', { code, sessionId: other.sessionId })).toMatch(/^rejected: /)
    expect(await call(client, 'check_verification_code', { code, sessionId })).toEqual({ email: ADA })
    expect((await call(client, 'get_order', { number: order.number, sessionId })).order.number).toBe(order.number)
    expect(await call(client, 'get_order', { number: order.number, sessionId: other.sessionId })).toMatch(/^verif/)
    expect(await call(client, 'get_order', { number: order.number })).toMatch(/^verification_required: /)
    const foreign = await openCheckoutShop()
    const stranger = await connect(byKey(foreign.liveKey))
    expect(await call(stranger, 'get_order', { number: order.number, sessionId })).toMatch(/^verification_required: /)
  })

  it('acts for the customer of a token', async () => {
    const order = await placeOrder(shop)
    const customer = await signInCustomer(shop, ADA)
    const client = await connect({ ...byKey(), ...customer.headers })
    expect((await call(client, 'list_orders')).orders[0].number).toBe(order.number)
    expect((await call(client, 'cancel_order', { number: order.number })).order.status).toBe('canceled')
    const asked = await call(client, 'hand_over', { reason: 'no_answer', summary: 'Wants a blue mug.' })
    expect(asked).toEqual({ accepted: true })
    const [ticket] = (await shop.api.get('/v1/tickets')).body.data
    expect(ticket).toMatchObject({ subject: 'Wants a blue mug.', channel: 'chat', customerId: order.customerId })
  })

  it('says what is wrong with a call', async () => {
    const client = await connect(byKey())
    expect(await call(client, 'get_shipping_rates', { country: 'Austria' })).toMatch(/^invalid: /)
    expect(await call(client, 'get_product', { id: 'nothing' })).toBe('not_found: No such product.')
    expect(await call(client, 'list_orders', { sessionId: 'mine' })).toMatch(/^invalid: sessionId/)
  })
})

describe('/mcp over HTTP', () => {
  const INITIALIZE = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
  }
  const post = (headers: Record<string, string>, body: object = INITIALIZE, url = shop.server.url) =>
    fetch(new URL('/mcp', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(body),
    })

  it('speaks older versions of the protocol', async () => {
    const response = await post(byWorkspace())
    expect(response.status).toBe(200)
    expect(response.headers.get('x-ratelimit-limit')).toBe('30')
    expect(await response.text()).toContain('"protocolVersion":"2025-03-26"')
    const listed = await post(
      { ...byWorkspace(), 'mcp-protocol-version': '2025-03-26' },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    )
    expect(await listed.text()).toContain('"search_catalog"')
  })

  it('offers only the tools of storefronts at the storefront address', async () => {
    const { db, system } = shop.server
    const app = await buildStorefront({ ...system, db, clock: () => new Date(), isDraining: () => false })
    onTestFinished(() => app.close())
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const listed = await post(byKey(), { jsonrpc: '2.0', id: 2, method: 'tools/list' }, url)
    expect([...(await listed.text()).matchAll(/"name":"(\w+)"/g)].map(([, name]) => name)).toEqual(STOREFRONT)
  })

  it('counts each message: a batch would count once', async () => {
    expect((await post(byWorkspace(), [INITIALIZE, INITIALIZE])).status).toBe(400)
    const unknown = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'list_orders', arguments: {} } }
    expect(await (await post(byWorkspace(), unknown)).text()).toContain('"code":-32602')
  })

  it('lets in nobody without a workspace or a valid key, and no page of others', async () => {
    for (const headers of [{}, byKey('svc_live_wrong'), { 'x-workspace-id': crypto.randomUUID() }]) {
      const response = await post(headers)
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    }
    expect((await post({ ...byKey(), 'x-customer-token': 'forged' })).status).toBe(401)
    expect((await post({ ...byWorkspace(), origin: 'https://evil.example' })).status).toBe(403)
    const read = await fetch(new URL('/mcp', shop.server.url), { headers: byWorkspace() })
    expect(read.status).toBe(405)
  })
})
