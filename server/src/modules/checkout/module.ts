import type { Module } from '../module.ts'
import { applyPaymentUpdates, reconcileCheckouts } from './jobs.ts'
import { checkoutRoutes } from './routes.ts'

export const checkoutModule: Module = {
  routes: [checkoutRoutes],
  schedules: [reconcileCheckouts],
  subscribers: [applyPaymentUpdates],
}
