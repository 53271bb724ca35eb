import { describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { type StaffClient, signIn } from '../../../test/sign-in.ts'
import { MAX_VIEWS_PER_PAGE } from './schemas.ts'

const VIEW = { page: 'customers', name: 'Subscribers', filters: { emailMarketing: 'subscribed', sort: 'spent' } }

async function openViews(role?: Parameters<typeof signIn>[1]) {
  const shop = await openShop()
  return { shop, ...viewsOf(shop, await signIn(shop, role)) }
}

function viewsOf({ live }: Shop, member: StaffClient) {
  const path = `/dashboard/api/workspaces/${live.workspaceId}/saved-views`
  return {
    list: async () => (await member.get(path)).body.data,
    save: (more: object = {}) => member.post(path, { ...VIEW, ...more }),
    rename: (id: string, name: string) => member.patch(`${path}/${id}`, { name }),
    remove: (id: string) => member.send('DELETE', `${path}/${id}`),
  }
}

describe('saved views', () => {
  it('are saved, listed in this order, renamed and deleted, by a viewer too', async () => {
    const { list, save, rename, remove } = await openViews('viewer')
    const { status, body: first } = await save()
    expect([status, first]).toEqual([201, { ...VIEW, id: expect.any(String), createdAt: expect.any(String) }])
    const { body: second } = await save({ page: 'orders', filters: { q: 'jug', lowStock: true } })
    expect(await list()).toEqual([first, second])
    expect((await rename(first.id, 'News')).body).toEqual({ ...first, name: 'News' })
    expect((await remove(second.id)).status).toBe(204)
    expect(await list()).toEqual([{ ...first, name: 'News' }])
    for (const gone of [await rename(second.id, 'x'), await remove(second.id)]) expect(gone.status).toBe(404)
  })

  it('are invisible and out of reach for colleagues, and leave with their member', async () => {
    const { shop, list, save } = await openViews('owner')
    const colleague = await signIn(shop, 'agent')
    const theirs = viewsOf(shop, colleague)
    const { body: mine } = await save()
    const { body: other } = await theirs.save({ name: 'Theirs' })
    expect(await theirs.list()).toEqual([other])
    for (const { status } of [await theirs.rename(mine.id, 'x'), await theirs.remove(mine.id)]) expect(status).toBe(404)
    expect(await list()).toEqual([mine])
    const path = `/dashboard/api/workspaces/${shop.live.workspaceId}/members/${colleague.userId}`
    expect((await (await signIn(shop)).send('DELETE', path)).status).toBe(200)
    const { rows } = await shop.server.db.pool.query('select id from saved_views where workspace_id = $1', [
      shop.live.workspaceId,
    ])
    expect(rows).toEqual([{ id: mine.id }])
  })

  it('have different names on a page, even when saved at the same moment', async () => {
    const { list, save, rename } = await openViews()
    const saved = await Promise.all([save(), save(), save({ name: 'SUBSCRIBERS' })])
    expect(saved.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const rejected = saved.find(({ status }) => status === 409)
    expect(rejected?.body.error.message).toMatch(/^You already have a view called “subscribers”\. /i)
    expect((await save({ page: 'orders' })).status).toBe(201)
    const { body: another } = await save({ name: 'Another' })
    expect((await rename(another.id, 'Subscribers')).status).toBe(409)
    expect((await rename(another.id, 'ANOTHER')).status).toBe(200)
    expect(await list()).toHaveLength(3)
  })

  it('are limited in number and size', async () => {
    const { list, save } = await openViews()
    for (let count = 0; count < MAX_VIEWS_PER_PAGE; count += 1) {
      expect((await save({ name: `View ${count}` })).status).toBe(201)
    }
    const { status, body } = await save()
    expect([status, body.error.limit]).toEqual([409, MAX_VIEWS_PER_PAGE])
    for (const invalid of [
      { page: 'unknown' },
      { name: ' ' },
      { name: 'two\nlines' },
      { filters: {} },
      { filters: { q: 'a'.repeat(101) } },
      { filters: { q: '\u0000' } },
      { filters: { q: { nested: 'x' } } },
      { filters: { 'not a name': 'x' } },
      { filters: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`f${at}`, 'x'])) },
    ]) {
      expect([invalid, (await save(invalid)).status]).toEqual([invalid, 400])
    }
    expect(await list()).toHaveLength(MAX_VIEWS_PER_PAGE)
  })
})
