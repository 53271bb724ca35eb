import { describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/open-shop.ts'

async function shopWithEvents(count: number) {
  const shop = await openShop()
  for (let n = 1; n <= count; n++) await shop.api.patch('/v1/workspace', { name: `Name ${n}` })
  return shop
}

const addCollection = (shop: Shop, title: string) => shop.api.post('/v1/catalog/collections', { title })

describe('GET /v1/events', () => {
  it('lists each event once, newest first, across pages, even while new events arrive', async () => {
    const shop = await shopWithEvents(7)
    const names: string[] = []
    let cursor: string | null = ''
    do {
      const { body } = await shop.api.get(`/v1/events?limit=3${cursor && `&cursor=${cursor}`}`)
      names.push(...body.data.map((event: { data: { name: string } }) => event.data.name))
      cursor = body.nextCursor
      await shop.api.patch('/v1/workspace', { name: 'Meanwhile' })
    } while (cursor)
    expect(names).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `Name ${n}`))
  })

  it('returns no next cursor after a full last page', async () => {
    const shop = await shopWithEvents(3)
    expect((await shop.api.get('/v1/events?limit=3')).body.nextCursor).toBeNull()
  })

  it.each([
    'limit=0',
    'limit=101',
    'limit=abc',
    'limit=1&limit=2',
    'cursor=nonsense',
    'type=unknown',
    'types=order.created,order.unknown',
    'types=order.created,',
    'after=5',
    'after=evt_00000000000000000000000000',
    'cursor=ZXZ0XzAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAw&after=start',
    'color=red',
  ])('rejects ?%s', async (query) => {
    const shop = await openShop()
    const response = await shop.api.get(`/v1/events?${query}`)
    expect([response.status, response.body.error.code]).toEqual([400, 'invalid_request'])
    expect(response.body.error.details[0].path).toBe(`/${query.split('=')[0]}`)
  })

  it('lists some types, newest first and oldest first', async () => {
    const shop = await shopWithEvents(2)
    await addCollection(shop, 'Summer')
    await shop.api.patch('/v1/workspace', { name: 'Name 3' })
    await addCollection(shop, 'Fall')
    const typesOf = async (query: string) =>
      (await shop.api.get(`/v1/events?${query}`)).body.data.map(({ type }: { type: string }) => type)
    const both = 'types=workspace.updated,collection.created,workspace.updated'
    const [updated, created] = ['workspace.updated', 'collection.created']
    expect(await typesOf(both)).toEqual([created, updated, created, updated, updated])
    expect(await typesOf(`${both}&limit=2`)).toEqual([created, updated])
    expect(await typesOf(`${both}&after=start`)).toEqual([updated, updated, created, updated, created])
    expect(await typesOf(`${both}&after=start&limit=3`)).toEqual([updated, updated, created])
    expect(await typesOf(`types=${created}&after=start`)).toEqual([created, created])
    expect(await typesOf(`type=${created}`)).toEqual([created, created])
    expect(await typesOf(`type=${created}&types=${updated}`)).toEqual([])
  })
})

describe('GET /v1/events?after=', () => {
  it('returns the events after one, oldest first, page by page, and later those that are new', async () => {
    const shop = await shopWithEvents(5)
    const ids = (await shop.api.get('/v1/events')).body.data.map(({ id }: { id: string }) => id).toReversed()
    const first = (await shop.api.get('/v1/events?after=start&limit=3')).body
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 3))
    const next = (await shop.api.get(`/v1/events?after=start&limit=3&cursor=${first.nextCursor}`)).body
    expect([next.data.map(({ id }: { id: string }) => id), next.nextCursor]).toEqual([ids.slice(3), null])

    const last = ids.at(-1)
    expect((await shop.api.get(`/v1/events?after=${last}`)).body).toEqual({ data: [], nextCursor: null })
    await shop.api.patch('/v1/workspace', { name: 'New' })
    expect((await shop.api.get(`/v1/events?after=${last}`)).body.data).toMatchObject([{ data: { name: 'New' } }])
    expect((await shop.api.get(`/v1/events?after=${ids[3]}`)).body.data).toHaveLength(2)
  })

  it('continues after an event that no worker has seen yet', async () => {
    const shop = await shopWithEvents(2)
    const [, older] = (await shop.api.get('/v1/events')).body.data
    expect((await shop.api.get(`/v1/events?after=${older.id}`)).body.data).toMatchObject([{ data: { name: 'Name 2' } }])
  })

  it('knows no events of the other environment', async () => {
    const shop = await shopWithEvents(1)
    const [event] = (await shop.api.get('/v1/events?after=start')).body.data
    expect((await shop.sandbox.get(`/v1/events?after=${event.id}`)).status).toBe(400)
    expect((await shop.sandbox.get('/v1/events?after=start')).body.data).toEqual([])
  })
})

describe('GET /v1/events/:id', () => {
  it('returns an event of this environment', async () => {
    const shop = await shopWithEvents(1)
    const [event] = (await shop.api.get('/v1/events')).body.data
    expect((await shop.api.get(`/v1/events/${event.id}`)).body).toEqual(event)
  })

  it('returns 404 for another environment or workspace and for an unknown or malformed id', async () => {
    const shop = await shopWithEvents(1)
    const other = await openShop(shop.server)
    const [event] = (await shop.api.get('/v1/events')).body.data
    const responses = [
      await shop.sandbox.get(`/v1/events/${event.id}`),
      await other.api.get(`/v1/events/${event.id}`),
      await shop.api.get('/v1/events/evt_00000000000000000000000000'),
      await shop.api.get('/v1/events/5'),
    ]
    for (const response of responses) expect([response.status, response.body.error.code]).toEqual([404, 'not_found'])
  })
})
