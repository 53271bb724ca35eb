import type { Module } from '../module.ts'
import { loyaltyRoutes } from './routes.ts'

export const loyaltyModule: Module = {
  routes: [loyaltyRoutes],
}
