import { beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/open-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const NEW = {
  subject: 'Where is my order?',
  requester: { name: 'Ada Lovelace', email: 'ada@example.com' },
  message: { text: 'It should have arrived on Monday.' },
}

describe('tickets', () => {
  it('are created with a number, a customer and the first message', async () => {
    const { status, body: ticket } = await shop.api.post('/v1/tickets', NEW)
    expect([status, ticket]).toMatchObject([
      201,
      {
        number: 1001,
        channel: 'api',
        status: { name: 'Open', category: 'open' },
        priority: 'normal',
        customerId: expect.stringMatching(/^cus_/),
        requester: NEW.requester,
        waitingSince: expect.any(String),
        lastMessage: { kind: 'customer', preview: NEW.message.text },
        messageCount: 1,
      },
    ])
    expect((await shop.api.get(`/v1/tickets/${ticket.id}`)).body).toEqual(ticket)
    expect((await shop.sandbox.get(`/v1/tickets/${ticket.id}`)).status).toBe(404)
    const reply = await shop.api.post(`/v1/tickets/${ticket.id}/replies`, { text: 'It arrives tomorrow.' })
    expect([reply.status, reply.body]).toMatchObject([201, { kind: 'reply', author: { type: 'key' }, delivery: null }])
    expect((await shop.api.get(`/v1/tickets/${ticket.id}`)).body).toMatchObject({
      waitingSince: null,
      firstRespondedAt: expect.any(String),
      messageCount: 2,
    })
    const { body: messages } = await shop.api.get(`/v1/tickets/${ticket.id}/messages`)
    expect(messages.data.map(({ text }: { text: string }) => text)).toEqual(['It arrives tomorrow.', NEW.message.text])
    for (const q of ['order', '#1001', 'ada@example', 'arrived monday']) {
      const found = (await shop.api.get(`/v1/tickets?q=${encodeURIComponent(q)}`)).body.data
      expect([q, found.map(({ id }: { id: string }) => id)]).toEqual([q, [ticket.id]])
    }
  })
})
