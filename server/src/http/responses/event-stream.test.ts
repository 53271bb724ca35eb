import { Type } from 'typebox'
import { expect, it, vi } from 'vitest'
import { openServer } from '../../../test/open-server.ts'
import { openShop } from '../../../test/open-shop.ts'
import type { Routes } from '../routes.ts'
import { HEARTBEAT_MS, openDataStream, openEventStream } from './event-stream.ts'

const endlessRoutes: Routes = async (app) => {
  app.get(
    '/endless',
    {
      config: { access: 'key', limit: 'default' },
      schema: { operationId: 'endless', tags: ['Test'], response: { 200: Type.Unknown() } },
    },
    async (request, reply) => openEventStream(request, reply).send('first', { n: 1 }),
  )
  app.get(
    '/silent',
    {
      config: { access: 'key', limit: 'default' },
      schema: { operationId: 'silent', tags: ['Test'], response: { 200: Type.Unknown() } },
    },
    async (request, reply) => void openDataStream(request, reply),
  )
}

it('sends a comment every 15 seconds, so that no proxy takes a silent stream for dead', async () => {
  const shop = await openShop(await openServer({ extra: { routes: endlessRoutes } }))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const response = await fetch(`${shop.server.url}/v1/silent`, {
      headers: { authorization: `Bearer ${shop.liveKey}` },
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    vi.advanceTimersByTime(2 * HEARTBEAT_MS)
    let text = ''
    while (text.length < ': ping\n\n'.length * 2) text += (await reader?.read())?.value
    expect([HEARTBEAT_MS, text]).toEqual([15_000, ': ping\n\n: ping\n\n'])
    await reader?.cancel()
  } finally {
    vi.useRealTimers()
  }
})

it('keeps a stream open beyond the handler timeout, until the server stops or the client disconnects', async () => {
  const shop = await openShop(await openServer({ extra: { routes: endlessRoutes }, limits: { handlerMs: 100 } }))
  const { app, url } = shop.server
  const open = (signal?: AbortSignal) =>
    fetch(`${url}/v1/endless`, { headers: { authorization: `Bearer ${shop.liveKey}` }, ...(signal && { signal }) })

  const leavingClient = new AbortController()
  await open(leavingClient.signal)
  const stayingStream = await open()
  expect(app.openStreams.size).toBe(2)
  leavingClient.abort()
  await vi.waitFor(() => expect(app.openStreams.size).toBe(1), { timeout: 120_000 })

  await new Promise((resolve) => setTimeout(resolve, 300))
  const text = stayingStream.text()
  await app.close()
  expect(await text).toBe('event: first\ndata: {"n":1}\n\n')
})
