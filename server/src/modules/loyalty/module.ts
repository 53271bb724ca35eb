import type { Module } from '../module.ts'
import { earningSubscribers } from './earning/earning.ts'
import { reviewTiersSchedule, settleLotsSchedule } from './earning/lots.ts'
import { programRoutes } from './program/routes.ts'
import { loyaltyRoutes } from './routes.ts'

export const loyaltyModule: Module = {
  routes: [programRoutes, loyaltyRoutes],
  subscribers: earningSubscribers,
  schedules: [settleLotsSchedule, reviewTiersSchedule],
}
