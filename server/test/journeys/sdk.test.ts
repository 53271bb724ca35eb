import { createClient, isStoredeskError } from '@storedesk/sdk'
import { describe, expect, it } from 'vitest'
import { addSimpleProduct, openCartShop } from '../cart-shop.ts'
import { openServer } from '../open-server.ts'
import { openShop } from '../open-shop.ts'
import { drawPng, toBlob } from '../sample-images.ts'

describe('the SDK against the real server', () => {
  it('calls, lists over pages and throws typed errors', async () => {
    const shop = await openShop()
    const storedesk = createClient({ baseUrl: shop.server.url, apiKey: shop.testKey })
    expect((await storedesk.get('/v1/workspace')).id).toBe(shop.live.workspaceId)

    for (const name of ['One', 'Two', 'Three']) await storedesk.patch('/v1/workspace', { body: { name } })
    const names: unknown[] = []
    for await (const event of storedesk.list('/v1/events', { query: { limit: 2 } })) {
      if (event.type === 'workspace.updated') names.push(event.data.name)
    }
    expect(names).toEqual(['Three', 'Two', 'One'])

    const error = await storedesk.patch('/v1/workspace', { body: { name: '' } }).catch((error: unknown) => error)
    expect(isStoredeskError(error, 'invalid_request')).toBe(true)
    expect(error).toMatchObject({
      status: 400,
      details: expect.arrayContaining([expect.objectContaining({ path: '/name' })]),
      requestId: expect.stringMatching(/^req_/),
    })
  })

  it('E4 retries a 429 after Retry-After, then after twice as long, and succeeds', async () => {
    const times: number[] = []
    let isExhausted = false
    let now = new Date()
    const passMs = (ms: number) => {
      now = new Date(now.getTime() + ms)
    }
    const server = await openServer({ clock: () => now })
    server.app.server.on('request', (_request, response) => {
      times.push(performance.now())
      // In the last second of the window Retry-After is one second. The clock stays there for the second attempt.
      if (isExhausted && times.length === 2) response.once('close', () => passMs(1000))
    })
    const shop = await openShop(server)
    const storedesk = createClient({ baseUrl: server.url, apiKey: shop.testKey })
    await Promise.all(Array.from({ length: 50 }, () => storedesk.get('/v1/workspace')))
    times.length = 0
    isExhausted = true
    passMs(59_500)
    expect((await storedesk.get('/v1/workspace')).id).toBe(shop.live.workspaceId)
    const [first = 0, second = 0, third = 0] = times
    expect(times).toHaveLength(3)
    expect(second - first).toBeGreaterThanOrEqual(1000)
    expect(third - second).toBeGreaterThanOrEqual(2000)
  })

  it('fills a cart and lists over pages by resource', async () => {
    const shop = await openCartShop()
    const storedesk = createClient({ baseUrl: shop.server.url, apiKey: shop.liveKey })
    const cart = await storedesk.carts.create({ currency: 'EUR' })
    const { items } = await storedesk.carts.items.add(cart.id, { variantId: shop.small, quantity: 2 })
    await storedesk.carts.items.set(cart.id, items[0]?.id ?? '', { quantity: 3 })
    expect((await storedesk.carts.get(cart.id)).totals.subtotal).toEqual({ amount: 3 * 2499, currency: 'EUR' })

    for (const title of ['Hat', 'Scarf']) await addSimpleProduct(shop, { title, sku: title, price: 900 })
    const titles: string[] = []
    for await (const product of storedesk.catalog.products.list({ limit: 2 })) titles.push(product.title)
    expect(titles.sort()).toEqual(['Hat', 'Scarf', 'Shirt'])
    await expect(storedesk.orders.get('ord_01k9z3h8x2f7mtv4q6bw0ncdre')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('exports and imports CSV', async () => {
    const shop = await openCartShop()
    const storedesk = createClient({ baseUrl: shop.server.url, apiKey: shop.liveKey })
    const csv = await storedesk.catalog.export({ status: 'active' })
    expect(csv).toContain('SHIRT-S')
    const { id } = await storedesk.catalog.imports.create(csv, { query: { dryRun: true } })
    expect(await storedesk.catalog.imports.get(id)).toMatchObject({ id, dryRun: true })
  })

  it('throws the errors of agentic checkout', async () => {
    const shop = await openShop()
    const { sessions } = createClient({ baseUrl: shop.server.url, apiKey: shop.liveKey }).agents
    const call = sessions.get('cs_unknown', { headers: { 'API-Version': '2026-04-17' } })
    await expect(call).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
      requestId: expect.stringMatching(/^req_/),
    })
  })

  it('uploads an image', async () => {
    const shop = await openShop()
    const storedesk = createClient({ baseUrl: shop.server.url, apiKey: shop.testKey })
    const image = await storedesk.post('/v1/catalog/images', { body: toBlob(drawPng()) })
    expect(image).toMatchObject({ width: 4, height: 3, contentType: 'image/png' })
    expect(image.url).toContain(shop.test.environmentId)
  })

  it('throws 401 without a valid key', async () => {
    const { server } = await openShop()
    const call = createClient({ baseUrl: server.url, apiKey: 'svc_live_nonsense' }).get('/v1/workspace')
    await expect(call).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
  })
})
