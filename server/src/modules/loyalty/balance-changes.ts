import type { NewEvent } from '../../events/emit.ts'
import { toPointsHolderFields } from '../../kit/holder.ts'
import type { BalanceChange, Posting } from '../ledger/ledger.ts'

export const toPosting = (customerId: string, kind: Posting['kind'], amount: number): Posting => ({
  accountType: 'points',
  accountId: customerId,
  unit: 'points',
  kind,
  amount,
})

type BalanceChanged = Extract<NewEvent, { type: 'loyalty_account.balance_changed' }>

export const balanceChangedEvent = (
  { accountId, amount, balance }: Pick<BalanceChange, 'accountId' | 'amount' | 'balance'>,
  kind: BalanceChanged['data']['kind'],
  holder: string | null,
  reference: string | null = null,
): BalanceChanged => ({
  type: 'loyalty_account.balance_changed',
  data: {
    customerId: accountId as `cus_${string}`,
    kind,
    change: amount,
    balance,
    ...toPointsHolderFields(holder, reference),
  },
})
