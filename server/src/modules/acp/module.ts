import type { Module } from '../module.ts'
import { notifyAgents, pruneAgentSessions } from './jobs.ts'
import { acpRoutes } from './routes.ts'
import { agentWebhookRoutes } from './webhook-routes.ts'

export const acpModule: Module = {
  routes: [acpRoutes, agentWebhookRoutes],
  schedules: [pruneAgentSessions],
  subscribers: [notifyAgents],
}
