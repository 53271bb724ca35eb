import type { Ctx } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { type ReferralRow, updateReferral } from './queries.ts'
import type { ReferralStatus, RejectionReason } from './schemas.ts'

/** A refund rejects a referral even after its reward. `rejected` is final. */
export const TRANSITIONS = {
  pending: ['qualified', 'rejected'],
  qualified: ['rewarded', 'rejected'],
  rewarded: ['rejected'],
  rejected: [],
} as const satisfies Record<ReferralStatus, readonly ReferralStatus[]>

export type ReferralChange =
  | { status: 'qualified'; orderId: `ord_${string}`; minAmount: number; qualifiedAt: string; rewardAt: string }
  | {
      status: 'rewarded'
      rewardedAt: string
      referrerLotId: ReferralRow['referrerLotId']
      refereeLotId: ReferralRow['refereeLotId']
    }
  | { status: 'rejected'; reason: RejectionReason; orderId?: `ord_${string}` }

export interface ReferralDecision {
  referral: ReferralRow
  events: NewEvent[]
}

/** The referral must be locked. Emit the events with your own. */
export async function transitionReferral(
  ctx: Ctx,
  referral: ReferralRow,
  change: ReferralChange,
): Promise<ReferralDecision> {
  const allowed: readonly ReferralStatus[] = TRANSITIONS[referral.status]
  if (!allowed.includes(change.status)) {
    throw new Error(`The referral ${referral.id} is ${referral.status} and can't become ${change.status}`)
  }
  const changed = { ...referral, ...change }
  await updateReferral(ctx, changed)
  return { referral: changed, events: [toEvent(changed, change)] }
}

function toEvent(referral: ReferralRow, change: ReferralChange): NewEvent {
  const data = toEventData(referral)
  switch (change.status) {
    case 'qualified':
      return { type: 'referral.qualified', data: { ...data, orderId: change.orderId, rewardAt: change.rewardAt } }
    case 'rewarded': {
      // Whoever is no longer a customer got nothing.
      const referrerPoints = change.referrerLotId ? referral.referrerPoints : 0
      const refereePoints = change.refereeLotId ? referral.refereePoints : 0
      return { type: 'referral.rewarded', data: { ...data, referrerPoints, refereePoints } }
    }
    case 'rejected':
      return { type: 'referral.rejected', data: { ...data, reason: change.reason } }
  }
}

export const toEventData = ({ id, referrerId, refereeId }: ReferralRow) => ({ referralId: id, referrerId, refereeId })
