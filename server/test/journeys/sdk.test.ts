import { createClient, isStoredeskError } from '@storedesk/sdk'
import { describe, expect, it } from 'vitest'
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
    for await (const event of storedesk.list('/v1/events', { query: { limit: 2 } })) names.push(event.data.name)
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
    let now = new Date()
    const server = await openServer({ clock: () => now })
    server.app.server.on('request', () => times.push(performance.now()))
    const shop = await openShop(server)
    const storedesk = createClient({ baseUrl: server.url, apiKey: shop.testKey })
    await Promise.all(Array.from({ length: 50 }, () => storedesk.get('/v1/workspace')))
    times.length = 0
    // In the last second of the window Retry-After is one second. The clock stays there for the second attempt.
    now = new Date(now.getTime() + 59_500)
    setTimeout(() => {
      now = new Date(now.getTime() + 1000)
    }, 2000)
    expect((await storedesk.get('/v1/workspace')).id).toBe(shop.live.workspaceId)
    const [first = 0, second = 0, third = 0] = times
    expect(times).toHaveLength(3)
    expect(second - first).toBeGreaterThanOrEqual(1000)
    expect(third - second).toBeGreaterThanOrEqual(2000)
    expect(third - second).toBeLessThan(3500)
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
