import { Type } from 'typebox'
import { KEY_LIMITS, type KeyLimit } from '../src/http/limits/quotas.ts'
import { openEventStream } from '../src/http/responses/event-stream.ts'
import type { Routes } from '../src/http/routes.ts'

const Ok = Type.Object({ ok: Type.Boolean() })

/** A route for each limit, independent of the shop's own routes, and some that storefronts may call. */
export const limitedRoutes: Routes = async (app) => {
  const declare = (operationId: string) => ({ operationId, tags: ['Test'], response: { 200: Ok } })
  for (const limit of Object.keys(KEY_LIMITS) as KeyLimit[]) {
    const schema = declare(`limited.${limit}`)
    app.post(`/limited/${limit}`, { config: { access: 'key', limit }, schema }, async () => ({ ok: true }))
  }
  const open = { access: 'storefront', limit: 'default' } as const
  app.get('/limited/open', { config: open, schema: declare('limited.read') }, async () => ({ ok: true }))
  app.post('/limited/open', { config: open, schema: declare('limited.write') }, async () => ({ ok: true }))
  app.post('/checkout/limited', { config: open, schema: declare('limited.checkout') }, async () => ({ ok: true }))
  app.get(
    '/limited/stream',
    {
      config: { access: 'key', limit: 'chat' },
      schema: { operationId: 'limited.stream', tags: ['Test'], response: { 200: Type.Unknown() } },
    },
    async (request, reply) => {
      const stream = openEventStream(request, reply)
      for (let index = 0; index < 5; index++) stream.send('word', { index })
      stream.end()
    },
  )
}
