import type { Module } from '../module.ts'
import { detachFromDeletedProducts } from './deleted-products.ts'
import { reviewHandlers } from './inbound-handlers.ts'
import { matchAllReviews } from './match-products.ts'
import { reviewRoutes } from './routes.ts'

export const reviewsModule: Module = {
  routes: [reviewRoutes],
  inboundHandlers: reviewHandlers,
  subscribers: [detachFromDeletedProducts],
  schedules: [matchAllReviews],
}
