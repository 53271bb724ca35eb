import type { Module } from '../module.ts'
import { pruneInboundEvents } from './inbound-events/jobs.ts'
import { inboundEventRoutes } from './inbound-events/routes.ts'
import { connectionRoutes } from './routes.ts'

/** The job that processes events needs the handlers of all modules: see `allJobs` in `app.ts`. */
export const connectionsModule: Module = {
  routes: [connectionRoutes, inboundEventRoutes],
  schedules: [pruneInboundEvents],
}
