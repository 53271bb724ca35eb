import { beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { newId } from '../../kit/ids.ts'
import type { TicketReportGroup } from './schemas.ts'

let shop: Shop
const report = (query: string) => shop.api.get(`/v1/reports/tickets?${query}`)
const WEEK = 'from=2026-01-05&to=2026-01-11'

interface Times {
  createdAt: string
  firstRespondedAt?: string
  resolvedAt?: string
  spam?: boolean
}

/** The times that days would bring. */
async function addTicket(tags: string[], channel: string, times: Times): Promise<string> {
  const { status, body } = await shop.api.post('/v1/tickets', {
    subject: 'Help',
    channel,
    tags,
    message: { text: 'Please help.' },
  })
  expect([status, body.error]).toEqual([201, undefined])
  const { createdAt, firstRespondedAt = null, resolvedAt = null, spam = false } = times
  if (firstRespondedAt) {
    const { body: reply } = await shop.api.post(`/v1/tickets/${body.id}/replies`, { text: 'Of course.' })
    const move = 'update ticket_messages set created_at = $3 where environment_id = $1 and id = $2'
    await shop.server.db.pool.query(move, [shop.live.environmentId, reply.id, firstRespondedAt])
  }
  if (resolvedAt) {
    const [resolved] = (await shop.api.get('/v1/ticket-statuses')).body.data.filter(
      (one: { category: string }) => one.category === 'resolved',
    )
    await shop.api.patch(`/v1/tickets/${body.id}`, { statusId: resolved.id })
  }
  await shop.server.db.pool.query(
    `update tickets set created_at = $3, first_responded_at = $4, resolved_at = $5, is_spam = $6
     where environment_id = $1 and id = $2`,
    [shop.live.environmentId, body.id, createdAt, firstRespondedAt, resolvedAt, spam],
  )
  return body.id
}

beforeAll(async () => {
  shop = await openShop()
  expect((await shop.api.patch('/v1/workspace', { timeZone: 'Europe/Vienna' })).status).toBe(200)
  // Not resolved before the week, nor within it.
  await addTicket([], 'api', { createdAt: '2025-12-01T10:00:00Z' })
  // Created before the week, resolved within it.
  await addTicket(['returns'], 'api', { createdAt: '2026-01-04T10:00:00Z', resolvedAt: '2026-01-06T10:00:00Z' })
  // In Vienna, it was created on Tuesday.
  await addTicket(['returns', 'vip'], 'phone', {
    createdAt: '2026-01-05T23:30:00Z',
    firstRespondedAt: '2026-01-06T00:30:00Z',
    resolvedAt: '2026-01-07T23:30:00Z',
  })
  await addTicket([], 'chat', { createdAt: '2026-01-09T10:00:00Z', firstRespondedAt: '2026-01-09T13:00:00Z' })
  // Resolved after the week.
  await addTicket(['vip'], 'chat', { createdAt: '2026-01-11T10:00:00Z', resolvedAt: '2026-01-12T10:00:00Z' })
  await addTicket(['vip'], 'chat', { createdAt: '2026-01-09T10:00:00Z', spam: true })
})

it('reports each day in the time zone of the shop, with a running backlog', async () => {
  const { status, body } = await report(WEEK)
  expect([status, body.error]).toEqual([200, undefined])
  expect(body).toMatchObject({ from: '2026-01-05', to: '2026-01-11', timeZone: 'Europe/Vienna', groupBy: 'day' })
  expect(body.totals).toEqual({
    created: 3,
    resolved: 2,
    backlog: 3,
    replies: 2,
    firstResponse: { median: 120, p90: 168, business: null },
    resolution: { median: 2880, p90: 2880, business: null },
    satisfaction: null,
  })
  expect(
    body.data.map(({ key, created, resolved, backlog, replies }: TicketReportGroup) => [
      key,
      created,
      resolved,
      backlog,
      replies,
    ]),
  ).toEqual([
    ['2026-01-05', 0, 0, 2, 0],
    ['2026-01-06', 1, 1, 2, 1],
    ['2026-01-07', 0, 0, 2, 0],
    ['2026-01-08', 0, 1, 1, 0],
    ['2026-01-09', 1, 0, 2, 1],
    ['2026-01-10', 0, 0, 2, 0],
    ['2026-01-11', 1, 0, 3, 0],
  ])
  expect(body.data[1].firstResponse).toEqual({ median: 60, p90: 60, business: null })
  expect(body.data[0].firstResponse).toBeNull()
})

it('groups by tag, channel and agent', async () => {
  const rowsOf = async (groupBy: string) =>
    (await report(`${WEEK}&groupBy=${groupBy}`)).body.data.map(
      ({ key, created, resolved, backlog }: TicketReportGroup) => [key, created, resolved, backlog],
    )
  expect(await rowsOf('tag')).toEqual([
    ['vip', 2, 1, 1],
    [null, 1, 0, 2],
    ['returns', 1, 2, 0],
  ])
  expect(await rowsOf('channel')).toEqual([
    ['chat', 2, 0, 2],
    ['phone', 1, 1, 0],
    ['api', 0, 1, 1],
  ])
  expect(await rowsOf('agent')).toEqual([[null, 3, 2, 3]])
})

it('defaults to 30 days, and rejects longer ranges than 400', async () => {
  const { body } = await report('')
  expect(body.data).toHaveLength(30)
  expect(body.data.at(-1).key).toBe(body.to)
  for (const [query, status] of [
    ['from=2025-01-01&to=2026-02-04', 200],
    ['from=2025-01-01&to=2026-02-05', 400],
    ['from=2026-01-02&to=2026-01-01', 400],
    ['from=2026-02-30', 400],
    ['groupBy=team', 400],
  ])
    expect([query, (await report(String(query))).status]).toEqual([query, status])
  expect((await shop.sandbox.get(`/v1/reports/tickets?${WEEK}`)).body.totals).toMatchObject({ created: 0, backlog: 0 })
})

it('reports times within business hours', async () => {
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
  const { status, body: hours } = await shop.api.post('/v1/business-hours', {
    name: 'Office',
    timeZone: 'Europe/Vienna',
    intervals: weekdays.map((day) => ({ day, start: '09:00', end: '12:00' })),
  })
  expect([status, hours.error]).toEqual([201, undefined])
  const { body } = await report(`${WEEK}&businessHoursId=${hours.id}`)
  // From 11:00 to 14:00 in Vienna, and from 0:30 to 1:30.
  expect(body.data[4].firstResponse).toEqual({ median: 180, p90: 180, business: { median: 60, p90: 60 } })
  expect(body.data[1].firstResponse).toEqual({ median: 60, p90: 60, business: { median: 0, p90: 0 } })
  // Tuesday and Wednesday; Sunday to Tuesday at 11:00.
  expect([body.data[3].resolution.business.median, body.data[1].resolution.business.median]).toEqual([360, 300])
  const unknown = await report('businessHoursId=bh_01k9z3h8x2f7mtv4q6bw0ncdre')
  expect(unknown.status).toBe(404)
})

it('reports the ratings of customers', async () => {
  const rate = async (rating: number, ratedAt: string) => {
    const ticketId = await addTicket(['rated'], 'chat', { createdAt: '2025-06-01T10:00:00Z', resolvedAt: ratedAt })
    await shop.server.db.pool.query(
      `insert into csat_surveys (environment_id, id, ticket_id, status, send_at, rating, rated_at, created_at)
       values ($1, $2, $3, 'answered', $5, $4, $5, $5)`,
      [shop.live.environmentId, newId('csat'), ticketId, rating, ratedAt],
    )
  }
  await rate(5, '2025-06-02T10:00:00Z')
  await rate(2, '2025-06-03T10:00:00Z')
  await rate(1, '2025-07-03T10:00:00Z')
  const { body } = await report('from=2025-06-01&to=2025-06-30&groupBy=tag')
  const satisfaction = { average: 3.5, count: 2 }
  expect([body.totals.satisfaction, body.data[0]]).toMatchObject([satisfaction, { key: 'rated', satisfaction }])
})
