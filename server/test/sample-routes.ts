import { Type } from 'typebox'
import { openEventStream } from '../src/http/responses/event-stream.ts'
import type { Routes } from '../src/http/routes.ts'

const NameBody = Type.Object({ name: Type.String() })
const CallerInfo = Type.Object({ environmentId: Type.String(), mode: Type.String(), caller: Type.String() })
const describeOperation = (operationId: string) => ({ operationId, tags: ['Sample'] })

/** Routes of each access level that return the caller, which no route of the shop does. */
export const sampleRoutes: Routes = async (app) => {
  const open = { access: 'storefront', limit: 'default' } as const
  const closed = { access: 'key', limit: 'default' } as const
  app.get(
    '/sample/open',
    { config: open, schema: { ...describeOperation('sample.open'), response: { 200: CallerInfo } } },
    async ({ ctx: { environmentId, mode, caller } }) => ({ environmentId, mode, caller: caller.kind }),
  )
  app.post(
    '/sample/open',
    { config: open, schema: { ...describeOperation('sample.write'), body: NameBody, response: { 200: NameBody } } },
    async ({ body }) => body,
  )
  app.get(
    '/sample/stream',
    { config: closed, schema: { ...describeOperation('sample.stream'), response: { 200: Type.Unknown() } } },
    async (request, reply) => openEventStream(request, reply).send('opened', {}),
  )
}
