import type { Module } from '../module.ts'
import { followPayments, reconcileCheckouts } from './jobs.ts'
import { checkoutRoutes } from './routes.ts'

export const checkoutModule: Module = {
  routes: [checkoutRoutes],
  schedules: [reconcileCheckouts],
  subscribers: [followPayments],
}
