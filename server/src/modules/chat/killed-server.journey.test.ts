import { expect, it } from 'vitest'
import { type Chunk, openStream } from '../../../test/chat-stream.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { openServer, SECRET_KEY } from '../../../test/open-server.ts'
import { createApiClient, openShop } from '../../../test/open-shop.ts'
import { runProgram } from '../../../test/process.ts'
import { openScriptedModel, useModel } from '../../../test/scripted-model.ts'
import { TURN_LEASE_MS } from './conversations.ts'

it('a conversation stays usable when its server is killed in the middle of an answer', async () => {
  // Time stands still here: the killed server has just been alive, however long this takes.
  const start = new Date()
  const shop = await openShop(await openServer({ limitClock: fastClock(), clock: () => start }))
  const model = await openScriptedModel()
  await useModel(shop, model)
  const victim = runProgram('test/chat-server.process.ts', {
    CHAT_CONNECTION: JSON.stringify(shop.server.connection),
    CHAT_SECRET_KEY: SECRET_KEY,
  })
  const [, port] = await victim.waitForLine(/listening on (\d+)/)
  const body = { message: 'Are you there?', clientMessageId: 'k1' }
  const stream = await openStream(`http://127.0.0.1:${port}`, shop.liveKey, body)
  const call = await model.next()
  const id = await stream.conversationId()
  call.say('I am he. ')
  // What other servers see was flushed.
  const reader = await openStream(shop.server.url, shop.liveKey, undefined, `/v1/chat/${id}/stream`)
  await reader.text('I am he.')
  await victim.kill('SIGKILL')
  expect((await shop.api.post('/v1/chat', { ...body, conversationId: id })).status).toBe(409)

  // Later, when its last sign of life is too old.
  const later = await openServer({
    connection: shop.server.connection,
    clock: () => new Date(Date.now() + TURN_LEASE_MS),
  })
  const client = createApiClient(later.url, { authorization: `Bearer ${shop.liveKey}` })
  const pending = client.post('/v1/chat', { message: 'Hello?', conversationId: id })
  const next = await model.next()
  next.say('Now I am. ')
  next.finish()
  expect((await pending).body).toMatchObject({ status: 'answered', text: 'Now I am.' })
  const { messages } = (await client.get(`/v1/chat/${id}`)).body
  expect(messages.map(({ text, status }: Chunk) => [text, status])).toEqual([
    ['Are you there?', null],
    ['I am he.', 'stopped'],
    ['Hello?', null],
    ['Now I am.', 'answered'],
  ])
})
