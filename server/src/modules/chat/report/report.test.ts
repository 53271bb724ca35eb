import { expect, it } from 'vitest'
import { openShop } from '../../../../test/open-shop.ts'

const DAY = '2026-01-06'

it('counts answers by status and ratings per day of the shop, without the playground', async () => {
  const shop = await openShop()
  expect((await shop.api.patch('/v1/workspace', { timeZone: 'Europe/Vienna' })).status).toBe(200)
  const { environmentId } = shop.live
  const send = async (message: string, more: object = {}) =>
    (await shop.api.post('/v1/chat', { message, ...more })).body as { conversationId: string; status: string }
  const known = await send('Hello!')
  const unknown = await send('Can you tune a zither?')
  expect([known.status, unknown.status]).toEqual(['answered', 'unknown'])
  const person = await send('I want to talk to a person.', { conversationId: unknown.conversationId })
  expect(person.status).toBe('handed_over')
  await shop.api.post(`/v1/chat/${known.conversationId}/feedback`, { rating: 'up' })
  await shop.api.post(`/v1/chat/${unknown.conversationId}/feedback`, { rating: 'down' })
  const { pool } = shop.server.db
  const { conversationId: tried } = await send('Hello!')
  await pool.query("update chat_conversations set channel = 'dashboard' where environment_id = $1 and id = $2", [
    environmentId,
    tried,
  ])
  // In Vienna, that is the day after.
  const time = '2026-01-05T23:30:00Z'
  await pool.query('update chat_messages set created_at = $2 where environment_id = $1', [environmentId, time])
  await pool.query('update chat_conversations set last_message_at = $2 where environment_id = $1', [
    environmentId,
    time,
  ])

  const { status, body } = await shop.api.get('/v1/chat/report?from=2026-01-05&to=2026-01-07')
  const figures = {
    conversations: 2,
    answers: 3,
    answered: 1,
    clarifications: 0,
    unknown: 1,
    handedOver: 1,
    refused: 0,
    fallbacks: 0,
    ratedUp: 1,
    ratedDown: 1,
  }
  const nothing = Object.fromEntries(Object.keys(figures).map((name) => [name, 0]))
  expect([status, body]).toEqual([
    200,
    {
      from: '2026-01-05',
      to: '2026-01-07',
      timeZone: 'Europe/Vienna',
      totals: figures,
      data: [
        { day: '2026-01-05', ...nothing },
        { day: DAY, ...figures },
        { day: '2026-01-07', ...nothing },
      ],
      nextCursor: null,
    },
  ])
  expect((await shop.sandbox.get('/v1/chat/report?from=2026-01-05&to=2026-01-07')).body.totals).toEqual(nothing)
  expect((await shop.api.get('/v1/chat/report?from=2026-01-07&to=2026-01-05')).status).toBe(400)
})
