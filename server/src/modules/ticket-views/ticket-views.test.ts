import { beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { type StaffClient, signIn } from '../../../test/sign-in.ts'

let shop: Shop
let admin: Member
let agent: Member

type Member = ReturnType<typeof inLive>

/** Calls the API as the dashboard does. */
function inLive(staff: StaffClient) {
  const headers = { 'x-environment-id': shop.live.environmentId }
  const send = (method: string, path: string, body?: unknown) =>
    staff.send(method, `/dashboard/api/v1${path}`, body, headers)
  const counts = async () => {
    const { data, waiting } = (await send('GET', '/ticket-views/counts')).body
    return {
      waiting,
      ...Object.fromEntries(data.map((one: { viewId: string; count: number }) => [one.viewId, one.count])),
    }
  }
  const names = async () => {
    const { data } = (await send('GET', '/ticket-views')).body
    return data.map(({ name }: { name: string }) => name)
  }
  return { userId: staff.userId, send, counts, names }
}

beforeAll(async () => {
  shop = await openShop()
  admin = inLive(await signIn(shop, 'admin'))
  agent = inLive(await signIn(shop, 'agent'))
})

const BUILT_IN = ['Mine', 'Unassigned', 'All open', 'Mentions', 'Following', 'Pending', 'Snoozed', 'Resolved', 'Spam']
const VIP = { name: 'VIP', filter: { status: 'open', tag: 'vip', spam: false }, sort: 'priority' }

describe('views', () => {
  it('are shared by admins and keys, or personal', async () => {
    const shared = await admin.send('POST', '/ticket-views', VIP)
    expect([shared.status, shared.body]).toEqual([
      201,
      { ...VIP, id: expect.stringMatching(/^tvw_/), builtIn: false, shared: true, createdAt: expect.any(String) },
    ])
    expect((await agent.send('POST', '/ticket-views', { ...VIP, name: 'Mail' })).status).toBe(403)
    const own = { name: 'Phone', shared: false, filter: { channel: 'phone' } }
    const personal = await agent.send('POST', '/ticket-views', own)
    expect([personal.status, personal.body.shared, personal.body.sort]).toEqual([201, false, 'waiting'])
    expect(await agent.names()).toEqual([...BUILT_IN, 'VIP', 'Phone'])
    expect(await admin.names()).toEqual([...BUILT_IN, 'VIP'])
    // A key is nobody's.
    const forKey = (await shop.api.get('/v1/ticket-views')).body.data
    expect(forKey.map(({ name }: { name: string }) => name)).not.toContain('Mine')
    expect((await shop.api.post('/v1/ticket-views', own)).status).toBe(409)
    expect((await shop.sandbox.get('/v1/ticket-views')).body.data).not.toContainEqual(shared.body)

    expect((await agent.send('PATCH', `/ticket-views/${shared.body.id}`, { name: 'Mine now' })).status).toBe(403)
    expect((await admin.send('PATCH', `/ticket-views/${personal.body.id}`, { name: 'x' })).status).toBe(404)
    const renamed = await agent.send('PATCH', `/ticket-views/${personal.body.id}`, { name: 'Calls' })
    expect(renamed.body).toEqual({ ...personal.body, name: 'Calls' })
    expect((await admin.send('POST', '/ticket-views', { ...VIP, name: 'vip' })).status).toBe(409)
    expect((await admin.send('POST', '/ticket-views', { name: 'Bad', filter: { color: 'red' } })).status).toBe(400)
    expect((await agent.send('DELETE', `/ticket-views/${shared.body.id}`)).status).toBe(403)
    expect((await agent.send('DELETE', `/ticket-views/${personal.body.id}`)).status).toBe(204)
    expect((await admin.send('DELETE', `/ticket-views/${shared.body.id}`)).status).toBe(204)
    expect(await agent.names()).toEqual(BUILT_IN)
  })

  it('count open work as their lists show it', async () => {
    const view = (await admin.send('POST', '/ticket-views', VIP)).body
    const create = async (changes: object = {}) => {
      const requester = { email: 'jo@example.com' }
      const { body } = await shop.api.post('/v1/tickets', {
        subject: 'Late',
        requester,
        message: { text: 'Hi' },
        ...changes,
      })
      return body.id
    }
    const [mine, tagged, snoozed, spam, resolved, answered, mentioned] = [
      await create({ assigneeId: agent.userId }),
      await create({ tags: ['vip'] }),
      await create(),
      await create(),
      await create(),
      await create(),
      await create({ assigneeId: admin.userId, followerIds: [agent.userId] }),
    ]
    const statuses = (await shop.api.get('/v1/ticket-statuses')).body.data
    const done = statuses.find(({ category }: { category: string }) => category === 'resolved').id
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    await shop.api.patch(`/v1/tickets/${snoozed}`, { snoozedUntil: tomorrow })
    await shop.api.patch(`/v1/tickets/${spam}`, { spam: true })
    await shop.api.patch(`/v1/tickets/${resolved}`, { statusId: done })
    await shop.api.post(`/v1/tickets/${answered}/replies`, { text: 'It ships today.' })
    await admin.send('POST', `/tickets/${mentioned}/notes`, { text: '@you', mentionedIds: [agent.userId] })

    const expected = {
      mine: 1,
      unassigned: 2,
      open: 4,
      mentions: 1,
      following: 1,
      snoozed: 1,
      [view.id]: 1,
      waiting: 3,
    }
    expect([mine, tagged].every(Boolean)).toBe(true)
    expect(await agent.counts()).toEqual(expected)
    const { data } = (await agent.send('GET', '/ticket-views')).body
    for (const { id, filter } of data) {
      const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))
      const list = (await agent.send('GET', `/tickets?${query}`)).body.data
      const count = (expected as Record<string, number>)[id] ?? list.length
      expect([id, list.length]).toEqual([id, count])
    }
    const forKey = (await shop.api.get('/v1/ticket-views/counts')).body.data
    expect(forKey.map(({ viewId }: { viewId: string }) => viewId)).toEqual(['unassigned', 'open', 'snoozed', view.id])
  })
})
