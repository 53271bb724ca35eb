import { beforeAll, describe, expect, it } from 'vitest'
import { listEventData } from '../../../test/event-log.ts'
import { openEventRunner, systemCtxAt } from '../../../test/event-runner.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { addCustomerMessage } from '../tickets/messages/messages.ts'
import { createTicket } from '../tickets/tickets.ts'
import { checkTargets, followTickets } from './jobs.ts'

const MINUTE_MS = 60_000
const TARGETS = { firstResponseMinutes: 60, nextResponseMinutes: 120, resolutionMinutes: 600 }
const OFFICE = {
  name: 'Office',
  timeZone: 'Europe/Vienna',
  intervals: [
    { day: 'monday', start: '09:00', end: '12:00' },
    { day: 'monday', start: '13:00', end: '24:00' },
  ],
  holidays: [{ date: '2026-12-07', name: 'Inventory' }],
}

let shop: Shop
let runEvents: (now?: Date) => Promise<void>
beforeAll(async () => {
  shop = await openShop()
  runEvents = openEventRunner(shop, [followTickets])
})

const newTicket = (priority: 'low' | 'normal' | 'urgent', createdAt = new Date()) =>
  createTicket(systemCtxAt(shop, createdAt), {
    subject: 'Where is it?',
    priority,
    requester: { email: 'ada@example.com' },
    message: { kind: 'customer', text: 'Hello?' },
  })

describe('business hours and policies', () => {
  it('checks hours, and keeps those that a policy uses', async () => {
    const invalid = await shop.api.post('/v1/business-hours', {
      ...OFFICE,
      timeZone: 'Europe/Atlantis',
      intervals: [
        { day: 'monday', start: '12:00', end: '09:00' },
        { day: 'friday', start: '09:00', end: '12:00' },
        { day: 'friday', start: '11:00', end: '14:00' },
      ],
      holidays: [{ date: '2026-12-25' }, { date: '2026-12-25' }],
    })
    expect(invalid.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      '/timeZone',
      '/intervals/0/end',
      '/intervals/2',
      '/holidays/1/date',
    ])
    const { body: hours } = await shop.api.post('/v1/business-hours', OFFICE)
    const policy = { name: 'Low', active: false, conditions: { priorities: ['low'] }, targets: TARGETS }
    const created = await shop.api.post('/v1/sla-policies', { ...policy, businessHoursId: hours.id, position: 5 })
    expect(created).toMatchObject({ status: 201, body: { warningMinutes: null, position: 5, version: 1 } })
    expect(await shop.api.send('DELETE', `/v1/business-hours/${hours.id}`)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('“Low”') } },
    })
    expect((await shop.api.send('DELETE', `/v1/sla-policies/${created.body.id}`)).status).toBe(204)
    expect((await shop.api.send('DELETE', `/v1/business-hours/${hours.id}`)).status).toBe(204)
    expect((await shop.api.get('/v1/business-hours')).body).toEqual({ data: [], nextCursor: null })
  })

  it('rejects policies without a target, with unknown hours, and stale versions', async () => {
    const none = { firstResponseMinutes: null, nextResponseMinutes: null, resolutionMinutes: null }
    expect((await shop.api.post('/v1/sla-policies', { name: 'Empty', targets: none })).status).toBe(400)
    const businessHoursId = `bh_${'0'.repeat(26)}`
    const unknown = await shop.api.post('/v1/sla-policies', { name: 'Lost', targets: TARGETS, businessHoursId })
    expect(unknown.body.error.details[0].path).toBe('/businessHoursId')
    const { body } = await shop.api.post('/v1/sla-policies', {
      name: 'Chat',
      conditions: { channels: ['chat'] },
      targets: TARGETS,
    })
    const path = `/v1/sla-policies/${body.id}`
    expect((await shop.api.send('PATCH', path, { name: 'New' }, { 'if-match': '"7"' })).status).toBe(412)
    expect((await shop.api.patch(path, { active: false })).body).toMatchObject({
      active: false,
      name: 'Chat',
      version: 2,
    })
  })
})

describe('targets of a ticket', () => {
  beforeAll(async () => {
    const urgent = { name: 'Urgent', conditions: { priorities: ['urgent'] }, targets: TARGETS }
    const policy = (await shop.api.post('/v1/sla-policies', urgent)).body
    // Tickets of the tests are older than their policy.
    await shop.server.db.pool.query(
      `update sla_policies set created_at = '2020-01-01' where environment_id = $1 and id = $2`,
      [shop.live.environmentId, policy.id],
    )
  })

  it('follows the ticket, warns and tells of a breach once', async () => {
    const createdAt = new Date(Date.now() - 55 * MINUTE_MS)
    const [ticket, other] = [await newTicket('urgent', createdAt), await newTicket('low', createdAt)]
    await runEvents(createdAt)
    const due = new Date(createdAt.getTime() + 60 * MINUTE_MS).toISOString()
    expect((await shop.api.get(`/v1/tickets/${ticket.id}/sla`)).body).toMatchObject({
      state: 'ok',
      nextDueAt: due,
      targets: [
        { metric: 'first_response', state: 'ok', dueAt: due },
        { metric: 'resolution', state: 'ok' },
      ],
    })
    const both = await shop.api.get(`/v1/ticket-slas?ticketIds=${ticket.id},${other.id}`)
    expect(both.body.data.map(({ ticketId }: { ticketId: string }) => ticketId)).toEqual([ticket.id])

    await checkTargets.run({ ...shop.server.system, now: new Date() })
    await checkTargets.run({ ...shop.server.system, now: new Date() })
    expect((await shop.api.get(`/v1/tickets/${ticket.id}/sla`)).body.state).toBe('warning')
    const warnings = await listEventData(shop, 'ticket.sla_warning')
    expect(warnings).toEqual([expect.objectContaining({ ticketId: ticket.id, metric: 'first_response', dueAt: due })])

    await checkTargets.run({ ...shop.server.system, now: new Date(Date.now() + 6 * MINUTE_MS) })
    expect((await shop.api.get(`/v1/tickets/${ticket.id}/sla`)).body.state).toBe('breached')
    expect(await listEventData(shop, 'ticket.sla_breached')).toHaveLength(1)
    const history = (await shop.api.get(`/v1/tickets/${ticket.id}/events`)).body.data
    expect(history.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['sla_warning', 'sla_breached']),
    )
  })

  it('stops, pauses and resumes with replies, statuses and priorities', async () => {
    const ticket = await newTicket('urgent')
    await runEvents()
    const slaOf = async () => {
      await runEvents()
      const { targets, ...sla } = (await shop.api.get(`/v1/tickets/${ticket.id}/sla`)).body
      return {
        ...sla,
        states: Object.fromEntries(targets.map((one: { metric: string; state: string }) => [one.metric, one.state])),
      }
    }
    const path = `/v1/tickets/${ticket.id}`
    await shop.api.post(`${path}/replies`, { text: 'On its way', statusId: 'tst_00000000000000000000000002' })
    expect(await slaOf()).toMatchObject({
      state: 'paused',
      nextDueAt: null,
      states: { first_response: 'met', resolution: 'paused' },
    })
    await addCustomerMessage(systemCtxAt(shop), ticket.id, { text: 'Still not here' })
    expect(await slaOf()).toMatchObject({
      state: 'ok',
      states: { first_response: 'met', next_response: 'ok', resolution: 'ok' },
    })
    await shop.api.patch(path, { statusId: 'tst_00000000000000000000000004' })
    expect(await slaOf()).toMatchObject({ state: 'met', states: { resolution: 'met' } })
    await shop.api.patch(path, { statusId: 'tst_00000000000000000000000001', priority: 'low' })
    // No policy is for low priority; what was achieved stays.
    expect((await slaOf()).states).toEqual({ first_response: 'met', next_response: 'met', resolution: 'met' })
  })
})
