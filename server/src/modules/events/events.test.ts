import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/open-shop.ts'

async function shopWithEvents(count: number) {
  const shop = await openShop()
  for (let n = 1; n <= count; n++) await shop.api.patch('/v1/workspace', { name: `Name ${n}` })
  return shop
}

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

  it.each(['limit=0', 'limit=101', 'limit=abc', 'limit=1&limit=2', 'cursor=nonsense', 'type=unknown', 'color=red'])(
    'rejects ?%s',
    async (query) => {
      const shop = await openShop()
      const response = await shop.api.get(`/v1/events?${query}`)
      expect([response.status, response.body.error.code]).toEqual([400, 'invalid_request'])
      expect(response.body.error.details[0].path).toBe(`/${query.split('=')[0]}`)
    },
  )
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
