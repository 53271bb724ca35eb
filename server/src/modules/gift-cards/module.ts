import type { Module } from '../module.ts'
import { expireGiftCards } from './expiry.ts'
import { giftCardLedgerRoutes } from './ledger-routes.ts'
import { giftCardRoutes } from './routes.ts'

export const giftCardsModule: Module = {
  routes: [giftCardRoutes, giftCardLedgerRoutes],
  schedules: [expireGiftCards],
}
