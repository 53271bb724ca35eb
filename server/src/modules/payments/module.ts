import type { Module } from '../module.ts'
import { connectionRoutes } from './connection-routes.ts'
import { prunePaymentWebhooks } from './jobs.ts'
import { simulatorDecisionJob } from './simulator.ts'

export const paymentsModule: Module = {
  routes: [connectionRoutes],
  jobs: [simulatorDecisionJob],
  schedules: [prunePaymentWebhooks],
}
