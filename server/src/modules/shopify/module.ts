import type { Module } from '../module.ts'
import { shopifyHandler } from './inbound.ts'
import { cancelExportJob, imagesJob, pruneSyncs, subscribeJob, syncJob } from './jobs.ts'
import { connectionRoutes, syncRoutes } from './routes.ts'

export const shopifyModule: Module = {
  routes: [connectionRoutes, syncRoutes],
  jobs: [syncJob, cancelExportJob, subscribeJob, imagesJob],
  inboundHandlers: [shopifyHandler],
  schedules: [pruneSyncs],
}
