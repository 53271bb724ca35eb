import type { ListItem } from '../api.ts'
import { useReadList } from '../resource.ts'

export type Referral = ListItem<'/v1/loyalty/referrals'>

/** The status changes with orders and by itself. */
export const useReferrals = (query: { status?: Referral['status'] }) =>
  useReadList('/v1/loyalty/referrals', { query: { limit: 50, ...query } }, { staleTime: 0 })

export const REFERRAL_STATUS_LABELS: Record<Referral['status'], string> = {
  pending: 'Pending',
  qualified: 'Qualified',
  rewarded: 'Rewarded',
  rejected: 'Rejected',
}

export const REJECTION_LABELS: Record<NonNullable<Referral['reason']>, string> = {
  self_referral: 'Referred themselves',
  same_address: 'Ships to the referrer’s address',
  same_payment_method: 'Paid with the referrer’s card',
  not_first_order: 'Not their first order',
  below_minimum: 'Order below the minimum',
  refunded: 'Order refunded',
}
