import type { Module } from '../module.ts'
import { discountRoutes } from './discounts/routes.ts'
import { expireCarts } from './jobs.ts'
import { cartRoutes } from './routes.ts'
import { shippingQuoteRoutes } from './shipping-rates/routes.ts'

export const cartsModule: Module = {
  routes: [cartRoutes, shippingQuoteRoutes, discountRoutes],
  schedules: [expireCarts],
}
