import type { Module } from '../module.ts'
import { redemptionRoutes } from './routes.ts'

export const loyaltyRedemptionsModule: Module = {
  routes: [redemptionRoutes],
}
