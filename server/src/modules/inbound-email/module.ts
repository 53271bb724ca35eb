import type { Module } from '../module.ts'
import { processInboundEmail, pruneInboundEmails } from './jobs.ts'
import { inboundEmailRoutes } from './routes.ts'

export const inboundEmailModule: Module = {
  routes: [inboundEmailRoutes],
  jobs: [processInboundEmail],
  schedules: [pruneInboundEmails],
}
