import type { Module } from '../module.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { disabledEmailJob, pruneDeliveries } from './jobs.ts'
import { webhookEndpointRoutes } from './routes.ts'
import { standardFormat } from './standard-format.ts'

export const webhooksModule: Module = {
  routes: [webhookEndpointRoutes, deliveryRoutes],
  schedules: [pruneDeliveries],
  systemJobs: (mail, publicUrl) => [disabledEmailJob(mail, publicUrl)],
  webhookFormats: [standardFormat],
}
