import { actorOf, type Ctx } from '../../ctx.ts'
import { type Keyset, keyset, type Page, toPage, toSinglePage } from '../../db/page.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { toPointsHolderFields } from '../../kit/holder.ts'
import { newId } from '../../kit/ids.ts'
import * as posting from './posting-queries.ts'
import * as queries from './queries.ts'
import {
  type AccountType,
  COUNTER_ACCOUNTS,
  type EntryKind,
  type LedgerEntry,
  type LedgerQuery,
  type Liability,
  type LiabilityQuery,
  MAX_LIABILITY_DAYS,
} from './schemas.ts'

export interface Account {
  accountType: AccountType
  /** The gift card or customer. */
  accountId: string
  /** A currency, or `points`. */
  unit: string
}

/** Identifies a refund, or the end of a checkout: each reference is booked once per holder. */
export interface HolderReference {
  holder: string
  reference: string
}

export interface Posting extends Account, Partial<HolderReference> {
  kind: EntryKind
  /** Negative if it reduces the balance. */
  amount: number
  reason?: string
}

export type BalanceChange = posting.BalanceChange

/**
 * Changes balances and writes both sides of each transaction, in one statement. Each account at most once, and it must
 * be locked: its entry ids are created now, and sort in the order of the balances.
 */
export async function post(ctx: Ctx, postings: Posting[]): Promise<BalanceChange[]> {
  if (postings.length === 0) return []
  const rows = postings.flatMap(({ accountType, accountId, unit, amount, kind, ...details }): posting.EntryRow[] => {
    const common = { transaction_id: newId('ltx'), unit, kind, ...details }
    const counter = { account_type: COUNTER_ACCOUNTS[kind], account_id: null, amount: -amount }
    return [
      { ...common, entry_id: newId('lde'), ...counter },
      { ...common, entry_id: newId('lde'), account_type: accountType, account_id: accountId, amount },
    ]
  })
  return posting.postEntries(ctx, rows, actorOf(ctx.caller))
}

export interface Debit extends Account {
  amount: number
}

export type DebitResult = posting.DebitResult

/**
 * Debits all accounts or none, in one statement; the caller must throw for an outcome other than `debited` and
 * `already_debited`, and for a missing result. The accounts must be locked. Idempotent per holder and amount; a holder
 * that restored everything may debit again.
 */
export async function debit(ctx: Ctx, holder: string, debits: Debit[]): Promise<DebitResult[]> {
  if (debits.length === 0) return []
  const rows = debits.map(
    ({ accountType, accountId, unit, amount }): posting.DebitRow => ({
      counter_entry_id: newId('lde'),
      entry_id: newId('lde'),
      transaction_id: newId('ltx'),
      account_type: accountType,
      account_id: accountId,
      unit,
      kind: accountType === 'points' ? 'redeemed' : 'debited',
      amount: assertPositive(amount),
    }),
  )
  const results = await posting.debitAccounts(ctx, holder, rows, actorOf(ctx.caller))
  // An accepted debit that changed no row means a concurrent change, which is impossible while the account is locked.
  const undebited = results.find(({ outcome, balance }) => outcome === 'debited' && balance === null)
  const isAllowed = results.every(({ outcome }) => outcome === 'debited' || outcome === 'already_debited')
  if (undebited && isAllowed) throw new Error(`The account of ${undebited.accountId} was debited without a lock`)
  return results
}

export function assertPositive(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`${amount} is not a valid amount`)
  return amount
}

/**
 * Returns what the holder debited from an account, which must be locked: once per reference. For more than is left,
 * throws what `reject` returns.
 */
export async function restore(
  ctx: Ctx,
  { holder, reference }: HolderReference,
  { amount, ...account }: Debit,
  reject: (max: number) => Error,
): Promise<BalanceChange[]> {
  assertPositive(amount)
  const { accountType, accountId, unit } = account
  const held = (await listHolderBalances(ctx, holder)).find(
    (one) => one.accountType === accountType && one.accountId === accountId && one.unit === unit,
  )
  if (held?.references.includes(reference)) return []
  const max = held?.amount ?? 0
  if (amount > max) throw reject(max)
  return post(ctx, [{ ...account, kind: 'restored', amount, holder, reference }])
}

/** What the holder debited and has not restored, by account. */
export const listHolderBalances = (ctx: Ctx, holder: string): Promise<posting.HolderBalance[]> =>
  posting.listHolderBalances(ctx, holder)

export async function listEntries(ctx: Ctx, query: LedgerQuery): Promise<Page<LedgerEntry>> {
  const page = keyset(query)
  return toPage((await queries.listEntries(ctx, page, query)).map(toEntry), page)
}

export async function listAccountEntries(
  ctx: Ctx,
  page: Keyset,
  accountType: AccountType,
  accountId: string,
): Promise<LedgerEntry[]> {
  return (await queries.listAccountEntries(ctx, page, accountType, accountId)).map(toEntry)
}

const toEntry = ({ holder, reference, ...row }: queries.EntryRow): LedgerEntry => ({
  ...row,
  ...toPointsHolderFields(holder, reference),
})

const DAY_MS = 86_400_000
const DEFAULT_LIABILITY_DAYS = 30

export async function listLiabilities(ctx: Ctx, query: LiabilityQuery): Promise<Page<Liability>> {
  const today = toDate(ctx.now.getTime())
  const { to = today } = query
  const { from = toDate(Date.parse(to) - (DEFAULT_LIABILITY_DAYS - 1) * DAY_MS) } = query
  const invalidRange = (path: string, message: string) =>
    invalidRequest('The range of days is not valid.', [{ path, message }])
  if (to > today) throw invalidRange('/to', 'must not be in the future')
  if (from > to) throw invalidRange('/from', 'must not be after `to`')
  if (Date.parse(to) - Date.parse(from) >= MAX_LIABILITY_DAYS * DAY_MS) {
    throw invalidRange('/from', `must be at most ${MAX_LIABILITY_DAYS - 1} days before \`to\``)
  }
  return toSinglePage(await queries.listLiabilities(ctx, from, to))
}

const toDate = (ms: number) => new Date(ms).toISOString().slice(0, 10)
