import type { Module } from '../module.ts'
import { savedViewDashboardRoutes } from './dashboard-routes.ts'

export const savedViewsModule: Module = {
  dashboardRoutes: [savedViewDashboardRoutes],
}
