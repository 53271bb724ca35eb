import type { Module } from '../module.ts'
import { auditDashboardRoutes } from './dashboard-routes.ts'

export const auditModule: Module = {
  dashboardRoutes: [auditDashboardRoutes],
}
