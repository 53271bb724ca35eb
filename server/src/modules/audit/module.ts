import type { Module } from '../module.ts'
import { auditRetention } from './audit.ts'
import { auditDashboardRoutes } from './dashboard-routes.ts'

export const auditModule: Module = {
  dashboardRoutes: [auditDashboardRoutes],
  retention: [auditRetention],
}
