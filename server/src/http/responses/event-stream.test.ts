import { Type } from 'typebox'
import { expect, it, vi } from 'vitest'
import { openServer } from '../../../test/open-server.ts'
import { openShop } from '../../../test/open-shop.ts'
import type { Routes } from '../routes.ts'
import { openEventStream } from './event-stream.ts'

const endlessRoutes: Routes = async (app) => {
  app.get(
    '/endless',
    {
      config: { access: 'key', limit: 'default' },
      schema: { operationId: 'endless', tags: ['Test'], response: { 200: Type.Unknown() } },
    },
    async (request, reply) => openEventStream(request, reply).send('first', { n: 1 }),
  )
}

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
