import { eventRetention } from '../../events/event-retention.ts'
import type { Module } from '../module.ts'
import { eventRoutes } from './routes.ts'

export const eventsModule: Module = {
  routes: [eventRoutes],
  retention: [eventRetention],
}
