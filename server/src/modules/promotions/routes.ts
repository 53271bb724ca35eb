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
        description: 'Newest first. `q` matches part of the title or the start of a code.',
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
          'Applies from now on, or from `startsAt`, to every cart that meets its conditions. With `trigger: "code"`, it needs codes and applies only to carts with one of them. The products, variants and collections it references must exist.',
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
        description: 'Returns the promotion without its codes.',
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
        summary: 'Update a promotion',
        description:
          'Fields you omit keep their value. `items`, `conditions` and `benefit` are replaced as a whole. A limit below the number of uses makes the promotion exhausted.',
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
          'Deletes its codes too. Orders keep their discounts. Returns 409 while checkouts in progress have reserved it: disable it first.',
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
        summary: 'List promotion uses',
        description: 'Newest first: reserved by checkouts, used by orders, or released again.',
        params: PromotionPath,
        querystring: PromotionUsesQuery,
        response: { 200: Page(PromotionUse) },
      },
    },
    ({ ctx, params, query }) => listUses(ctx, params.id, query),
  )
}
