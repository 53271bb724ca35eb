import type { Module } from '../module.ts'
import { eventRetention } from './events.ts'
import { eventRoutes } from './routes.ts'

export const eventsModule: Module = {
  routes: [eventRoutes],
  retention: [eventRetention],
}
