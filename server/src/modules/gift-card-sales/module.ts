import type { Module } from '../module.ts'
import { giftCardSaleSubscribers } from './subscribers.ts'

export const giftCardSalesModule: Module = {
  subscribers: giftCardSaleSubscribers,
}
