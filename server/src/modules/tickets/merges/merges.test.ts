import { beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../../test/open-shop.ts'
import { systemCtx } from '../../../../test/placed-order.ts'
import { addTicket } from '../../../../test/sample-tickets.ts'
import { addCustomerMessage } from '../messages/messages.ts'
import { resolveTicketId } from '../tickets.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const RESOLVED = 'tst_00000000000000000000000004'
/** Each call has a time of its own. */
const now = () => systemCtx(shop)
const read = async (id: string) => (await shop.api.get(`/v1/tickets/${id}`)).body
const listMessages = async (id: string): Promise<{ id: string; text: string }[]> =>
  (await shop.api.get(`/v1/tickets/${id}/messages`)).body.data.reverse()
const textsOf = async (id: string) => (await listMessages(id)).map(({ text }) => text)
const open = (text: string, more: object = {}) => addTicket(shop, { subject: text, message: { text }, ...more })
const act = async (id: string, action: string, body?: object) =>
  shop.api.post(`/v1/tickets/${id}/${action}`, body ?? undefined)
const merge = (id: string, intoId: string) => act(id, 'merge', { intoId })
/** A restored ticket is as before, apart from its version and the time of its last change. */
const restored = (ticket: object) => ({ ...ticket, version: expect.any(Number), updatedAt: expect.any(String) })
const listTypes = async (id: string) =>
  (await shop.api.get(`/v1/tickets/${id}/events`)).body.data.map(({ type }: { type: string }) => type)

describe('a merge', () => {
  it('moves all messages, and is reversed with what arrived since', async () => {
    const source = await open('a1', { tags: ['a', 'both'] })
    const target = await open('b1', { tags: ['b', 'both'], statusId: RESOLVED, message: undefined })
    const merged = await merge(source.id, target.id)
    expect([merged.status, merged.body]).toMatchObject([
      200,
      {
        id: target.id,
        tags: ['b', 'both', 'a'],
        // The customer of the merged ticket waits for an answer.
        status: { category: 'open' },
        waitingSince: source.waitingSince,
        messageCount: 1,
        lastMessage: { preview: 'a1' },
      },
    ])
    expect(await read(source.id)).toMatchObject({
      mergedIntoId: target.id,
      status: { category: 'resolved' },
      waitingSince: null,
      messageCount: 0,
    })
    expect(await textsOf(source.id)).toEqual([])
    const list = (await shop.api.get('/v1/tickets?limit=100')).body.data.map(({ id }: { id: string }) => id)
    expect([list.includes(target.id), list.includes(source.id)]).toEqual([true, false])

    await addCustomerMessage(now(), source.id, { text: 'a2' })
    await addCustomerMessage(now(), target.id, { text: 'b2' })
    expect(await textsOf(target.id)).toEqual(['a1', 'a2', 'b2'])
    const undone = await act(source.id, 'unmerge')
    expect([undone.status, undone.body]).toMatchObject([
      200,
      { ...restored(source), messageCount: 2, lastMessage: { preview: 'a2' } },
    ])
    expect([await textsOf(source.id), await textsOf(target.id)]).toEqual([['a1', 'a2'], ['b2']])
    expect((await read(target.id)).tags).toEqual(['b', 'both'])
    expect((await act(source.id, 'unmerge')).status).toBe(409)
    expect(await listTypes(source.id)).toEqual(['merge_reversed', 'merged_into', 'created'])
    const [event] = (await shop.api.get('/v1/events?type=ticket.merge_reversed')).body.data
    expect(event.data).toEqual({ ticketId: target.id, mergedTicketId: source.id })
  })

  it('restores both tickets exactly when nothing happened since', async () => {
    const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString()
    const source = await open('a')
    await shop.api.patch(`/v1/tickets/${source.id}`, { snoozedUntil })
    const target = await open('b')
    const replied = { text: 'Bye', statusId: RESOLVED }
    await act(target.id, 'replies', replied)
    const before = [await read(source.id), await read(target.id)]
    await merge(source.id, target.id)
    await act(source.id, 'unmerge')
    expect([await read(source.id), await read(target.id)]).toEqual(before.map(restored))
  })

  it('can be followed by others, and each is reversed for itself', async () => {
    const [a, b, c] = [await open('a', { tags: ['a'] }), await open('b'), await open('c')]
    await merge(a.id, b.id)
    await merge(b.id, c.id)
    await addCustomerMessage(now(), a.id, { text: 'a2' })
    expect(await textsOf(c.id)).toEqual(['a', 'b', 'c', 'a2'])
    expect(await resolveTicketId(now(), a.id)).toBe(c.id)
    // The one in the middle takes along what was merged into it.
    await act(b.id, 'unmerge')
    expect([await textsOf(c.id), await textsOf(b.id)]).toEqual([['c'], ['a', 'b', 'a2']])
    await merge(b.id, c.id)
    await act(a.id, 'unmerge')
    expect([await textsOf(a.id), await textsOf(c.id)]).toEqual([
      ['a', 'a2'],
      ['b', 'c'],
    ])
    expect([(await read(b.id)).tags, (await read(c.id)).tags]).toEqual([[], []])
    await act(b.id, 'unmerge')
    expect([await textsOf(b.id), await textsOf(c.id)]).toEqual([['b'], ['c']])
  })

  it('is due when the first of the tickets is, until it is reversed', async () => {
    const [early, late] = ['2030-01-01T10:00:00.000Z', '2030-01-05T10:00:00.000Z']
    const [a, b, c] = [await open('a', { dueAt: early }), await open('b', { dueAt: late }), await open('c')]
    expect((await merge(b.id, c.id)).body.dueAt).toBe(late)
    expect((await merge(a.id, c.id)).body.dueAt).toBe(early)
    await act(a.id, 'unmerge')
    expect([(await read(a.id)).dueAt, (await read(c.id)).dueAt]).toEqual([early, late])
    await shop.api.patch(`/v1/tickets/${c.id}`, { dueAt: early })
    await act(b.id, 'unmerge')
    // Somebody chose it since.
    expect((await read(c.id)).dueAt).toBe(early)
    expect((await merge(b.id, a.id)).body.dueAt).toBe(early)
  })

  it('is rejected into itself, a merged ticket or one of another shop; a merged ticket can’t change', async () => {
    const [a, b, c] = [await open('a'), await open('b'), await open('c')]
    await merge(a.id, b.id)
    const foreign = await addTicket(await openShop())
    const responses = [
      await merge(c.id, c.id),
      await merge(c.id, foreign.id),
      await merge(c.id, a.id),
      await merge(a.id, c.id),
    ]
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 409, 409])
    expect(responses[2]?.body.error.mergedIntoId).toBe(b.id)
    const changes = [
      await shop.api.patch(`/v1/tickets/${a.id}`, { priority: 'low' }),
      await act(a.id, 'replies', { text: 'x' }),
      await act(a.id, 'notes', { text: 'x' }),
    ]
    expect(changes.map(({ status }) => status)).toEqual([409, 409, 409])
  })

  it('forms no cycle and loses no message, whoever merges at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const tickets = await Promise.all(['a', 'b', 'c'].map((text) => open(text)))
      const [a, b, c] = tickets.map(({ id }) => id) as [string, string, string]
      const [, ...merges] = await Promise.all([
        addCustomerMessage(now(), a, { text: 'during' }),
        merge(a, b),
        merge(b, a),
        merge(b, c),
        merge(c, a),
      ])
      const failed = merges.filter(({ status }) => status !== 200 && status !== 409)
      expect([failed.map(({ body }) => body), failed.length > 0 ? shop.server.logged.slice(-10) : []]).toEqual([[], []])
      expect(merges.some(({ status }) => status === 200)).toBe(true)
      const roots = new Set(await Promise.all([a, b, c].map((id) => resolveTicketId(now(), id))))
      const texts = (await Promise.all([...roots].map(textsOf))).flat()
      expect(texts.sort()).toEqual(['a', 'b', 'c', 'during'])
      for (const root of roots) expect((await read(root)).messageCount).toBe((await textsOf(root)).length)
    }
  })
})

describe('a split', () => {
  it('moves chosen messages to a new ticket, and is reversed with what arrived since', async () => {
    const ticket = await open('first', { tags: ['vip'] })
    await act(ticket.id, 'replies', { text: 'reply' })
    const other = await addCustomerMessage(now(), ticket.id, { text: 'Another matter' })
    const before = await read(ticket.id)
    const { status, body: created } = await act(ticket.id, 'split', { messageIds: [other.id], subject: 'Other' })
    expect([status, created]).toMatchObject([
      201,
      {
        subject: 'Other',
        splitFromId: ticket.id,
        number: expect.any(Number),
        customerId: ticket.customerId,
        requester: ticket.requester,
        tags: ['vip'],
        waitingSince: other.createdAt,
        messageCount: 1,
      },
    ])
    expect(await textsOf(ticket.id)).toEqual(['first', 'reply'])
    expect(await read(ticket.id)).toMatchObject({ waitingSince: null, messageCount: 2 })
    await addCustomerMessage(now(), created.id, { text: 'later' })
    const undone = await act(created.id, 'unsplit')
    expect([undone.status, undone.body]).toMatchObject([200, { id: ticket.id, waitingSince: before.waitingSince }])
    expect(await textsOf(ticket.id)).toEqual(['first', 'reply', 'Another matter', 'later'])
    await addCustomerMessage(now(), created.id, { text: 'even later' })
    expect((await textsOf(ticket.id)).at(-1)).toBe('even later')
    expect((await act(created.id, 'unsplit')).status).toBe(409)
  })

  it('survives merges before and after it', async () => {
    const [a, b] = [await open('a'), await open('b')]
    await merge(a.id, b.id)
    const [first] = await listMessages(b.id)
    const { body: created } = await act(b.id, 'split', { messageIds: [first?.id] })
    expect([await textsOf(created.id), await textsOf(b.id)]).toEqual([['a'], ['b']])
    const c = await open('c')
    await merge(created.id, c.id)
    expect((await act(created.id, 'unsplit')).status).toBe(409)
    await act(created.id, 'unmerge')
    expect([await textsOf(created.id), await textsOf(c.id)]).toEqual([['a'], ['c']])
    // The message belonged to the merged ticket, which is itself again.
    await act(a.id, 'unmerge')
    expect((await act(created.id, 'unsplit')).status).toBe(200)
    expect([await textsOf(a.id), await textsOf(b.id), await textsOf(created.id)]).toEqual([['a'], ['b'], []])
  })

  it('needs messages of the ticket, and leaves one', async () => {
    const [a, b] = [await open('a'), await open('b')]
    const [[inA], [inB]] = [await listMessages(a.id), await listMessages(b.id)]
    expect((await act(a.id, 'split', { messageIds: [inA?.id] })).status).toBe(400)
    const { status, body } = await act(a.id, 'split', { messageIds: [inA?.id, inB?.id] })
    expect([status, body.error.details]).toMatchObject([400, [{ path: '/messageIds/1' }]])
    expect((await act(a.id, 'unsplit')).status).toBe(409)
  })
})
