import type { Module } from '../module.ts'
import { applyPaymentUpdates, reconcileCheckouts } from './jobs.ts'
import { deleteUnsuccessful } from './queries.ts'
import { checkoutRoutes } from './routes.ts'

export const checkoutModule: Module = {
  routes: [checkoutRoutes],
  schedules: [reconcileCheckouts],
  retention: [{ name: 'checkouts', keep: 'checkouts', prune: deleteUnsuccessful }],
  subscribers: [applyPaymentUpdates],
}
