import { beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { systemCtx } from '../../../test/placed-order.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { importJugs } from '../../../test/sample-orders.ts'
import { addTicket, type Desk, NEW_TICKET, openDesk } from '../../../test/sample-tickets.ts'
import { importTickets } from './imports/imports.ts'

let shop: Shop
let agent: Desk
beforeAll(async () => {
  shop = await openShop()
  agent = await openDesk(shop)
})

const STATUSES = { open: 'tst_00000000000000000000000001', resolved: 'tst_00000000000000000000000004' }
const NOBODY = 'usr_01k9z3h8x2f7mtv4q6bw0ncdre'
const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)

describe('POST /v1/tickets', () => {
  it('creates a ticket with a number, a customer and the first message', async () => {
    const { body: ticket } = await shop.api.post('/v1/tickets', NEW_TICKET)
    expect(ticket).toMatchObject({
      number: 1001,
      channel: 'api',
      status: { id: STATUSES.open, name: 'Open', category: 'open' },
      priority: 'normal',
      customerId: expect.stringMatching(/^cus_/),
      requester: NEW_TICKET.requester,
      waitingSince: expect.any(String),
      firstRespondedAt: null,
      lastMessage: { kind: 'customer', preview: NEW_TICKET.message.text },
      messageCount: 1,
      version: expect.any(Number),
    })
    expect((await shop.api.get(`/v1/tickets/${ticket.id}`)).body).toEqual(ticket)
    expect((await shop.sandbox.get(`/v1/tickets/${ticket.id}`)).status).toBe(404)
    const again = await addTicket(shop)
    expect([again.number, again.customerId]).toEqual([1002, ticket.customerId])
    const events = (await shop.api.get('/v1/events?type=ticket.created')).body.data
    expect(events.at(-1).data).toEqual({ ticketId: ticket.id, channel: 'api' })
  })

  it('takes the requester from the customer, and works without either', async () => {
    const customerId = await addCustomer(shop, { name: 'Grace', emails: [{ address: 'grace@example.com' }] })
    expect(await addTicket(shop, { requester: undefined, customerId })).toMatchObject({
      customerId,
      requester: { name: 'Grace', email: 'grace@example.com' },
    })
    expect(await addTicket(shop, { statusId: STATUSES.resolved })).toMatchObject({
      status: { category: 'resolved' },
      resolvedAt: expect.any(String),
      reopenedCount: 0,
    })
    expect(await addTicket(shop, { requester: undefined, message: undefined, channel: 'phone' })).toMatchObject({
      customerId: null,
      requester: { name: null, email: null },
      lastMessage: null,
      waitingSince: null,
    })
  })

  it('names everything in the request that is not of this shop', async () => {
    const foreign = await importJugs((await openShop()).api, { email: 'x@example.com' })
    const cases: [object, string][] = [
      [{ assigneeId: NOBODY }, '/assigneeId'],
      [{ followerIds: [agent.userId, NOBODY] }, '/followerIds/1'],
      [{ orderIds: [foreign.id] }, '/orderIds/0'],
      [{ teamId: 'team_01k9z3h8x2f7mtv4q6bw0ncdre' }, '/teamId'],
      [{ statusId: 'tst_01k9z3h8x2f7mtv4q6bw0ncdre' }, '/statusId'],
      [{ customerId: 'cus_01k9z3h8x2f7mtv4q6bw0ncdre' }, '/customerId'],
      [{ customFields: { color: 'red' } }, '/customFields/color'],
      [{ message: { text: 'x', attachmentIds: ['att_01k9z3h8x2f7mtv4q6bw0ncdre'] } }, '/attachmentIds'],
      [{ subject: 'two\nlines' }, '/subject'],
    ]
    for (const [fields, path] of cases) {
      const { status, body } = await shop.api.post('/v1/tickets', { ...NEW_TICKET, ...fields })
      expect([path, status, body.error.details?.[0]?.path]).toEqual([path, 400, path])
    }
  })
})

describe('PATCH /v1/tickets/:id', () => {
  it('changes fields, records who changed what, and keeps the rest', async () => {
    const ticket = await addTicket(shop, { tags: ['a', 'b'] })
    const order = await importJugs(shop.api, { email: 'ada@example.com' })
    const path = `/v1/tickets/${ticket.id}`
    const changes = {
      assigneeId: agent.userId,
      priority: 'urgent',
      orderIds: [order.id],
      addTags: ['c'],
      removeTags: ['a'],
    }
    const { body: changed } = await agent.patch(path, changes)
    expect(changed).toMatchObject({
      ...ticket,
      assigneeId: agent.userId,
      priority: 'urgent',
      orderIds: [order.id],
      tags: ['b', 'c'],
      version: ticket.version + 1,
      updatedAt: expect.any(String),
    })
    // Nothing changes: no version, no entry.
    expect((await agent.patch(path, { priority: 'urgent' })).body).toEqual(changed)
    const history = (await shop.api.get(`/v1/tickets/${ticket.id}/events`)).body.data
    expect(history.map(({ type }: { type: string }) => type)).toEqual(['updated', 'created'])
    expect(history[0]).toMatchObject({
      actor: `member:${agent.userId}`,
      source: 'dashboard',
      actorName: expect.any(String),
    })
    expect(history[0].changes).toContainEqual({ field: 'priority', from: 'normal', to: 'urgent' })
    expect(history[0].changes).toContainEqual({ field: 'tags', from: ['a', 'b'], to: ['b', 'c'] })
  })

  it('keeps the times of resolving and reopening', async () => {
    const ticket = await addTicket(shop)
    const path = `/v1/tickets/${ticket.id}`
    const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString()
    expect((await shop.api.patch(path, { snoozedUntil })).body).toMatchObject({ snoozedUntil })
    expect((await shop.api.patch(path, { statusId: STATUSES.resolved })).body).toMatchObject({
      status: { category: 'resolved' },
      resolvedAt: expect.any(String),
      snoozedUntil: null,
      reopenedCount: 0,
    })
    expect((await shop.api.patch(path, { statusId: STATUSES.open })).body).toMatchObject({
      resolvedAt: null,
      reopenedCount: 1,
    })
  })

  it('rejects a stale If-Match; of parallel ones with the same version one wins', async () => {
    const ticket = await addTicket(shop)
    const ifMatch = { 'if-match': `"${ticket.version}"` }
    const priorities = ['low', 'high', 'urgent', 'low', 'high', 'urgent']
    const responses = await Promise.all(
      priorities.map((priority) => shop.api.send('PATCH', `/v1/tickets/${ticket.id}`, { priority }, ifMatch)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412])
    const winner = responses.find(({ status }) => status === 200)
    expect((await shop.api.get(`/v1/tickets/${ticket.id}`)).body).toEqual(winner?.body)
  })

  it('changes many at once, each for itself', async () => {
    const first = await addTicket(shop)
    const second = await addTicket(shop)
    const unknown = 'tkt_01k9z3h8x2f7mtv4q6bw0ncdre'
    const { body } = await shop.api.post('/v1/tickets/bulk', {
      ticketIds: [second.id, unknown, first.id],
      changes: { addTags: ['bulk'] },
    })
    expect(body.data).toMatchObject([
      { ticketId: second.id, ok: true, ticket: { tags: ['bulk'] }, error: null },
      { ticketId: unknown, ok: false, ticket: null, error: { code: 'not_found' } },
      { ticketId: first.id, ok: true, ticket: { tags: ['bulk'] } },
    ])
  })
})

describe('GET /v1/tickets', () => {
  it('filters, sorts and pages', async () => {
    const own = await openShop()
    const staff = await openDesk(own)
    const list = async (query: string, client: Pick<Desk, 'get'> = own.api) =>
      idsOf(await client.get(`/v1/tickets?${query}`))
    const team = (await own.api.post('/v1/teams', { name: 'Returns', memberIds: [staff.userId] })).body
    const order = await importJugs(own.api, { email: 'ada@example.com' })
    const waiting = await addTicket(own, { subject: 'Parcel for b@shop.example lost', priority: 'low' })
    const answered = await addTicket(own, {
      subject: 'Answered',
      assigneeId: staff.userId,
      teamId: team.id,
      followerIds: [staff.userId],
    })
    await own.api.post(`/v1/tickets/${answered.id}/replies`, { text: 'Done, your zucchini is on its way.' })
    const urgent = await addTicket(own, { priority: 'urgent', tags: ['vip'], orderIds: [order.id], channel: 'phone' })
    const resolved = await addTicket(own, { statusId: STATUSES.resolved, message: undefined })
    const snoozed = await addTicket(own, { requester: { email: 'Zoe@Example.com' } })
    const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString()
    await own.api.patch(`/v1/tickets/${snoozed.id}`, { snoozedUntil })
    const spam = await addTicket(own)
    await own.api.patch(`/v1/tickets/${spam.id}`, { spam: true })
    await own.api.post(`/v1/tickets/${urgent.id}/notes`, { text: 'Please look.', mentionedIds: [staff.userId] })

    const all = [waiting.id, urgent.id, snoozed.id, resolved.id, answered.id]
    expect(await list('')).toEqual([waiting.id, urgent.id, snoozed.id, resolved.id, answered.id])
    expect(await list('sort=newest')).toEqual([snoozed.id, resolved.id, urgent.id, answered.id, waiting.id])
    expect((await list('sort=priority')).slice(0, 2)).toEqual([urgent.id, snoozed.id])
    expect((await list('sort=priority')).at(-1)).toBe(waiting.id)
    expect((await list('sort=updated'))[0]).toBe(urgent.id)
    const cases: [string, string[]][] = [
      ['status=resolved', [resolved.id]],
      [`status=open,${STATUSES.resolved}`, all],
      [`status=${STATUSES.open}&assignee=${staff.userId}`, [answered.id]],
      ['assignee=none&status=open', [waiting.id, urgent.id, snoozed.id]],
      [`team=${team.id}`, [answered.id]],
      ['tag=vip', [urgent.id]],
      ['channel=phone', [urgent.id]],
      [`order=${order.id}`, [urgent.id]],
      ['priority=low', [waiting.id]],
      [`customer=${snoozed.customerId}`, [snoozed.id]],
      ['snoozed=true', [snoozed.id]],
      ['spam=true', [spam.id]],
      ['waitingLongerThan=10', []],
      ['waitingLongerThan=0&snoozed=false', [waiting.id, urgent.id]],
      [`mentioned=${staff.userId}`, [urgent.id]],
      [`follower=${staff.userId}`, [answered.id]],
      ['createdFrom=2100-01-01T00:00:00Z', []],
      ['createdTo=2100-01-01T00:00:00Z&tag=vip', [urgent.id]],
      ['q=parcel', [waiting.id]],
      [`q=%23${answered.number}`, [answered.id]],
      ['q=zo%C3%AB%40example', [snoozed.id]],
      ['q=b%40shop', [waiting.id]],
      ['q=zucchini', [answered.id]],
      ['q=100%25', []],
    ]
    for (const [query, ids] of cases) expect([query, await list(query)]).toEqual([query, ids])
    const mine = (query: string) => list(query, staff)
    expect(await mine('assignee=me')).toEqual([answered.id])
    expect(await mine('mentioned=me')).toEqual([urgent.id])
    expect(await mine('follower=me')).toEqual([answered.id])
    // A key is nobody.
    expect(await list('assignee=me')).toEqual([])

    for (const sort of ['waiting', 'newest', 'updated', 'priority']) {
      const paged: string[] = []
      for (let cursor = ''; ; ) {
        const { body } = await own.api.get(`/v1/tickets?limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`)
        paged.push(...idsOf({ body }))
        if (body.nextCursor === null) break
        cursor = body.nextCursor
      }
      expect([sort, paged]).toEqual([sort, await list(`sort=${sort}`)])
    }
  })
})

it('numbers parallel tickets without gaps in between or repeats, with and without an Idempotency-Key', async () => {
  const own = await openShop()
  const created = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      own.api.post('/v1/tickets', NEW_TICKET, at % 2 ? { 'idempotency-key': `create-${at}` } : {}),
    ),
  )
  const numbers = created.map(({ body }) => body.number).sort((one, other) => one - other)
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => 1001 + at))
  expect(new Set(created.map(({ body }) => body.customerId)).size).toBe(1)
  const retried = await own.api.post('/v1/tickets', NEW_TICKET, { 'idempotency-key': 'create-1' })
  expect(retried.body).toEqual(created[1]?.body)
})

describe('GET /v1/tickets with a text that the newest tickets do not contain', () => {
  it('finds older tickets and messages', async () => {
    const own = await openShop()
    const [status] = (await own.api.get('/v1/ticket-statuses')).body.data
    const ids = await importTickets(
      systemCtx(own),
      Array.from({ length: 2100 }, (_, n) => ({
        subject: n < 30 ? 'Needle' : 'Hay',
        channel: 'email',
        status,
        priority: 'normal',
        requester: { name: 'Ada', email: 'ada@example.com' },
        assigneeId: null,
        teamId: null,
        tags: [],
        orderIds: [],
        messages: [
          {
            kind: 'customer',
            text: n < 20 ? 'Zanzibar and Lisbon' : 'Lisbon',
            createdAt: new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString(),
          },
        ],
        resolvedAt: null,
        snoozedUntil: null,
      })),
    )
    const list = async (q: string) => idsOf(await own.api.get(`/v1/tickets?sort=newest&limit=100&q=${q}`))
    expect(await list('needle')).toEqual(ids.slice(0, 30).toReversed())
    expect(await list('lisbon%20zanzibar')).toEqual(ids.slice(0, 20).toReversed())
    expect(await list('lisbon')).toEqual(ids.slice(-100).toReversed())
    expect(await list('ne')).toEqual(ids.slice(0, 30).toReversed())
    expect(await list('%231001')).toEqual(ids.slice(0, 1))
  })
})

describe('settings', () => {
  it('let admins configure statuses, one default per category', async () => {
    expect((await agent.post('/v1/ticket-statuses', { name: 'X', category: 'open' })).status).toBe(403)
    const own = await openShop()
    const list = async () => (await own.api.get('/v1/ticket-statuses')).body.data
    const created = (await own.api.post('/v1/ticket-statuses', { name: 'New', category: 'open', default: true })).body
    expect((await own.api.post('/v1/ticket-statuses', { name: 'new', category: 'open' })).status).toBe(409)
    const defaults = (await list()).filter((one: { default: boolean }) => one.default)
    expect(defaults.map(({ name }: { name: string }) => name).sort()).toEqual([
      'New',
      'Resolved',
      'Waiting for customer',
    ])
    const ticket = await addTicket(own)
    expect(ticket.status.name).toBe('New')
    expect((await own.api.patch(`/v1/ticket-statuses/${created.id}`, { name: 'Fresh' })).body.name).toBe('Fresh')
    expect((await own.api.get(`/v1/tickets/${ticket.id}`)).body.status.name).toBe('Fresh')
    const remove = () => own.api.send('DELETE', `/v1/ticket-statuses/${created.id}`)
    expect((await remove()).status).toBe(409)
    await own.api.patch(`/v1/ticket-statuses/${STATUSES.open}`, { default: true })
    expect((await remove()).status).toBe(409)
    await own.api.patch(`/v1/tickets/${ticket.id}`, { statusId: STATUSES.open })
    expect((await remove()).status).toBe(204)
    expect(await list()).toHaveLength(4)
  })

  it('check the values of custom fields against their type', async () => {
    const own = await openShop()
    const add = (key: string, type: string, more: object = {}) =>
      own.api.post('/v1/ticket-fields', { key, label: key, type, ...more })
    for (const type of ['text', 'number', 'boolean', 'date']) expect((await add(`my_${type}`, type)).status).toBe(201)
    expect((await add('size', 'select', { options: ['S', 'M'] })).status).toBe(201)
    expect([(await add('size', 'text')).status, (await add('empty', 'select')).status]).toEqual([409, 400])
    const valid = { my_text: 'x', my_number: 1.5, my_boolean: false, my_date: '2026-02-28', size: 'M' }
    const ticket = await addTicket(own, { customFields: valid })
    expect(ticket.customFields).toEqual(valid)
    const invalid = { my_text: 1, my_number: '1', my_boolean: 'no', my_date: '2026-02-30', size: 'XL', other: 'x' }
    for (const [key, value] of Object.entries(invalid)) {
      const { status, body } = await own.api.patch(`/v1/tickets/${ticket.id}`, { customFields: { [key]: value } })
      expect([key, status, body.error.details[0].path]).toEqual([key, 400, `/customFields/${key}`])
    }
    const { body } = await own.api.patch(`/v1/tickets/${ticket.id}`, { customFields: { size: 'S' } })
    expect(body.customFields).toEqual({ ...valid, size: 'S' })
    const removed = await own.api.patch(`/v1/tickets/${ticket.id}`, { customFields: { size: null, my_text: null } })
    expect(removed.body.customFields).toEqual({ my_number: 1.5, my_boolean: false, my_date: '2026-02-28' })
  })

  it('keep a team that has tickets', async () => {
    const own = await openShop()
    const team = (await own.api.post('/v1/teams', { name: 'Returns' })).body
    expect((await own.api.post('/v1/teams', { name: 'Bad', memberIds: [NOBODY] })).status).toBe(400)
    const ticket = await addTicket(own, { teamId: team.id })
    const remove = () => own.api.send('DELETE', `/v1/teams/${team.id}`)
    expect((await remove()).status).toBe(409)
    await own.api.patch(`/v1/tickets/${ticket.id}`, { teamId: null })
    expect((await remove()).status).toBe(204)
    expect((await own.api.get(`/v1/teams/${team.id}`)).status).toBe(404)
  })
})
