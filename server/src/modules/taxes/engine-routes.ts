import { Type } from 'typebox'
import type { Routes } from '../../http/routes.ts'
import { deleteEngine, getEngine, putEngine } from './engine.ts'
import { Engine, EngineDraft, EngineWithSecret } from './engine-schemas.ts'

const read = { access: 'key', limit: 'default' } as const
const write = { ...read, staff: 'admin' } as const
const tags = ['Taxes']

export const engineRoutes: Routes = async (app) => {
  app.get(
    '/taxes/engine',
    {
      config: read,
      schema: {
        operationId: 'taxes.engine.get',
        tags,
        summary: 'Who is asked for taxes at checkout',
        description: 'Without its secret, which was shown once.',
        response: { 200: Engine },
      },
    },
    ({ ctx }) => getEngine(ctx),
  )

  app.put(
    '/taxes/engine',
    {
      config: write,
      schema: {
        operationId: 'taxes.engine.put',
        tags,
        summary: 'Say who is asked for taxes at checkout',
        description:
          'Makes a new secret each time and shows it in this answer only: questions are signed with it (`X-Storedesk-Signature: sha256=…`, HMAC-SHA256 of the body). It is asked once a checkout; in carts the regions of the shop are an estimate.',
        body: EngineDraft,
        response: { 200: EngineWithSecret },
      },
    },
    ({ ctx, body }) => putEngine(ctx, body),
  )

  app.delete(
    '/taxes/engine',
    {
      config: write,
      schema: {
        operationId: 'taxes.engine.delete',
        tags,
        summary: 'Ask no tax engine any more',
        description: 'The regions of the shop count again, at checkout too.',
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx }, reply) => {
      await deleteEngine(ctx)
      reply.code(204)
      return null
    },
  )
}
