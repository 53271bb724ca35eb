import type { Module } from '../module.ts'
import { pruneRequestCounts } from './jobs.ts'
import { limitRoutes } from './routes.ts'

export const limitsModule: Module = {
  routes: [limitRoutes],
  schedules: [pruneRequestCounts],
}
