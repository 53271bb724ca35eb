import type { Module } from '../module.ts'
import { sandboxDashboardRoutes } from './dashboard-routes.ts'
import { resetJob } from './jobs.ts'

export const sandboxModule: Module = {
  dashboardRoutes: [sandboxDashboardRoutes],
  jobs: [resetJob],
}
