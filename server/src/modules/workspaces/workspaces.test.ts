import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/open-shop.ts'

describe('GET /v1/workspace', () => {
  it('returns the workspace and environment of the key', async () => {
    const shop = await openShop()
    const live = await shop.api.get('/v1/workspace')
    expect(live.status).toBe(200)
    expect(live.body).toMatchObject({ id: shop.live.workspaceId, mode: 'live', environmentId: shop.live.workspaceId })

    const test = await shop.sandbox.get('/v1/workspace')
    expect(test.body).toMatchObject({ id: shop.live.workspaceId, mode: 'test', environmentId: shop.test.environmentId })
  })
})

describe('PATCH /v1/workspace', () => {
  it('changes the name only in the environment of the key, and emits one event', async () => {
    const shop = await openShop()
    const response = await shop.sandbox.patch('/v1/workspace', { name: 'Tried out' })
    expect(response.status).toBe(200)
    expect(response.body.name).toBe('Tried out')

    expect((await shop.api.get('/v1/workspace')).body.name).toBe('Test shop')
    expect((await shop.api.get('/v1/events')).body.data).toEqual([])
    expect((await shop.sandbox.get('/v1/events')).body.data).toMatchObject([
      { type: 'workspace.updated', data: { name: 'Tried out' } },
    ])
  })

  it('changes only the fields sent', async () => {
    const shop = await openShop()
    await shop.api.patch('/v1/workspace', { currency: 'JPY', timeZone: 'Asia/Tokyo' })
    const response = await shop.api.patch('/v1/workspace', { name: 'Tokyo' })
    expect(response.body).toMatchObject({ name: 'Tokyo', currency: 'JPY', timeZone: 'Asia/Tokyo' })
    expect((await shop.sandbox.get('/v1/workspace')).body).toMatchObject({ currency: 'EUR', timeZone: 'UTC' })
  })

  it.each([
    [{}, '', 'must have at least 1 field'],
    [{ currency: 'XXY' }, '/currency', 'must be an ISO 4217 currency, such as EUR, USD or JPY'],
    [{ currency: 'eur' }, '/currency', 'must be a three-letter currency code, such as EUR'],
    [{ timeZone: 'Mars/Olympus' }, '/timeZone', 'must be an IANA time zone, such as Europe/Berlin or UTC'],
    [{ timeZone: '+02:00' }, '/timeZone', 'must be an IANA time zone, such as Europe/Berlin or UTC'],
    [{ name: 5 }, '/name', 'must be a string'],
    [{ name: '' }, '/name', 'must not be empty'],
  ])('rejects %j', async (body, path, message) => {
    const shop = await openShop()
    const response = await shop.api.patch('/v1/workspace', body)
    expect(response.status).toBe(400)
    expect(response.body.error.details).toContainEqual({ path, message })
  })

  it('reports all errors at once', async () => {
    const shop = await openShop()
    const { body } = await shop.api.patch('/v1/workspace', { color: 'red', size: 2, name: '' })
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['/color', '/size', '/name']),
    )
    // The known fields are listed once.
    const known = { message: expect.stringMatching(/^is not a known field; known fields: name, /), path: '/color' }
    expect(body.error.details).toContainEqual({ ...known, allowed: expect.arrayContaining(['name', 'currency']) })
    expect(body.error.details).toContainEqual({ path: '/size', message: 'is not a known field' })
  })
})
