import type { Module } from '../module.ts'
import { locationRoutes } from './location-routes.ts'
import { inventoryRoutes } from './routes.ts'
import { advanceAllCheckpoints } from './stock-checkpoints.ts'

export const inventoryModule: Module = {
  routes: [inventoryRoutes, locationRoutes],
  schedules: [advanceAllCheckpoints],
}
