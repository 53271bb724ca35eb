import type { Module } from '../module.ts'
import { pruneLoginCodes, pruneSessions } from './jobs.ts'
import { meRoutes } from './me/routes.ts'
import { customerAccountRoutes } from './routes.ts'
import { signingKeyDashboardRoutes } from './signing-keys/dashboard-routes.ts'

export const customerAccountsModule: Module = {
  routes: [customerAccountRoutes, meRoutes],
  dashboardRoutes: signingKeyDashboardRoutes,
  schedules: [pruneLoginCodes, pruneSessions],
}
