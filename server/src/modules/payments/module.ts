import type { Module } from '../module.ts'
import { connectionRoutes } from './connection-routes.ts'
import { pruneConnections } from './jobs.ts'
import { simulatorDecisionJob } from './simulator.ts'
import { handleStripeEvents } from './stripe-webhooks.ts'

export const paymentsModule: Module = {
  routes: [connectionRoutes],
  jobs: [simulatorDecisionJob],
  inboundHandlers: [handleStripeEvents],
  schedules: [pruneConnections],
}
