import type { Module } from '../module.ts'
import { exchangeRoutes } from './exchanges/routes.ts'
import { fulfillmentRoutes } from './fulfillments/routes.ts'
import { reconcilePayments } from './jobs.ts'
import { orderPaymentRoutes } from './payments/routes.ts'
import { refundRoutes } from './refunds/routes.ts'
import { returnRoutes } from './returns/routes.ts'
import { orderRoutes } from './routes.ts'

export const ordersModule: Module = {
  routes: [orderRoutes, orderPaymentRoutes, refundRoutes, fulfillmentRoutes, returnRoutes, exchangeRoutes],
  schedules: [reconcilePayments],
}
