import type { Module } from '../module.ts'
import { pruneUsage } from './budgets/jobs.ts'
import { assistantSettingsRoutes } from './settings/routes.ts'

export const assistantModule: Module = {
  routes: [assistantSettingsRoutes],
  schedules: [pruneUsage],
}
