import type { FastifyRequest } from 'fastify'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import {
  claimReviewTicket,
  createReview,
  getReview,
  getReviewSettings,
  listProductReviews,
  listReviews,
  replaceReviewSettings,
} from './reviews.ts'
import {
  NewReview,
  ProductReviewsQuery,
  Review,
  ReviewedProductPath,
  ReviewPath,
  ReviewSettings,
  ReviewSettingsInput,
  ReviewsQuery,
} from './schemas.ts'

const ticketNumbers = new WeakMap<FastifyRequest, number | undefined>()
const tags = ['Reviews']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const reviewRoutes: Routes = async (app) => {
  app.get(
    '/products/:id/reviews',
    {
      config,
      schema: {
        operationId: 'products.reviews.list',
        tags,
        summary: 'List reviews of a product',
        description: 'The published reviews of a product, newest first. They come from the connected review providers.',
        params: ReviewedProductPath,
        querystring: ProductReviewsQuery,
        response: { 200: Page(Review) },
      },
    },
    ({ ctx, params, query }) => listProductReviews(ctx, params.id, query),
  )

  app.get(
    '/reviews',
    {
      config,
      schema: {
        operationId: 'reviews.list',
        tags,
        summary: 'List reviews',
        description: 'All reviews, newest first: also hidden ones, those of the shop itself and of unknown products.',
        querystring: ReviewsQuery,
        response: { 200: Page(Review) },
      },
    },
    ({ ctx, query }) => listReviews(ctx, query),
  )

  app.post(
    '/reviews',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      preHandler: async (request) => {
        const { ctx, body } = request as typeof request & { body: NewReview }
        ticketNumbers.set(request, await claimReviewTicket(ctx, body))
      },
      schema: {
        operationId: 'reviews.create',
        tags,
        summary: 'Create a review',
        description:
          'For reviews that you collect yourself or import. A review with the same `externalId` is replaced. A bad review opens a ticket, as in the review settings.',
        body: NewReview,
        response: { 201: Review },
      },
    },
    async (request, reply) => {
      const review = await createReview(request.ctx, request.body, ticketNumbers.get(request))
      reply.code(201)
      return review
    },
  )

  app.get(
    '/reviews/:id',
    {
      config,
      schema: {
        operationId: 'reviews.get',
        tags,
        summary: 'Get a review',
        description: 'Returns a review, unless its provider has deleted it.',
        params: ReviewPath,
        response: { 200: Review },
      },
    },
    ({ ctx, params }) => getReview(ctx, params.id),
  )

  app.get(
    '/review-settings',
    {
      config,
      schema: {
        operationId: 'reviews.settings.get',
        tags,
        summary: 'Get the review settings',
        description: 'Which reviews open a ticket.',
        response: { 200: ReviewSettings },
      },
    },
    ({ ctx }) => getReviewSettings(ctx),
  )

  app.put(
    '/review-settings',
    {
      config: { ...config, staff: 'admin' },
      schema: {
        operationId: 'reviews.settings.update',
        tags,
        summary: 'Replace the review settings',
        description: 'Decides which reviews open a ticket. Reviews that were received before are not affected.',
        body: ReviewSettingsInput,
        response: { 200: ReviewSettings },
      },
    },
    ({ ctx, body }) => replaceReviewSettings(ctx, body),
  )
}
