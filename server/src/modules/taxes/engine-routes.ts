import { Type } from 'typebox'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { TaxEngine, TaxEngineInput, TaxEngineWithSecret } from './schemas.ts'
import { deleteEngine, getEngine, saveEngine } from './taxes.ts'

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
        summary: 'Get the tax engine',
        description: 'The secret is not included: it is shown only once.',
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
        operationId: 'taxes.engine.replace',
        tags,
        summary: 'Set the tax engine',
        description:
          'Sets the URL that calculates taxes at checkout. Creates a new secret each time and shows it only in this response. Requests to the URL are signed with it (`X-Storedesk-Signature: sha256=…`, HMAC-SHA256 of the body). The engine is called once per checkout. Carts show an estimate from the shop’s tax regions.',
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
        summary: 'Delete the tax engine',
        description: 'The shop’s tax regions apply again, at checkout too.',
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
