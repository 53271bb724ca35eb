import type { Module } from '../module.ts'
import { keyDashboardRoutes } from './dashboard-routes.ts'

export const keysModule: Module = {
  dashboardRoutes: [keyDashboardRoutes],
}
