import type { Module } from '../module.ts'
import { codeRoutes } from './codes/routes.ts'
import { promotionRoutes } from './routes.ts'
import { releaseExpiredUses } from './uses/uses.ts'

export const promotionsModule: Module = {
  routes: [promotionRoutes, codeRoutes],
  schedules: [releaseExpiredUses],
}
