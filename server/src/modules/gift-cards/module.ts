import type { Module } from '../module.ts'
import { giftCardBalanceRoutes } from './balance-routes.ts'
import { expireGiftCards } from './expiry.ts'
import { giftCardRoutes } from './routes.ts'

export const giftCardsModule: Module = {
  routes: [giftCardRoutes, giftCardBalanceRoutes],
  schedules: [expireGiftCards],
}
