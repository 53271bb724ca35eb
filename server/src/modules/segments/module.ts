import type { Module } from '../module.ts'
import {
  buildJob,
  evaluateJob,
  followCurrency,
  followCustomers,
  refreshAllSegments,
  refreshJob,
} from './memberships/memberships.ts'
import { segmentRoutes } from './routes.ts'

export const segmentsModule: Module = {
  routes: [segmentRoutes],
  jobs: [evaluateJob, buildJob, refreshJob],
  subscribers: [followCustomers, followCurrency],
  schedules: [refreshAllSegments],
}
