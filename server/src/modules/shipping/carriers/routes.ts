import { Type } from 'typebox'
import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { Carrier, CarrierInput, CarrierPath, Carriers, CarrierWithSecret } from '../schemas.ts'
import { deleteCarrier, getCarrier, saveCarrier } from './carriers.ts'
import { listCarriers } from './queries.ts'

const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const write = { ...read, staff: 'admin' } as const satisfies RouteConfig
const tags = ['Shipping']

export const carrierRoutes: Routes = async (app) => {
  app.get(
    '/shipping/carriers',
    {
      config: read,
      schema: {
        operationId: 'shipping.carriers.list',
        tags,
        summary: 'List carriers',
        description:
          'The carriers that return live rates, at most 20 per shop. A rate with a price of kind `carrier` references one of them.',
        response: { 200: Carriers },
      },
    },
    async ({ ctx }) => ({ data: await listCarriers(ctx), nextCursor: null }),
  )

  app.get(
    '/shipping/carriers/:name',
    {
      config: read,
      schema: {
        operationId: 'shipping.carriers.get',
        tags,
        summary: 'Get a carrier',
        description: 'The secret is not included: it is shown only once.',
        params: CarrierPath,
        response: { 200: Carrier },
      },
    },
    ({ ctx, params }) => getCarrier(ctx, params.name),
  )

  app.put(
    '/shipping/carriers/:name',
    {
      config: write,
      schema: {
        operationId: 'shipping.carriers.replace',
        tags,
        summary: 'Create or replace a carrier',
        description:
          'Sets the URL that returns live rates. Creates a new secret each time and shows it only in this response. Requests to the URL are signed with it (`X-Storedesk-Signature: sha256=…`, HMAC-SHA256 of the body). The carrier has 3 s to respond with `{"services": [{"service", "title", "amount", "minDays", "maxDays"}]}`, at most 64 kB. Otherwise the rate uses its fallback or is not offered.',
        params: CarrierPath,
        body: CarrierInput,
        response: { 200: CarrierWithSecret },
      },
    },
    ({ ctx, params, body }) => saveCarrier(ctx, params.name, body),
  )

  app.delete(
    '/shipping/carriers/:name',
    {
      config: write,
      schema: {
        operationId: 'shipping.carriers.delete',
        tags,
        summary: 'Delete a carrier',
        description: 'Rates that reference it use their fallback. Without a fallback they are not offered.',
        params: CarrierPath,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params }, reply) => {
      await deleteCarrier(ctx, params.name)
      reply.code(204)
      return null
    },
  )
}
