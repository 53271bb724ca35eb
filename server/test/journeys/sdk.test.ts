import { createClient, isStoredeskError } from '@storedesk/sdk'
import { describe, expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'

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

  it('is refused with 401 without a good key', async () => {
    const { server } = await openShop()
    const call = createClient({ baseUrl: server.url, apiKey: 'svc_live_nonsense' }).get('/v1/workspace')
    await expect(call).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
  })
})
