import { beforeEach, describe, expect, it } from 'vitest'
import { openEventRunner, systemCtxAt } from '../../../test/event-runner.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { addCustomerMessage } from '../tickets/messages/messages.ts'
import { createTicket, getTicket, type NewTicketInput } from '../tickets/tickets.ts'
import { followMessages, followNewTickets, followUpdates, hourlyJob, runHourlyRules } from './jobs.ts'

const DAY_MS = 86_400_000
const PENDING = 'tst_00000000000000000000000002'
const RESOLVED = 'tst_00000000000000000000000004'

let shop: Shop
let runEvents: () => Promise<void>
/** A workspace per test, because rules are for all its tickets. */
beforeEach(async () => {
  shop = await openShop()
  runEvents = openEventRunner(shop, [followNewTickets, followMessages, followUpdates])
})

const addRule = async (rule: object) => {
  const { status, body } = await shop.api.post('/v1/ticket-rules', { name: 'Rule', trigger: 'ticket_created', ...rule })
  expect([status, body.error]).toEqual([201, undefined])
  return body
}
const newTicket = (text = 'I want a refund', more: Partial<NewTicketInput> = {}, at = new Date()) =>
  createTicket(systemCtxAt(shop, at), {
    subject: 'Order',
    channel: 'email',
    requester: { name: 'Ada', email: 'ada@example.com' },
    message: { kind: 'customer', text },
    ...more,
  })
const historyOf = async (id: string) =>
  (await shop.api.get(`/v1/tickets/${id}/events?limit=100`)).body.data.map(
    ({ type, data }: { type: string; data: { ruleName?: string } }) => [type, data.ruleName],
  )
const messagesOf = async (id: string) => (await shop.api.get(`/v1/tickets/${id}/messages`)).body.data
const aboutRefunds = { match: 'all', conditions: [{ field: 'body', operator: 'contains', value: 'REFUND' }] }

describe('ticket rules', () => {
  it('run in order, see each other’s changes, and stop', async () => {
    const urgent = { match: 'all', conditions: [{ field: 'priority', operator: 'any_of', value: ['urgent'] }] }
    const third = await addRule({ name: 'Third', position: 3, actions: [{ type: 'add_tags', tags: ['third'] }] })
    await addRule({
      name: 'First',
      position: 1,
      conditions: aboutRefunds,
      actions: [{ type: 'set_priority', priority: 'urgent' }],
    })
    await addRule({
      name: 'Second',
      position: 2,
      conditions: urgent,
      actions: [{ type: 'add_tags', tags: ['second'] }, { type: 'stop' }],
    })
    const [refund, other] = [await newTicket(), await newTicket('Where is it?')]
    await runEvents()
    expect(await getTicket(systemCtxAt(shop), refund.id)).toMatchObject({ priority: 'urgent', tags: ['second'] })
    expect(await getTicket(systemCtxAt(shop), other.id)).toMatchObject({ priority: 'normal', tags: ['third'] })
    expect(await historyOf(refund.id)).toEqual(
      expect.arrayContaining([
        ['rule_applied', 'First'],
        ['rule_applied', 'Second'],
      ]),
    )
    expect((await shop.api.get(`/v1/ticket-rules/${third.id}`)).body).toMatchObject({ runCount: 1, version: 1 })
  })

  it('run once per occasion, and never because of a rule', async () => {
    await addRule({
      trigger: 'ticket_updated',
      name: 'Ping',
      actions: [
        { type: 'add_tags', tags: ['ping'] },
        { type: 'remove_tags', tags: ['pong'] },
      ],
    })
    await addRule({
      trigger: 'ticket_updated',
      name: 'Pong',
      actions: [
        { type: 'add_tags', tags: ['pong'] },
        { type: 'add_note', text: 'Changed' },
      ],
    })
    const ticket = await newTicket()
    await shop.api.patch(`/v1/tickets/${ticket.id}`, { priority: 'low' })
    await runEvents()
    // A retried job receives the events again.
    await openEventRunner(shop, [followNewTickets, followMessages, followUpdates])()
    expect((await historyOf(ticket.id)).filter(([type]: [string]) => type === 'rule_applied')).toHaveLength(2)
    expect((await messagesOf(ticket.id)).filter(({ kind }: { kind: string }) => kind === 'note')).toHaveLength(1)
  })

  it('reply once a day, as automatic mail, and never to automatic mail', async () => {
    const reply = [{ type: 'send_reply', text: 'Hi {{customer.firstName}}, we got it.' }]
    await addRule({ actions: reply })
    await addRule({ trigger: 'customer_message', actions: reply })
    const [ticket, absent] = [
      await newTicket(),
      await newTicket('Out of office', { message: { kind: 'customer', text: 'Out of office', automatic: true } }),
    ]
    await runEvents()
    await addCustomerMessage(systemCtxAt(shop), ticket.id, { text: 'And?' })
    await runEvents()
    const replies = (await messagesOf(ticket.id)).filter(({ kind }: { kind: string }) => kind === 'reply')
    expect(replies).toMatchObject([{ text: 'Hi Ada, we got it.', automatic: true, author: { type: 'system' } }])
    // The customer still waits for a person.
    expect(await getTicket(systemCtxAt(shop), ticket.id)).toMatchObject({
      firstRespondedAt: null,
      waitingSince: expect.any(String),
    })
    expect(await messagesOf(absent.id)).toHaveLength(1)
  })

  it('say in the history when they can’t', async () => {
    const { body: status } = await shop.api.post('/v1/ticket-statuses', { name: 'Lab', category: 'pending' })
    await addRule({ name: 'Broken', position: 1, actions: [{ type: 'set_status', statusId: status.id }] })
    await addRule({ name: 'Next', position: 2, actions: [{ type: 'add_tags', tags: ['next'] }] })
    await shop.api.send('DELETE', `/v1/ticket-statuses/${status.id}`)
    const ticket = await newTicket()
    await runEvents()
    expect(await historyOf(ticket.id)).toEqual(
      expect.arrayContaining([
        ['rule_failed', 'Broken'],
        ['rule_applied', 'Next'],
      ]),
    )
  })

  it('run as time passes, once until something happens', async () => {
    const waiting = { match: 'all', conditions: [{ field: 'waiting_minutes', operator: 'at_least', value: 120 }] }
    await addRule({
      trigger: 'hourly',
      name: 'Late',
      conditions: waiting,
      actions: [{ type: 'add_note', text: 'Late' }],
    })
    const ticket = await newTicket()
    const later = (hours: number) => systemCtxAt(shop, new Date(Date.now() + hours * 3_600_000))
    for (const hours of [1, 3, 4]) await hourlyJob.run(later(hours), {})
    expect(await messagesOf(ticket.id)).toHaveLength(2)
    await addCustomerMessage(later(5), ticket.id, { text: 'Hello?' })
    await hourlyJob.run(later(6), {})
    expect(await messagesOf(ticket.id)).toHaveLength(4)
  })

  it('resolve pending tickets after some days, if auto-close is on', async () => {
    const ticket = await newTicket()
    await shop.api.patch(`/v1/tickets/${ticket.id}`, { statusId: PENDING })
    const after = (days: number) => systemCtxAt(shop, new Date(Date.now() + days * DAY_MS))
    const categoryOf = async () => (await getTicket(systemCtxAt(shop), ticket.id)).status.category
    await hourlyJob.run(after(30), {})
    expect(await categoryOf()).toBe('pending')
    const setting = { active: true, pendingDays: 5 }
    expect((await shop.api.send('PUT', '/v1/ticket-rules/auto-close', setting)).body).toMatchObject({
      ...setting,
      version: 1,
    })
    await hourlyJob.run(after(4.9), {})
    expect(await categoryOf()).toBe('pending')
    await runHourlyRules.run({ ...shop.server.system, now: new Date() })
    await hourlyJob.run(after(5.1), {})
    expect(await categoryOf()).toBe('resolved')
    expect(await historyOf(ticket.id)).toEqual(expect.arrayContaining([['rule_applied', 'Auto-close']]))
  })
})

describe('POST /v1/ticket-rules/dry-run', () => {
  it('says what would change, and changes nothing', async () => {
    const [refund] = [await newTicket('A refund, please', { tags: ['old'] }), await newTicket('Where is it?')]
    await newTicket('refund', {}, new Date(Date.now() - 40 * DAY_MS))
    await newTicket('refund', { spam: true })
    const { body } = await shop.api.post('/v1/ticket-rules/dry-run', {
      trigger: 'ticket_created',
      conditions: aboutRefunds,
      actions: [
        { type: 'set_status', statusId: RESOLVED },
        { type: 'set_priority', priority: 'normal' },
        { type: 'add_tags', tags: ['refund'] },
        { type: 'send_reply', text: 'Hi {{customer.firstName}}' },
      ],
    })
    expect(body).toEqual({
      evaluated: 2,
      matched: 1,
      complete: true,
      sample: [
        {
          ticketId: refund.id,
          number: refund.number,
          subject: 'Order',
          changes: [
            { field: 'statusId', from: refund.status.id, to: RESOLVED },
            { field: 'tags', from: ['old'], to: ['old', 'refund'] },
          ],
          reply: 'Hi Ada',
          note: null,
        },
      ],
    })
    expect(await getTicket(systemCtxAt(shop), refund.id)).toEqual(refund)
  })

  it('rejects what a rule rejects', async () => {
    const rule = { trigger: 'hourly', actions: [{ type: 'send_reply', text: '{{order.size}}' }] }
    for (const [path, input] of [
      ['dry-run', rule],
      ['', { ...rule, name: 'Wrong' }],
    ] as const) {
      const { status, body } = await shop.api.post(`/v1/ticket-rules${path && `/${path}`}`, input)
      expect([status, body.error.details[0].path]).toEqual([400, '/actions/0/text'])
    }
  })
})
