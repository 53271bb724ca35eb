import type { Module } from '../module.ts'
import { pruneAgentSessions } from './jobs.ts'
import { acpRoutes } from './routes.ts'
import { agentFormat } from './webhook.ts'
import { agentWebhookRoutes } from './webhook-routes.ts'

export const acpModule: Module = {
  routes: [acpRoutes, agentWebhookRoutes],
  schedules: [pruneAgentSessions],
  webhookFormats: [agentFormat],
}
