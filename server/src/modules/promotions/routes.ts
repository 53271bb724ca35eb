import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import {
  changePromotion,
  createPromotion,
  deletePromotion,
  getPromotion,
  listPromotions,
  listUses,
} from './promotions.ts'
import {
  NewPromotion,
  Promotion,
  PromotionChanges,
  PromotionPath,
  PromotionsQuery,
  PromotionUse,
  PromotionUsesQuery,
} from './schemas.ts'

const tags = ['Promotions']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

/** For staff and servers: benefits, eligibility and usage. */
export const promotionRoutes: Routes = async (app) => {
  app.get(
    '/promotions',
    {
      config,
      schema: {
        operationId: 'promotions.list',
        tags,
        summary: 'List promotions',
        description: 'Newest first. `q` looks for a part of the title or the beginning of a code.',
        querystring: PromotionsQuery,
        response: { 200: Page(Promotion) },
      },
    },
    ({ ctx, query }) => listPromotions(ctx, query),
  )

  app.post(
    '/promotions',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'promotions.create',
        tags,
        summary: 'Create a promotion',
        description:
          'Applies from now on, or from `startsAt`, to every cart that meets its conditions; with `trigger: "code"` only once it has codes, and for who gives one. Products, variants and collections that it names must be there.',
        body: NewPromotion,
        response: { 201: Promotion },
      },
    },
    async ({ ctx, body }, reply) => {
      const promotion = await createPromotion(ctx, body)
      reply.code(201).header('etag', toEtag(promotion.version))
      return promotion
    },
  )

  app.get(
    '/promotions/:id',
    {
      config,
      schema: {
        operationId: 'promotions.get',
        tags,
        summary: 'Get a promotion',
        params: PromotionPath,
        response: { 200: Promotion },
      },
    },
    async ({ ctx, params }, reply) => {
      const promotion = await getPromotion(ctx, params.id)
      reply.header('etag', toEtag(promotion.version))
      return promotion
    },
  )

  app.patch(
    '/promotions/:id',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'promotions.update',
        tags,
        summary: 'Change a promotion',
        description:
          'What is not named stays. `items`, `conditions` and `benefit`, where given, are the whole of them. A limit may be set below what is used: then it is exhausted. With `If-Match` it is refused (412) when somebody else was faster.',
        params: PromotionPath,
        headers: IfMatch,
        body: PromotionChanges,
        response: { 200: Promotion },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const promotion = await changePromotion(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(promotion.version))
      return promotion
    },
  )

  app.delete(
    '/promotions/:id',
    {
      config,
      schema: {
        operationId: 'promotions.delete',
        tags,
        summary: 'Delete a promotion',
        description:
          'Its codes go with it; orders keep what it gave them. Refused (409) while checkouts under way have reserved it: disable it first.',
        params: PromotionPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deletePromotion(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )

  app.get(
    '/promotions/:id/uses',
    {
      config,
      schema: {
        operationId: 'promotions.uses.list',
        tags,
        summary: 'List who uses a promotion',
        description:
          'Newest first: checkouts that have reserved it, orders that have used it, and those that gave it back.',
        params: PromotionPath,
        querystring: PromotionUsesQuery,
        response: { 200: Page(PromotionUse) },
      },
    },
    ({ ctx, params, query }) => listUses(ctx, params.id, query),
  )
}
