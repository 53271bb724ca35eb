import { Type } from 'typebox'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { listCarriers } from './carrier-queries.ts'
import { deleteCarrier, getCarrier, saveCarrier } from './carriers.ts'
import { Carrier, CarrierInput, CarrierPath, Carriers, CarrierWithSecret } from './schemas.ts'

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
        summary: 'List who is asked for live rates',
        description: 'At most 20 a shop. A rate with a price of kind `carrier` names one of them.',
        response: { 200: Carriers },
      },
    },
    async ({ ctx }) => ({ data: await listCarriers(ctx) }),
  )

  app.get(
    '/shipping/carriers/:name',
    {
      config: read,
      schema: {
        operationId: 'shipping.carriers.get',
        tags,
        summary: 'Get a carrier',
        description: 'Without its secret, which was shown once.',
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
        operationId: 'shipping.carriers.put',
        tags,
        summary: 'Say where a carrier is asked for live rates',
        description:
          'Makes a new secret each time and shows it in this answer only: questions are signed with it (`X-Storedesk-Signature: sha256=…`, HMAC-SHA256 of the body). It has 3 s to answer `{"services": [{"service", "title", "amount", "minDays", "maxDays"}]}` with at most 64 kB; otherwise the rate falls back or is not offered.',
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
        summary: 'Ask a carrier no more',
        description: 'Rates that name it fall back, or are not offered where they have nothing to fall back to.',
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
