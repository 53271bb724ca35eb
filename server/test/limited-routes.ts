import { Type } from 'typebox'
import { CLASSES, type LimitClass } from '../src/http/limits/table.ts'
import type { Routes } from '../src/http/routes.ts'
import { openStream } from '../src/http/stream.ts'

const Ok = Type.Object({ ok: Type.Boolean() })

/** A route in each class, for proving the limits before the shop has all of theirs; and some that storefronts may call. */
export const limitedRoutes: Routes = async (app) => {
  const declare = (operationId: string) => ({ operationId, tags: ['Test'], response: { 200: Ok } })
  for (const limit of Object.keys(CLASSES) as LimitClass[]) {
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
      const stream = openStream(request, reply)
      for (let index = 0; index < 5; index++) stream.send('word', { index })
      stream.end()
    },
  )
}
