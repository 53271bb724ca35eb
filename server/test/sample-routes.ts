import { Type } from 'typebox'
import type { Routes } from '../src/http/routes.ts'
import { openStream } from '../src/http/stream.ts'

const Named = Type.Object({ name: Type.String() })
const Who = Type.Object({ environmentId: Type.String(), mode: Type.String(), caller: Type.String() })
const declared = (operationId: string) => ({ operationId, tags: ['Sample'] })

/** Routes of each kind of access that say who was let in, which no route of the shop does. */
export const sampleRoutes: Routes = async (app) => {
  const open = { access: 'storefront', limit: 'default' } as const
  const closed = { access: 'key', limit: 'default' } as const
  app.get(
    '/sample/open',
    { config: open, schema: { ...declared('sample.open'), response: { 200: Who } } },
    async ({ ctx: { environmentId, mode, caller } }) => ({ environmentId, mode, caller: caller.kind }),
  )
  app.post(
    '/sample/open',
    { config: open, schema: { ...declared('sample.write'), body: Named, response: { 200: Named } } },
    async ({ body }) => body,
  )
  app.get(
    '/sample/stream',
    { config: closed, schema: { ...declared('sample.stream'), response: { 200: Type.Unknown() } } },
    async (request, reply) => openStream(request, reply).send('opened', {}),
  )
}
