import type { Module } from '../module.ts'
import { deleteDeliveries } from './delivery-queries.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { disabledEmailJob } from './jobs.ts'
import { webhookEndpointRoutes } from './routes.ts'
import { standardFormat } from './standard-format.ts'

export const webhooksModule: Module = {
  routes: [webhookEndpointRoutes, deliveryRoutes],
  retention: [{ name: 'webhook_deliveries', keep: 'deliveries', prune: deleteDeliveries }],
  systemJobs: (mail, publicUrl) => [disabledEmailJob(mail, publicUrl)],
  webhookFormats: [standardFormat],
}
