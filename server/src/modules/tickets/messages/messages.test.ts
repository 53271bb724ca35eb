import { beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../../test/open-shop.ts'
import { systemCtx } from '../../../../test/placed-order.ts'
import { addTicket, NEW_TICKET } from '../../../../test/sample-tickets.ts'
import { createTicket } from '../tickets.ts'
import { addCustomerMessage, addReply, setDelivery } from './messages.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

/** Each call has a time of its own. */
const now = () => systemCtx(shop)
const read = async (id: string) => (await shop.api.get(`/v1/tickets/${id}`)).body
const listTexts = async (id: string) =>
  (await shop.api.get(`/v1/tickets/${id}/messages`)).body.data.map(({ text }: { text: string }) => text)
const [OPEN, PENDING, RESOLVED] = [1, 2, 4].map((at) => `tst_0000000000000000000000000${at}` as const)

describe('messages', () => {
  it('of the customer reopen the ticket, unless they are automatic', async () => {
    const { id } = await addTicket(shop)
    const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString()
    for (const [statusId, reopenedCount] of [
      [PENDING, 0],
      [RESOLVED, 1],
    ] as const) {
      const replied = await shop.api.post(`/v1/tickets/${id}/replies`, { text: 'Done.', statusId })
      expect(replied.status).toBe(201)
      await shop.api.patch(`/v1/tickets/${id}`, { snoozedUntil })
      const before = await read(id)
      expect(before).toMatchObject({ status: { id: statusId }, waitingSince: null, snoozedUntil })
      await addCustomerMessage(now(), id, { text: 'I am on vacation.', automatic: true })
      expect(await read(id)).toMatchObject({ status: { id: statusId }, waitingSince: null, snoozedUntil })
      const { createdAt } = await addCustomerMessage(now(), id, { text: 'Thanks, but no.' })
      await addCustomerMessage(now(), id, { text: 'Hello?' })
      expect(await read(id)).toMatchObject({
        status: { id: OPEN },
        waitingSince: createdAt,
        snoozedUntil: null,
        resolvedAt: null,
        reopenedCount,
        lastMessage: { preview: 'Hello?' },
      })
    }
    const changes = (await shop.api.get(`/v1/tickets/${id}/events`)).body.data.flatMap(
      (event: { changes: { field: string; to: unknown }[] }) => event.changes,
    )
    expect(changes).toContainEqual(
      expect.objectContaining({ field: 'status', to: expect.objectContaining({ id: RESOLVED }) }),
    )
  })

  it('that are notes change neither the status nor who waits', async () => {
    const ticket = await addTicket(shop)
    const note = await shop.api.post(`/v1/tickets/${ticket.id}/notes`, { text: 'Call the carrier.' })
    expect([note.status, note.body]).toMatchObject([201, { kind: 'note', delivery: null, author: { type: 'key' } }])
    const { waitingSince, status, firstRespondedAt } = await read(ticket.id)
    expect([waitingSince, status, firstRespondedAt]).toEqual([ticket.waitingSince, ticket.status, null])
  })

  it('that are acknowledgments don’t count as an answer', async () => {
    const ticket = await addTicket(shop)
    await addReply(now(), ticket.id, { text: 'We received your message.' }, { automatic: true })
    expect(await read(ticket.id)).toMatchObject({ waitingSince: ticket.waitingSince, firstRespondedAt: null })
  })

  it('by email are queued, and the customer waits again when one is taken back', async () => {
    const ticket = await createTicket(now(), { ...NEW_TICKET, channel: 'email', mailboxId: 'mbx_1' })
    const reply = (await shop.api.post(`/v1/tickets/${ticket.id}/replies`, { text: 'Soon.', cc: ['Boss@example.com'] }))
      .body
    expect(reply).toMatchObject({
      to: ['ada@example.com'],
      cc: ['boss@example.com'],
      delivery: { status: 'queued', error: null, sendAt: new Date(Date.parse(reply.createdAt) + 10_000).toISOString() },
    })
    const { rows } = await shop.server.db.pool.query('select run_at from graphile_worker.jobs where key = $1', [
      `ticket-emails.send ${reply.id}`,
    ])
    expect(rows).toHaveLength(1)
    expect(await read(ticket.id)).toMatchObject({ waitingSince: null, messageCount: 2 })
    await setDelivery(now(), reply.id, { status: 'canceled' })
    expect(await read(ticket.id)).toMatchObject({
      waitingSince: ticket.waitingSince,
      firstRespondedAt: null,
      messageCount: 1,
      lastMessage: ticket.lastMessage,
    })
    await shop.server.db.pool.query('select graphile_worker.remove_job($1)', [`ticket-emails.send ${reply.id}`])
  })

  it('are stored once, however often an email or a client sends them', async () => {
    const { id } = await addTicket(shop)
    const email = { text: 'By mail', emailMessageId: 'abc@example.com', mailboxId: 'mbx_1' }
    const stored = await Promise.all([1, 2, 3, 4].map(() => addCustomerMessage(now(), id, email)))
    expect(new Set(stored.map((message) => message.id)).size).toBe(1)
    const reply = { text: 'Reply', clientMessageId: 'r1' }
    const replies = await Promise.all([1, 2, 3].map(() => shop.api.post(`/v1/tickets/${id}/replies`, reply)))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    const note = { text: 'Note', clientMessageId: 'n1' }
    await Promise.all([1, 2, 3].map(() => shop.api.post(`/v1/tickets/${id}/notes`, note)))
    expect((await listTexts(id)).sort()).toEqual(['By mail', NEW_TICKET.message.text, 'Note', 'Reply'].sort())
    expect((await read(id)).messageCount).toBe(4)
  })
})

describe('replies that don’t know the newest message', () => {
  it('are rejected with the message, and sent if forced', async () => {
    const ticket = await addTicket(shop)
    const expectedMessageId = ticket.lastMessage.id
    const path = `/v1/tickets/${ticket.id}/replies`
    await addCustomerMessage(now(), ticket.id, { text: 'I am away.', automatic: true })
    expect((await shop.api.post(path, { text: 'One', expectedMessageId })).status).toBe(201)
    await addCustomerMessage(now(), ticket.id, { text: 'It has just arrived!' })
    const { status, body } = await shop.api.post(path, { text: 'Two', expectedMessageId })
    expect([status, body.error]).toMatchObject([
      409,
      { code: 'new_message', newMessage: { kind: 'customer', text: 'It has just arrived!' } },
    ])
    expect((await shop.api.post(path, { text: 'Three', expectedMessageId, force: true })).status).toBe(201)
    expect(await listTexts(ticket.id)).not.toContain('Two')
  })

  it('lose every race against the customer, whose message is never overlooked', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ticket = await addTicket(shop)
      const expectedMessageId = ticket.lastMessage.id
      const reply = (text: string) => shop.api.post(`/v1/tickets/${ticket.id}/replies`, { text, expectedMessageId })
      const [first, , second] = await Promise.all([
        reply('first'),
        addCustomerMessage(now(), ticket.id, { text: 'new' }),
        reply('second'),
      ])
      const texts = (await listTexts(ticket.id)).reverse()
      const isSent = { first: first.status === 201, second: second.status === 201 }
      for (const name of ['first', 'second'] as const) {
        // Whoever was sent was sent before the customer wrote.
        expect([name, texts.includes(name)]).toEqual([name, isSent[name]])
        if (isSent[name]) expect(texts.indexOf(name)).toBeLessThan(texts.indexOf('new'))
      }
      const { waitingSince, status } = await read(ticket.id)
      expect([waitingSince, status.category]).toEqual([expect.any(String), 'open'])
    }
  })
})

it('sanitizes HTML when it is read, and blocks remote images', async () => {
  const html = `<p onclick="x()">Hi <b>there</b><script>alert(1)</script><style>p{}</style>
    <img src="https://tracker.example/p.gif"><img src="cid:logo"><a href="javascript:x()">bad</a>
    <a href="https://example.com">good</a><iframe src="https://x"></iframe>
    <span style="color:red;background-image:url(https://x)">styled</span></p>`
  const upload = await fetch(`${shop.server.url}/v1/tickets/attachments?name=logo.png&contentId=logo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.liveKey}`, 'content-type': 'image/png' },
    body: new Uint8Array([1, 2, 3]),
  })
  const logo = (await upload.json()) as { id: string; url: string }
  const { id } = await addTicket(shop, { message: { text: 'Hi there', html, attachmentIds: [logo.id] } })
  const [message] = (await shop.api.get(`/v1/tickets/${id}/messages`)).body.data
  expect(message.html).not.toMatch(/script|onclick|javascript|iframe|\ssrc="https|url\(|<style/)
  expect(message.html).toContain(`src="${logo.url}"`)
  expect(message.html).toContain('data-blocked-src="https://tracker.example/p.gif"')
  expect(message.html).toMatch(/<a href="https:\/\/example.com"[^>]*rel="noopener noreferrer nofollow"/)
  expect(message.attachments).toMatchObject([{ id: logo.id, name: 'logo.png', inline: true, sizeBytes: 3 }])
})
