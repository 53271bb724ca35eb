import type { Module } from '../module.ts'
import { eventRoutes } from './routes.ts'

export const eventsModule: Module = {
  routes: [eventRoutes],
}
