import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openServer } from '../../../test/open-server.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { type StaffClient, signIn } from '../../../test/sign-in.ts'
import { MAX_STREAMS_PER_MEMBER } from './feed.ts'

let shop: Shop
let ada: StaffClient
let grace: StaffClient
let inbox: string

const newTicket = async (of = shop): Promise<string> =>
  (
    await of.api.post('/v1/tickets', {
      subject: 'Late',
      requester: { email: 'jo@example.com' },
      message: { text: 'Hi' },
    })
  ).body.id

const inboxOf = ({ live }: Shop, environmentId = live.environmentId) =>
  `/dashboard/api/workspaces/${live.workspaceId}/environments/${environmentId}`

beforeAll(async () => {
  shop = await openShop()
  ada = await signIn(shop, 'agent')
  grace = await signIn(shop, 'agent')
  inbox = inboxOf(shop)
})

/** Reads server-sent events as they arrive. */
async function openStream(member: StaffClient, path = `${inbox}/inbox-stream`, of = shop) {
  const leave = new AbortController()
  onTestFinished(() => leave.abort())
  const response = await fetch(of.server.url + path, { headers: { cookie: member.cookies }, signal: leave.signal })
  const events: { event: string; data: Record<string, string> }[] = []
  let hasEnded = false
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
        events.push({ event, data: JSON.parse(data) })
      }
    }
  }
  const reading =
    response.status === 200
      ? read()
          .catch(() => {})
          .finally(() => {
            hasEnded = true
          })
      : undefined
  return { status: response.status, events, reading, hasEnded: () => hasEnded, leave: () => leave.abort() }
}

describe('presence', () => {
  it('is visible to colleagues until someone leaves or goes silent', async () => {
    const id = await newTicket()
    const report = (member: StaffClient, state: string) => member.post(`${inbox}/tickets/${id}/presence`, { state })
    const present = async () => {
      const { data } = (await grace.get(`${inbox}/ticket-presence`)).body
      return data.filter(({ ticketId }: { ticketId: string }) => ticketId === id)
    }
    expect((await report(ada, 'viewing')).body).toEqual({ expiresInSeconds: 30 })
    await report(ada, 'typing')
    await report(grace, 'viewing')
    const times = { expiresAt: expect.any(String) }
    expect(await present()).toEqual(
      expect.arrayContaining([
        { ticketId: id, userId: ada.userId, state: 'typing', ...times },
        { ticketId: id, userId: grace.userId, state: 'viewing', ...times },
      ]),
    )
    await report(ada, 'left')
    expect(await present()).toHaveLength(1)
    await shop.server.db.pool.query(
      `update ticket_presence set expires_at = now() - interval '1 second' where environment_id = $1`,
      [shop.live.environmentId],
    )
    expect(await present()).toEqual([])
    expect((await report(ada, 'sleeping')).status).toBe(400)
    const missing = `${inbox}/tickets/tkt_${'0'.repeat(26)}/presence`
    expect((await ada.post(missing, { state: 'viewing' })).status).toBe(404)
  })
})

describe('drafts', () => {
  it('belong to one member, ticket and mode, keep their attachments, and go when discarded', async () => {
    const id = await newTicket()
    const path = `${inbox}/tickets/${id}/drafts`
    const list = async (member: StaffClient) => (await member.get(path)).body.data
    const file = new Blob(['a,b'], { type: 'text/csv' })
    const headers = { 'x-environment-id': shop.live.environmentId }
    const uploaded = await ada.send('POST', '/dashboard/api/v1/tickets/attachments?name=prices.csv', file, headers)
    const attachmentIds = [uploaded.body.id]
    const saved = await ada.send('PUT', `${path}/reply`, { text: 'Sorry', attachmentIds })
    expect([saved.status, saved.body]).toEqual([200, { ticketId: id, mode: 'reply', updatedAt: expect.any(String) }])
    await ada.send('PUT', `${path}/reply`, { text: 'Sorry!', attachmentIds })
    await ada.send('PUT', `${path}/note`, { text: 'Call them', attachmentIds: [] })
    const attachments = [{ id: uploaded.body.id, name: 'prices.csv', sizeBytes: 3 }]
    expect(await list(ada)).toMatchObject([
      { mode: 'note', text: 'Call them', attachments: [] },
      { mode: 'reply', text: 'Sorry!', attachments },
    ])
    expect(await list(grace)).toEqual([])
    expect((await ada.get(`${inbox}/ticket-drafts`)).body.data).toMatchObject([{ ticketId: id }, { ticketId: id }])
    expect((await ada.send('DELETE', `${path}/reply`)).status).toBe(204)
    expect(await list(ada)).toMatchObject([{ mode: 'note' }])
    expect((await ada.send('PUT', `${path}/tweet`, { text: '', attachmentIds: [] })).status).toBe(404)
  })
})

describe('the stream', () => {
  it('names changed tickets and present colleagues, of its own environment, without their content', async () => {
    const id = await newTicket()
    const stream = await openStream(ada)
    await expect.poll(() => stream.events).toEqual([{ event: 'ready', data: {} }])
    await newTicket({ ...shop, api: shop.sandbox })
    await shop.api.patch(`/v1/tickets/${id}`, { tags: ['confidential'] })
    await grace.post(`${inbox}/tickets/${id}/presence`, { state: 'typing' })
    await expect.poll(() => stream.events.at(-1)?.event).toBe('presence')
    expect(stream.events.slice(1)).toEqual([
      { event: 'ticket', data: { ticketId: id } },
      { event: 'presence', data: { ticketId: id, userId: grace.userId, state: 'typing' } },
    ])
    const { conversationId } = (await shop.api.post('/v1/chat', { message: 'Something confidential' })).body
    await expect.poll(() => stream.events).toContainEqual({ event: 'chat', data: { conversationId } })
  })

  it('is for members of the workspace only, and each has so many', async () => {
    const other = await openShop()
    const stranger = await signIn(other, 'owner')
    expect((await openStream({ ...ada, cookies: '' })).status).toBe(401)
    expect((await openStream(stranger)).status).toBe(404)
    // Their own workspace, but an environment of another one.
    const mixed = `${inboxOf(other, shop.live.environmentId)}/inbox-stream`
    expect((await openStream(stranger, mixed)).status).toBe(404)
    const streams = []
    for (let count = 0; count < MAX_STREAMS_PER_MEMBER; count += 1) streams.push(await openStream(grace))
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await openStream(grace)).status).toBe(409)
    streams[0]?.leave()
    await expect.poll(async () => (await openStream(grace)).status).toBe(200)
  })

  it('ends when its member is removed, and when the server stops', async () => {
    const own = await openShop(await openServer())
    const [owner, agent] = [await signIn(own), await signIn(own, 'agent')]
    const path = `${inboxOf(own)}/inbox-stream`
    const [theirs, mine] = [await openStream(agent, path, own), await openStream(owner, path, own)]
    await owner.send('DELETE', `/dashboard/api/workspaces/${own.live.workspaceId}/members/${agent.userId}`)
    await theirs.reading
    expect(mine.hasEnded()).toBe(false)
    expect((await openStream(agent, path, own)).status).toBe(404)
    const closing = own.server.app.close()
    await mine.reading
    await closing
  })
})

describe('access', () => {
  it('lets viewers look, and only agents draft', async () => {
    const viewer = await signIn(shop, 'viewer')
    const id = await newTicket()
    expect((await viewer.post(`${inbox}/tickets/${id}/presence`, { state: 'viewing' })).status).toBe(200)
    const draft = { text: 'Hi', attachmentIds: [] }
    expect((await viewer.send('PUT', `${inbox}/tickets/${id}/drafts/reply`, draft)).status).toBe(403)
  })
})
