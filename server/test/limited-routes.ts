import { Type } from 'typebox'
import type { AnswerCache } from '../src/http/admission.ts'
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

const ETAG = '"v1"'

/** What the catalogue will do: an answer from memory, or "you have it already", before the request is counted. */
export function cachedRoutes(isCached: () => boolean): Routes {
  const cache: AnswerCache = {
    find({ headers }) {
      if (!isCached()) return undefined
      if (headers['if-none-match'] === ETAG) return { status: 304, headers: { etag: ETAG } }
      const type = 'application/json; charset=utf-8'
      return { status: 200, headers: { etag: ETAG, 'content-type': type }, body: Buffer.from('{"ok":true}') }
    },
  }
  return async (app) => {
    app.get(
      '/cached/list',
      {
        config: { access: 'storefront', limit: 'catalog-list', cache },
        schema: { operationId: 'cached.list', tags: ['Test'], response: { 200: Ok } },
      },
      async () => ({ ok: true }),
    )
    app.get(
      '/cached/other',
      {
        config: { access: 'key', limit: 'default', cache },
        schema: { operationId: 'cached.other', tags: ['Test'], response: { 200: Ok } },
      },
      async () => ({ ok: true }),
    )
  }
}
