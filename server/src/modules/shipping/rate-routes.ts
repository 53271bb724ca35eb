import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { changeRate, createRate, deleteRate, getRate, listRates } from './rates.ts'
import { NewRate, Rate, RateChanges, RatePath, RatesQuery } from './schemas.ts'

const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const write = { ...read, staff: 'admin' } as const satisfies RouteConfig
const tags = ['Shipping']

export const rateRoutes: Routes = async (app) => {
  app.get(
    '/shipping/rate-definitions',
    {
      config: read,
      schema: {
        operationId: 'shipping.rateDefinitions.list',
        tags,
        summary: 'List shipping rates',
        description:
          'The rates that the shop has defined, newest first. For the rates of a cart or an address, use `GET /v1/shipping/rates`.',
        querystring: RatesQuery,
        response: { 200: Page(Rate) },
      },
    },
    ({ ctx, query }) => listRates(ctx, query),
  )

  app.post(
    '/shipping/rate-definitions',
    {
      config: write,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'shipping.rateDefinitions.create',
        tags,
        summary: 'Create a shipping rate',
        description:
          'A rate of type `shipping` needs a zone, one of type `pickup` an active location, and one with a carrier price an existing carrier. `profileId` defaults to the default profile. At most 500 per shop, and one per service in a zone and profile (409).',
        body: NewRate,
        response: { 201: Rate },
      },
    },
    async ({ ctx, body }, reply) => {
      const rate = await createRate(ctx, body)
      reply.code(201).header('etag', toEtag(rate.version))
      return rate
    },
  )

  app.get(
    '/shipping/rate-definitions/:id',
    {
      config: read,
      schema: {
        operationId: 'shipping.rateDefinitions.get',
        tags,
        summary: 'Get a shipping rate',
        description: 'To update it, send its `ETag` as `If-Match`.',
        params: RatePath,
        response: { 200: Rate },
      },
    },
    async ({ ctx, params }, reply) => {
      const rate = await getRate(ctx, params.id)
      reply.header('etag', toEtag(rate.version))
      return rate
    },
  )

  app.patch(
    '/shipping/rate-definitions/:id',
    {
      config: write,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'shipping.rateDefinitions.update',
        tags,
        summary: 'Update a shipping rate',
        description: 'Fields you omit keep their value. `price` is replaced as a whole.',
        params: RatePath,
        headers: IfMatch,
        body: RateChanges,
        response: { 200: Rate },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const rate = await changeRate(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(rate.version))
      return rate
    },
  )

  app.delete(
    '/shipping/rate-definitions/:id',
    {
      config: write,
      schema: {
        operationId: 'shipping.rateDefinitions.delete',
        tags,
        summary: 'Delete a shipping rate',
        description: 'Existing quotes for it stay valid until they expire, except for pickup.',
        params: RatePath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteRate(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )
}
