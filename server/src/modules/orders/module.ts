import type { Module } from '../module.ts'
import { orderCreationRoutes } from './create-routes.ts'
import { fulfillmentRoutes } from './fulfillments/routes.ts'
import { reconcilePayments } from './jobs.ts'
import { orderPaymentRoutes } from './payments/routes.ts'
import { returnRoutes } from './returns/routes.ts'
import { orderRoutes } from './routes.ts'
import { orderUpdateRoutes } from './update-routes.ts'

export const ordersModule: Module = {
  routes: [orderRoutes, orderPaymentRoutes, orderUpdateRoutes, fulfillmentRoutes, returnRoutes, orderCreationRoutes],
  schedules: [reconcilePayments],
}
