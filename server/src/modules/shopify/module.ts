import type { Module } from '../module.ts'
import { cancelExportJob, pruneSyncs, subscribeJob, syncJob } from './jobs.ts'
import { connectionRoutes, syncRoutes } from './routes.ts'

export const shopifyModule: Module = {
  routes: [connectionRoutes, syncRoutes],
  jobs: [syncJob, cancelExportJob, subscribeJob],
  schedules: [pruneSyncs],
}
