import { Type } from 'typebox'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { deleteEngine, getEngine, saveEngine } from './engine.ts'
import { TaxEngine, TaxEngineInput, TaxEngineWithSecret } from './schemas.ts'

const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const write = { ...read, staff: 'admin' } as const satisfies RouteConfig
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
        response: { 200: TaxEngine },
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
        body: TaxEngineInput,
        response: { 200: TaxEngineWithSecret },
      },
    },
    ({ ctx, body }) => saveEngine(ctx, body),
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
