import { type Static, Type } from 'typebox'
import { pointsHolderFields } from '../../kit/holder.ts'
import { Actor, Id, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'

/** Accounts of customers: what the shop owes. */
export const ACCOUNT_TYPES = ['gift_card', 'points', 'store_credit'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]

/** Accounts of the shop: the other side of each transaction. */
const SHOP_ACCOUNT_TYPES = ['issued', 'redeemed', 'written_off'] as const

/** The account of the shop that each kind of entry is booked against. */
export const COUNTER_ACCOUNTS = {
  issued: 'issued',
  credited: 'issued',
  adjusted: 'issued',
  earned: 'issued',
  clawed_back: 'issued',
  referral_rewarded: 'issued',
  refunded: 'issued',
  debited: 'redeemed',
  redeemed: 'redeemed',
  restored: 'redeemed',
  deactivated: 'written_off',
  expired: 'written_off',
} as const satisfies Record<string, (typeof SHOP_ACCOUNT_TYPES)[number]>
export type EntryKind = keyof typeof COUNTER_ACCOUNTS
export const ENTRY_KINDS = Object.keys(COUNTER_ACCOUNTS) as EntryKind[]

export const MAX_DRIFT = 1000
export const MAX_LIABILITY_DAYS = 366

const Unit = Type.String({
  pattern: '^([A-Z]{3}|points)$',
  description: 'A currency, or `points`.',
  examples: ['EUR'],
})
const CustomerAccountType = OneOf(ACCOUNT_TYPES)
const EntryAccountType = OneOf([...ACCOUNT_TYPES, ...SHOP_ACCOUNT_TYPES], {
  description: 'An account of a customer, or of the shop (`issued`, `redeemed`, `written_off`).',
})
const Kind = OneOf(ENTRY_KINDS)

/** The owner of a customer's account. */
const owner = { giftCardId: Nullable(Id('gc')), customerId: Nullable(Id('cus')) }

export const LedgerEntry = Type.Object({
  id: Id('lde'),
  transactionId: Id('ltx'),
  accountType: EntryAccountType,
  ...owner,
  unit: Unit,
  amount: Type.Integer({ description: 'In the smallest unit of the currency. Entries of a transaction add up to 0.' }),
  balanceAfter: Nullable(Type.Integer(), { description: 'Null for accounts of the shop.' }),
  kind: Kind,
  ...pointsHolderFields,
  reason: Nullable(Type.String()),
  actor: Actor,
  createdAt: Timestamp,
})
export type LedgerEntry = Static<typeof LedgerEntry>

export const LedgerQuery = PageQuery({
  customerId: Optional(Id('cus')),
  giftCardId: Optional(Id('gc')),
  accountType: Optional(EntryAccountType),
  unit: Optional(Unit),
  kind: Optional(Kind),
  transactionId: Optional(Id('ltx')),
  createdFrom: Optional(Timestamp),
  createdTo: Optional(Timestamp),
})
export type LedgerQuery = Static<typeof LedgerQuery>

const Day = Type.String({ format: 'date', examples: ['2026-11-15'] })

export const LiabilityQuery = Type.Object({
  from: Optional(Type.String({ ...Day, description: 'The first day in UTC. Defaults to 29 days before `to`.' })),
  to: Optional(Type.String({ ...Day, description: 'The last day in UTC. Defaults to today.' })),
})
export type LiabilityQuery = Static<typeof LiabilityQuery>

export const Liability = Type.Object({
  date: Day,
  accountType: CustomerAccountType,
  unit: Unit,
  outstanding: Type.Integer({
    description: 'What the shop owes at the end of the day: `issued` minus `redeemed` and `writtenOff`.',
  }),
  issued: Type.Integer({
    description: 'Everything added until then, by hand, by a sale or by earning, minus what refunds took back.',
  }),
  redeemed: Type.Integer({
    description: 'Everything that paid for orders or rewards until then, minus what was restored.',
  }),
  writtenOff: Type.Integer({ description: 'Everything that expired or was deactivated until then.' }),
})
export type Liability = Static<typeof Liability>

export const ClosingTotal = Type.Omit(Liability, ['date'])
export type ClosingTotal = Static<typeof ClosingTotal>

export const LedgerClosing = Type.Object({
  id: Id('lcl'),
  through: Type.String({ ...Day, description: 'The last day of the period, in UTC.' }),
  totals: Type.Array(ClosingTotal, { description: 'What the shop owed at the end of that day.' }),
  actor: Actor,
  createdAt: Timestamp,
})
export type LedgerClosing = Static<typeof LedgerClosing>

export const NewLedgerClosing = Type.Object({
  through: Type.String({
    ...Day,
    description: 'The last day of the period, in UTC. It ended an hour ago or earlier, and is after the last closing.',
  }),
})
export type NewLedgerClosing = Static<typeof NewLedgerClosing>

export const ClosingsQuery = PageQuery({})
export type ClosingsQuery = Static<typeof ClosingsQuery>

export const LedgerAudit = Type.Object({
  checkedAccounts: Type.Integer(),
  driftCount: Type.Integer(),
  drift: Type.Array(
    Type.Object({
      accountType: CustomerAccountType,
      ...owner,
      unit: Unit,
      balance: Type.Integer(),
      ledger: Type.Integer({ description: 'The sum of the entries.' }),
    }),
  ),
  checkedTransactions: Type.Integer(),
  unbalancedCount: Type.Integer(),
  unbalanced: Type.Array(
    Type.Object({
      transactionId: Id('ltx'),
      unit: Unit,
      amount: Type.Integer({ description: 'The sum of the entries, which should be 0.' }),
    }),
  ),
  changedClosings: Type.Array(Type.Object({ closingId: Id('lcl'), through: Day }), {
    description: 'Closed periods whose entries no longer add up to the totals of the closing.',
  }),
})
export type LedgerAudit = Static<typeof LedgerAudit>
