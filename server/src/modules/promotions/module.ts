import type { Module } from '../module.ts'
import { codeRoutes } from './codes/routes.ts'
import { releaseExpiredUses } from './promotions.ts'
import { promotionRoutes } from './routes.ts'

export const promotionsModule: Module = {
  routes: [promotionRoutes, codeRoutes],
  schedules: [releaseExpiredUses],
}
