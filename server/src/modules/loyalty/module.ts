import type { Module } from '../module.ts'
import { actionRoutes } from './actions/routes.ts'
import { earningSubscribers } from './earning/earning.ts'
import { reviewTiersSchedule, settleLotsSchedule } from './earning/lots.ts'
import { memberRoutes } from './members/routes.ts'
import { programRoutes } from './program/routes.ts'
import { qualifyReferralOnPayment } from './referrals/qualify-referral.ts'
import { rejectReferralOnRefund, rewardReferralsSchedule } from './referrals/reward-referral.ts'
import { referralRoutes } from './referrals/routes.ts'
import { loyaltyRoutes } from './routes.ts'

export const loyaltyModule: Module = {
  routes: [programRoutes, memberRoutes, loyaltyRoutes, actionRoutes, referralRoutes],
  subscribers: [...earningSubscribers, qualifyReferralOnPayment, rejectReferralOnRefund],
  schedules: [settleLotsSchedule, reviewTiersSchedule, rewardReferralsSchedule],
}
