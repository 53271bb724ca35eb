import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Chunk, openStream } from '../../../test/chat-stream.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { fileServer, openServer } from '../../../test/open-server.ts'
import { createApiClient, openShop, type Shop } from '../../../test/open-shop.ts'
import { openScriptedModel, type ScriptedModel, useModel } from '../../../test/scripted-model.ts'
import { createKey, revokeKey } from '../keys/keys.ts'
import { newLiveTurns } from './live-turns.ts'

const server = fileServer({ limitClock: fastClock() })
let shop: Shop
let model: ScriptedModel
beforeAll(async () => {
  shop = await openShop(await server())
  model = await openScriptedModel()
  await useModel(shop, model)
})

const ask = (body: object = {}) => openStream(shop.server.url, shop.liveKey, { message: 'Hello', ...body })
const resume = (id: string, url = shop.server.url) => openStream(url, shop.liveKey, undefined, `/v1/chat/${id}/stream`)
const read = async (id: string) => (await shop.api.get(`/v1/chat/${id}`)).body
const dataOf = (chunks: Chunk[], type: string) => chunks.find((chunk) => chunk.type === type)?.data as Chunk | undefined
const statusOf = (chunks: Chunk[]) => dataOf(chunks, 'data-status')?.status
/** Until what the answer of a turn leads to is stored. */
const settled = (id: string) =>
  vi.waitFor(async () => {
    const conversation = await read(id)
    expect(conversation.answering).toBe(false)
    return conversation
  }, 20_000)

describe('an answer', () => {
  it('is streamed as it is written, with limits in its headers', async () => {
    const stream = await ask()
    expect([stream.status, stream.headers.get('x-vercel-ai-ui-message-stream')]).toEqual([200, 'v1'])
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    expect(stream.headers.get('x-ratelimit-limit')).toBe('60')
    const call = await model.next()
    const id = await stream.conversationId()
    const busy = await shop.api.post('/v1/chat', { message: 'Again', conversationId: id })
    expect([busy.status, busy.body.error.code]).toEqual([409, 'turn_in_progress'])
    call.say('Hello there. ')
    await stream.text('Hello there.')
    call.say('How can I help?')
    call.finish()
    const chunks = await stream.end()
    const types = chunks.map(({ type }) => type)
    expect([types[0], types.at(-2), types.at(-1)]).toEqual(['start', 'finish', '[DONE]'])
    expect(types).toContain('text-end')
    expect(chunks.at(-2)?.messageMetadata).toMatchObject({
      status: 'clarification_required',
      engine: { kind: 'model', model: 'scripted' },
      usage: { inputTokens: 100, outputTokens: 20 },
    })
    const next = await ask({ conversationId: id })
    const second = await model.next()
    expect(second.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    second.say('Fine. ')
    second.finish()
    await next.end()
    expect((await read(id)).messages.map(({ text }: { text: string }) => text.trim())).toEqual([
      'Hello',
      'Hello there. How can I help?',
      'Hello',
      'Fine.',
    ])
  })

  it('stops when the client leaves or calls stop, and stores the partial answer', async () => {
    const left = await ask()
    const call = await model.next()
    call.say('Half an answer. ')
    await left.text('Half an answer.')
    const id = await left.conversationId()
    left.leave()
    await call.closed
    expect((await settled(id)).messages[1]).toMatchObject({ text: 'Half an answer.', status: 'stopped' })

    const stopped = await ask({ conversationId: id })
    const second = await model.next()
    second.say('Another half. ')
    await stopped.text('Another half.')
    expect((await shop.api.post(`/v1/chat/${id}/stop`)).status).toBe(204)
    await second.closed
    expect(statusOf(await stopped.end())).toBe('stopped')
    expect((await settled(id)).messages[3]).toMatchObject({ text: 'Another half.', status: 'stopped' })
    expect((await shop.api.post(`/v1/chat/${id}/stop`)).status).toBe(204)
  })

  it('is answered again when the same message is sent after it was stopped', async () => {
    const body = { message: 'Once', clientMessageId: 'retry-1' }
    const left = await ask(body)
    const call = await model.next()
    const id = await left.conversationId()
    left.leave()
    await call.closed
    await settled(id)
    const pending = shop.api.post('/v1/chat', { ...body, conversationId: id })
    const second = await model.next()
    second.say('Here it is. ')
    second.finish()
    expect((await pending).body).toMatchObject({ text: 'Here it is.', status: 'answered' })
    expect((await read(id)).messages).toHaveLength(2)
  })
})

describe('a conversation', () => {
  it('answers one of two messages that arrive at once', async () => {
    const first = await ask()
    const opening = await model.next()
    opening.say('Welcome. ')
    opening.finish()
    await first.end()
    const conversationId = await first.conversationId()
    const streams = await Promise.all([ask({ conversationId }), ask({ conversationId })])
    const call = await model.next()
    call.say('One at a time. ')
    call.finish()
    const ends = await Promise.all(streams.map((one) => one.end()))
    expect(ends.map(statusOf).filter(Boolean)).toEqual(['answered'])
    expect((await read(conversationId)).messages).toHaveLength(4)
    // The other one was told so: before its stream began, or in it.
    for (const [index, { status }] of streams.entries()) {
      const errors = ends[index]?.filter(({ type }) => type === 'error') ?? []
      if (status === 200 && !statusOf(ends[index] ?? [])) expect(errors[0]?.errorText).toContain('still answering')
      else if (status !== 200) expect(status).toBe(409)
    }
  })

  it('goes on without its client if the answer is resumable', async () => {
    const left = await ask({ resumable: true })
    const call = await model.next()
    call.say('I am here. ')
    await left.text('I am here.')
    const id = await left.conversationId()
    left.leave()
    await vi.waitFor(() => expect(shop.server.app.openStreams.size).toBe(0), 20_000)
    const back = await resume(id)
    call.say('Still. ')
    call.finish()
    const chunks = await back.end()
    expect([chunks.map(({ delta }) => delta ?? '').join(''), statusOf(chunks)]).toEqual([
      'I am here. Still.',
      'answered',
    ])
  })
})

describe('a person', () => {
  it('who takes over while the assistant writes has the last word', async () => {
    const stream = await ask()
    const call = await model.next()
    const id = await stream.conversationId()
    call.say('I am going to promise something. ')
    await stream.text('something.')
    const { ticketId } = (await shop.api.post(`/v1/chat/${id}/takeover`)).body
    call.say('Everything is free. ')
    call.finish()
    const chunks = await stream.end()
    expect(statusOf(chunks)).toBe('withdrawn')
    expect(dataOf(chunks, 'data-handover')).toMatchObject({ ticketId })
    const history = await read(id)
    expect(history).toMatchObject({ owner: 'person', ticketId, messages: [{ role: 'customer', text: 'Hello' }] })
  })

  it('wins every race against an answer that ends at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const stream = await ask()
      const call = await model.next()
      const id = await stream.conversationId()
      call.say('An answer. ')
      await stream.text('An answer.')
      call.finish()
      const [{ status }, chunks] = await Promise.all([shop.api.post(`/v1/chat/${id}/takeover`), stream.end()])
      expect(status).toBe(200)
      const { owner, messages } = await read(id)
      const answers = messages.filter(({ role }: { role: string }) => role === 'assistant')
      // Either the answer came first and is in the transcript, or it was dropped.
      expect([owner, answers.length]).toEqual(['person', statusOf(chunks) === 'withdrawn' ? 0 : 1])
      const silent = await shop.api.post('/v1/chat', { message: 'Still there?', conversationId: id })
      expect(silent.body).toMatchObject({ status: 'handed_over', text: '' })
    }
  })
})

describe('two servers', () => {
  it('resume and stop each other’s answers', async () => {
    const other = await openServer({ connection: shop.server.connection })
    const elsewhere = createApiClient(other.url, { authorization: `Bearer ${shop.liveKey}` })
    const stream = await ask()
    const call = await model.next()
    const id = await stream.conversationId()
    call.say('First. ')
    await stream.text('First.')
    const [here, there] = [await resume(id), await resume(id, other.url)]
    expect([here.status, there.status]).toEqual([200, 200])
    call.say('Second. ')
    await Promise.all([stream, here, there].map((one) => one.text('First. Second.')))
    call.say('Third. ')
    call.finish()
    const ends = await Promise.all([stream, here, there].map((one) => one.end()))
    for (const chunks of ends) {
      expect(chunks.map(({ delta }) => delta ?? '').join('')).toBe('First. Second. Third.')
      expect([chunks[0]?.messageId, statusOf(chunks)]).toEqual([ends[0]?.[0]?.messageId, 'answered'])
    }
    expect((await resume(id)).status).toBe(204)
    expect((await resume(id, other.url)).status).toBe(204)

    const stopped = await ask({ conversationId: id })
    const second = await model.next()
    second.say('Never ending. ')
    await stopped.text('Never ending.')
    expect((await elsewhere.post('/v1/chat', { message: 'Busy?', conversationId: id })).status).toBe(409)
    expect((await elsewhere.post(`/v1/chat/${id}/stop`)).status).toBe(204)
    expect(statusOf(await stopped.end())).toBe('stopped')
    await second.closed
  })
})

describe('access', () => {
  it('that is revoked ends its streams, and what they were writing', async () => {
    const owner = { actor: null }
    const { key, secret } = await createKey(
      shop.server.system,
      shop.live.workspaceId,
      { label: 'short-lived', mode: 'live' },
      owner,
    )
    const streams = [
      await openStream(shop.server.url, secret, { message: 'Hello' }),
      await openStream(shop.server.url, secret, { message: 'Hello', resumable: true }),
    ]
    const calls = [await model.next(), await model.next()]
    await revokeKey(shop.server.system, shop.live.workspaceId, key.id, owner)
    // How fast: `npm run bench:chat`.
    const ends = await Promise.all(streams.map((one) => one.end()))
    await Promise.all(calls.map(({ closed }) => closed))
    expect(ends.flat().map(({ type }) => type)).not.toContain('[DONE]')
  })

  it('is counted once, before the first byte: the 61st answer of a minute is a plain 429', async () => {
    const limited = await openShop(await openServer())
    const clients = Array.from({ length: 61 }, () =>
      openStream(limited.server.url, limited.liveKey, { message: 'Hello' }),
    )
    const streams = await Promise.all(clients)
    const rejected = streams.filter(({ status }) => status === 429)
    expect(rejected).toHaveLength(1)
    expect(rejected[0]?.headers.get('content-type')).toContain('application/json')
    expect(rejected[0]?.headers.get('retry-after')).not.toBeNull()
    await Promise.all(streams.map((one) => one.end()))
  })

  it('ends with the server: answers are stored before it stops', async () => {
    const own = await openShop(await openServer())
    await useModel(own, model)
    const stream = await openStream(own.server.url, own.liveKey, { message: 'Hello' })
    const call = await model.next()
    call.say('Just a start. ')
    await stream.text('Just a start.')
    const { system, app, db } = own.server
    expect(system.perServer(newLiveTurns).count()).toBe(1)
    await app.close()
    await stream.end()
    const { rows } = await db.pool.query(
      `select text, status from chat_messages where environment_id = $1 and role = 'assistant'`,
      [own.live.environmentId],
    )
    expect(rows).toEqual([{ text: 'Just a start.', status: 'stopped' }])
  })
})
