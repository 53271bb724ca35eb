import { beforeAll, describe, expect, it } from 'vitest'
import { systemCtxAt } from '../../../test/event-runner.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { importJugs } from '../../../test/sample-orders.ts'
import type { Ctx } from '../../ctx.ts'
import { newId } from '../../kit/ids.ts'
import type { Role } from '../../kit/roles.ts'
import { applyMacro, createMacro, listMacros, updateMacro } from './macros.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const memberCtx = (role: Role, userId: string = newId('usr')): Ctx => ({
  ...systemCtxAt(shop),
  caller: { kind: 'member', userId, name: 'Grace Hopper', role },
})
const newTicket = async (more: object = {}) =>
  (
    await shop.api.post('/v1/tickets', {
      subject: 'Where is it?',
      requester: { name: 'Ada Lovelace', email: 'ada@example.com' },
      message: { text: 'Hello?' },
      ...more,
    })
  ).body

describe('macros', () => {
  it('fills in the ticket, and names what is missing', async () => {
    const { body: macro } = await shop.api.post('/v1/macros', {
      name: 'Shipped',
      body: 'Hi {{customer.firstName}}, #{{ticket.number}}: order {{order.number}} of {{order.total}} is on its way. {{agent.name}}',
    })
    const ticket = await newTicket()
    const preview = `/v1/tickets/${ticket.id}/macros/${macro.id}/preview`
    expect((await shop.api.post(preview)).body).toEqual({
      body: `Hi Ada, #${ticket.number}: order  of  is on its way. `,
      missing: ['order.number', 'order.total', 'agent.name'],
    })
    const order = await importJugs(shop.api)
    await shop.api.patch(`/v1/tickets/${ticket.id}`, { orderIds: [order.id] })
    const { body } = (await shop.api.post(preview)).body
    expect(body).toContain(`order ${order.number} of`)
    expect((await shop.api.get(`/v1/macros/${macro.id}`)).body.usageCount).toBe(0)
  })

  it('changes the ticket when it is applied, and counts', async () => {
    const { body: macro } = await shop.api.post('/v1/macros', {
      name: 'Close',
      actions: [
        { type: 'set_status', statusId: 'tst_00000000000000000000000002' },
        { type: 'set_priority', priority: 'low' },
        { type: 'add_tags', tags: ['done'] },
        { type: 'remove_tags', tags: ['new'] },
        { type: 'snooze', minutes: 60 },
      ],
    })
    const ticket = await newTicket({ tags: ['new'] })
    const applied = (await shop.api.post(`/v1/tickets/${ticket.id}/macros/${macro.id}/apply`)).body
    expect(applied).toMatchObject({
      body: '',
      missing: [],
      ticket: { status: { category: 'pending' }, priority: 'low', tags: ['done'], snoozedUntil: expect.any(String) },
    })
    expect((await shop.api.get(`/v1/macros/${macro.id}`)).body).toMatchObject({ usageCount: 1, version: 1 })
    const [event] = (await shop.api.get(`/v1/tickets/${ticket.id}/events`)).body.data
    expect(event).toMatchObject({ type: 'updated', source: 'macro' })
  })

  it('is private to its owner, and shared by admins only', async () => {
    const [agent, admin] = [memberCtx('agent'), memberCtx('admin')]
    await expect(createMacro(agent, { name: 'Shared', body: 'Hi' })).rejects.toMatchObject({ code: 'forbidden' })
    const own = await createMacro(agent, {
      name: 'Mine',
      body: 'Hi from {{agent.firstName}}',
      availability: 'private',
      actions: [{ type: 'assign_to_me' }],
    })
    await expect(updateMacro(agent, own.id, { availability: 'all' }, undefined)).rejects.toMatchObject({
      code: 'forbidden',
    })
    const idsFor = async (ctx: Ctx) => (await listMacros(ctx)).map(({ id }) => id)
    expect(await idsFor(agent)).toContain(own.id)
    expect(await idsFor(admin)).not.toContain(own.id)
    const ticket = await newTicket()
    await expect(applyMacro(admin, ticket.id, own.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(createMacro(admin, { name: 'Shared', body: 'Hi' })).resolves.toMatchObject({ availability: 'all' })
  })

  it.each([
    ['nothing to do', { body: ' ' }, '/body'],
    ['an unknown placeholder', { body: '{{customer.shoeSize}}' }, '/body'],
    [
      'an unknown status',
      { actions: [{ type: 'set_status', statusId: `tst_${'z'.repeat(26)}` }] },
      '/actions/0/statusId',
    ],
    ['a stranger', { actions: [{ type: 'assign', assigneeId: newId('usr') }] }, '/actions/0/assigneeId'],
    ['an unknown team', { actions: [{ type: 'set_team', teamId: newId('team') }] }, '/actions/0/teamId'],
    ['a team without a name', { body: 'Hi', availability: 'team' }, '/teamId'],
    ['a private macro of a key', { body: 'Hi', availability: 'private' }, '/availability'],
  ])('rejects %s', async (_, macro, path) => {
    const { status, body } = await shop.api.post('/v1/macros', { name: 'Wrong', ...macro })
    expect([status, body.error.details?.[0].path]).toEqual([400, path])
  })
})
