import type { Module } from '../module.ts'
import { paymentAlertSubscribers } from './subscribers.ts'

export const paymentAlertsModule: Module = {
  subscribers: paymentAlertSubscribers,
}
