import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { getReview, getReviewSettings, listProductReviews, listReviews, replaceReviewSettings } from './reviews.ts'
import {
  ProductReviewsQuery,
  Review,
  ReviewedProductPath,
  ReviewPath,
  ReviewSettings,
  ReviewSettingsInput,
  ReviewsQuery,
} from './schemas.ts'

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

  app.get(
    '/reviews/:id',
    {
      config,
      schema: {
        operationId: 'reviews.get',
        tags,
        summary: 'Get a review',
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
