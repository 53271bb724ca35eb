import { type Ctx, transaction } from '../../ctx.ts'
import { type Page, toSinglePage } from '../../db/page.ts'
import { emitAll, type NewEvent } from '../../events/emit.ts'
import { AppError, type ErrorFields, invalidRequest } from '../../kit/errors.ts'
import { toHolderFields } from '../../kit/holder.ts'
import { formatMoney, isCurrency, money } from '../../kit/money.ts'
import { auditValueCreation } from '../audit/audit.ts'
import { getCustomer } from '../customers/customers.ts'
import {
  type Account,
  type BalanceChange,
  type Debit,
  type DebitResult,
  type HolderReference,
  post,
  restore,
} from '../ledger/ledger.ts'
import * as queries from './queries.ts'
import { MAX_STORE_CREDIT, type StoreCreditAccount, type StoreCreditAdjustment } from './schemas.ts'

/** One account per currency, from the first entry on. */
export async function listAccounts(ctx: Ctx, customerId: string): Promise<Page<StoreCreditAccount>> {
  await getCustomer(ctx, customerId)
  return toSinglePage(await queries.listAccounts(ctx, customerId))
}

/** Manual adjustment by staff. */
export function adjustStoreCredit(
  ctx: Ctx,
  customerId: string,
  { amount: { amount, currency }, reason }: StoreCreditAdjustment,
): Promise<StoreCreditAccount> {
  assertValidAdjustment({ amount, currency })
  return transaction(ctx, async (ctx) => {
    await getCustomer(ctx, customerId)
    if (amount > 0) await queries.openAccount(ctx, customerId, currency)
    const { balance } = (await queries.lockAccount(ctx, customerId, currency)) ?? { balance: 0 }
    if (balance + amount < 0 || balance + amount > MAX_STORE_CREDIT) {
      const limit = money(MAX_STORE_CREDIT, currency)
      throw storeCreditError(
        `the balance is ${formatMoney(money(balance, currency))}, and an account can hold 0 to ${formatMoney(limit)}`,
        { balance: money(balance, currency), limit },
        '/amount/amount',
      )
    }
    const changes = await post(ctx, [{ ...toAccount(customerId, currency), kind: 'adjusted', amount, reason }])
    const details = { amount: formatMoney(money(amount, currency)), reason }
    await auditValueCreation(ctx, 'store_credit.adjusted', customerId, details)
    await emitAll(
      ctx,
      changes.map((change) => balanceChangedEvent(change, 'adjusted', null)),
    )
    const account = (await queries.listAccounts(ctx, customerId)).find((one) => one.balance.currency === currency)
    if (!account) throw new Error(`The store credit account of ${customerId} in ${currency} no longer exists`)
    return account
  })
}

function assertValidAdjustment({ amount, currency }: StoreCreditAdjustment['amount']): void {
  const path = '/amount/currency'
  if (!isCurrency(currency)) {
    throw invalidRequest('The currency is not supported.', [
      { path, message: `must be a supported currency, not "${currency}"` },
    ])
  }
  if (amount === 0) {
    throw invalidRequest('The adjustment has no amount.', [{ path: '/amount/amount', message: 'must not be 0' }])
  }
}

/*
 * Payments and refunds, inside the transaction of the checkout or order. All functions return events: pass them to
 * `emitAll` with your own, so that all are written in one statement.
 */

export interface StoreCreditTender {
  customerId: string
  amount: number
  currency: string
}

export const toStoreCreditDebit = ({ customerId, amount, currency }: StoreCreditTender): Debit => ({
  ...toAccount(customerId, currency),
  amount,
})

/** Throws 422 `store_credit_rejected` unless everything was debited. */
export function storeCreditDebitEvents(holder: string, debits: Debit[], results: DebitResult[]): NewEvent[] {
  return debits.flatMap(({ accountType, accountId, amount, unit }) => {
    if (accountType !== 'store_credit') return []
    const result = results.find((one) => one.accountType === 'store_credit' && one.accountId === accountId)
    if (result?.outcome === 'already_debited') return []
    if (result?.outcome === 'conflicting_debit')
      throw storeCreditError('this order already used another amount. Restore that first')
    // Don't reveal the balance: the caller may only hold the cart.
    if (result?.outcome !== 'debited' || result.balance === null)
      throw storeCreditError(`${formatMoney(money(amount, unit))} is no longer available. Get the cart again`)
    return [balanceChangedEvent({ ...result, amount: -amount, balance: result.balance }, 'debited', holder)]
  })
}

/** Returns what the holder debited: once per reference, and never more. */
export async function restoreStoreCredit(
  ctx: Ctx,
  reference: HolderReference,
  { customerId, amount, currency }: StoreCreditTender,
): Promise<NewEvent[]> {
  await queries.lockAccount(ctx, customerId, currency)
  const reject = (max: number) =>
    storeCreditError(`this order can restore at most ${formatMoney(money(max, currency))}`, {
      ...toHolderFields(reference.holder, reference.reference),
      refundable: money(max, currency),
    })
  const changes = await restore(ctx, reference, { ...toAccount(customerId, currency), amount }, reject)
  return changes.map((change) => balanceChangedEvent(change, 'restored', reference.holder, reference.reference))
}

/** Credits money that was paid otherwise. The caller makes sure that a refund does so once. */
export async function refundToStoreCredit(
  ctx: Ctx,
  { holder, reference }: HolderReference,
  { customerId, amount, currency }: StoreCreditTender,
): Promise<NewEvent[]> {
  await queries.openAccount(ctx, customerId, currency)
  await queries.lockAccount(ctx, customerId, currency)
  const account = toAccount(customerId, currency)
  const changes = await post(ctx, [{ ...account, kind: 'refunded', amount, holder, reference }])
  return changes.map((change) => balanceChangedEvent(change, 'refunded', holder, reference))
}

const toAccount = (customerId: string, currency: string): Account => ({
  accountType: 'store_credit',
  accountId: customerId,
  unit: currency,
})

/** `reason` is shown to the caller. */
export const storeCreditError = (reason: string, fields: ErrorFields = {}, path?: string): AppError =>
  new AppError('store_credit_rejected', `The store credit was rejected: ${reason}.`, {
    ...(path !== undefined && { details: [{ path, message: reason }] }),
    fields,
  })

type BalanceChanged = Extract<NewEvent, { type: 'store_credit.balance_changed' }>

const balanceChangedEvent = (
  { accountId, unit, amount, balance }: Pick<BalanceChange, 'accountId' | 'unit' | 'amount' | 'balance'>,
  kind: BalanceChanged['data']['kind'],
  holder: string | null,
  reference: string | null = null,
): BalanceChanged => ({
  type: 'store_credit.balance_changed',
  data: {
    customerId: accountId as `cus_${string}`,
    kind,
    change: money(amount, unit),
    balance: money(balance, unit),
    ...toHolderFields(holder, reference),
  },
})
