import type { Module } from '../module.ts'
import { inboxDashboardRoutes } from './dashboard-routes.ts'

export const inboxModule: Module = { dashboardRoutes: [inboxDashboardRoutes] }
