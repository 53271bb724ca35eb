import { type Static, Type } from 'typebox'
import { Currency } from '../../kit/currencies.ts'
import { Money } from '../../kit/money.ts'
import { Id, NAME_PATTERN, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'

export const GIFT_CARD_STATUSES = ['active', 'deactivated', 'expired'] as const
export const GIFT_CARD_ENTRY_KINDS = ['issued', 'debited', 'restored', 'credited', 'deactivated', 'expired'] as const
/** 100,000,000,000 minor units, so that sums over many cards stay exact. */
export const MAX_BALANCE = 100_000_000_000
export const MAX_DRIFT = 1000

const Amount = Type.Object(
  { amount: Type.Integer({ minimum: 1, maximum: MAX_BALANCE, examples: [5000] }), currency: Currency },
  { description: 'Above zero.', examples: [{ amount: 5000, currency: 'EUR' }] },
)

const Note = Type.String({ maxLength: 1000, description: 'For staff.', examples: ['Prize of the summer fair'] })
const RecipientName = Type.String({ minLength: 1, maxLength: 200, pattern: NAME_PATTERN, examples: ['Kim Berg'] })
const RecipientEmail = Type.String({ format: 'email', maxLength: 254, examples: ['kim@example.com'] })
const NewRecipient = Type.Object(
  { name: Optional(Nullable(RecipientName)), email: Optional(Nullable(RecipientEmail)) },
  { minProperties: 1, description: 'For whom it is; nothing is sent to them.' },
)
const ExpiresAt = Type.String({
  format: 'date-time',
  description: 'In the future. Some laws forbid that a gift card ends, or say how soon it may.',
  examples: ['2029-12-31T23:59:59.000Z'],
})
const CodeInput = Type.String({
  maxLength: 100,
  description: 'Case, spaces and hyphens do not matter.',
  examples: ['7KQM-3XPT-9RWA-H4DF'],
})

export const NewGiftCard = Type.Object({
  amount: Amount,
  expiresAt: Optional(Nullable(ExpiresAt)),
  note: Optional(Nullable(Note)),
  recipient: Optional(Nullable(NewRecipient)),
  code: Optional(
    Type.String({
      maxLength: 100,
      description:
        'One of your own in place of a random one: 16 to 28 symbols of `23456789ABCDEFGHJKMNPQRSTUVWXYZ`, at least 6 different ones, the last the check symbol (docs/gift-cards.md).',
    }),
  ),
})
export type NewGiftCard = Static<typeof NewGiftCard>

export const GiftCardChanges = Type.Object({
  expiresAt: Optional(Nullable(ExpiresAt)),
  note: Optional(Nullable(Note)),
  recipient: Optional(Nullable(NewRecipient)),
})
export type GiftCardChanges = Static<typeof GiftCardChanges>

const Recipient = Type.Object({ name: Nullable(Type.String()), email: Nullable(Type.String()) })

const giftCardFields = {
  id: Id('gc'),
  last4: Type.String({
    description: 'The last four symbols of the code: all that is known of it.',
    examples: ['H4DF'],
  }),
  status: OneOf(GIFT_CARD_STATUSES),
  initialAmount: Money,
  balance: Money,
  expiresAt: Nullable(Timestamp),
  note: Nullable(Type.String()),
  recipient: Nullable(Recipient),
  orderId: Nullable(Type.String({ description: 'The order by which it was bought.' })),
  version: Type.Integer({
    description: 'Grows with every change but those of the balance; send it back as `If-Match`.',
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const GiftCard = Type.Object(giftCardFields)
export type GiftCard = Static<typeof GiftCard>

/** The only response that contains the code. */
export const IssuedGiftCard = Type.Object({
  ...giftCardFields,
  code: Type.String({
    description: 'Shown here and never again: it is stored only as a keyed hash.',
    examples: ['7KQM-3XPT-9RWA-H4DF'],
  }),
})
export type IssuedGiftCard = Static<typeof IssuedGiftCard>

export const GiftCardPath = Type.Object({ id: Id('gc') })

export const GiftCardsQuery = PageQuery({
  status: Optional(OneOf(GIFT_CARD_STATUSES)),
  q: Optional(
    Type.String({
      maxLength: 100,
      description:
        'The last four symbols of the code, or a part of the recipient’s name or address. Never a whole code.',
    }),
  ),
})
export type GiftCardsQuery = Static<typeof GiftCardsQuery>

export const NewGiftCardCredit = Type.Object({
  amount: Amount,
  reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', examples: ['Goodwill for a late parcel'] }),
})
export type NewGiftCardCredit = Static<typeof NewGiftCardCredit>

export const GiftCardEntry = Type.Object({
  id: Id('gce'),
  kind: OneOf(GIFT_CARD_ENTRY_KINDS),
  amount: Type.Object(Money.properties, { description: 'Below zero where it left the card.' }),
  balanceAfter: Money,
  holder: Nullable(Type.String({ description: 'The checkout or order that took it or gave it back.' })),
  reference: Nullable(Type.String({ description: 'Which refund gave it back, or which end of a checkout.' })),
  reason: Nullable(Type.String()),
  actor: Type.String({ description: 'Who: `key:…`, `member:…` or `system`.', examples: ['system'] }),
  createdAt: Timestamp,
})
export type GiftCardEntry = Static<typeof GiftCardEntry>
export const GiftCardEntriesQuery = PageQuery({})
export type GiftCardEntriesQuery = Static<typeof GiftCardEntriesQuery>

export const CodeCheckRequest = Type.Object({ code: CodeInput })

export const CodeCheckResult = Type.Object({
  valid: Type.Boolean({ description: 'Whether it can be paid with now; how much, says `balance`.' }),
  id: Nullable(Id('gc')),
  last4: Nullable(Type.String()),
  balance: Nullable(Money),
  currency: Nullable(Currency),
  expiresAt: Nullable(Timestamp),
  status: Nullable(OneOf(GIFT_CARD_STATUSES)),
})
export type CodeCheckResult = Static<typeof CodeCheckResult>

export const LiabilityQuery = Type.Object({
  at: Optional(
    Type.String({
      format: 'date-time',
      description: 'As it was at this moment, which is not in the future; without it, as it is now.',
      examples: ['2025-12-31T23:00:00.000Z'],
    }),
  ),
})

const CurrencyLiability = Type.Object({
  currency: Currency,
  outstanding: Type.Object(Money.properties, {
    description: 'What the shop owes: `issued` less `redeemed`, `expired` and `deactivated`.',
  }),
  issued: Type.Object(Money.properties, { description: 'Also what was credited later.' }),
  redeemed: Type.Object(Money.properties, { description: 'Less what was given back.' }),
  expired: Money,
  deactivated: Money,
  count: Type.Integer({ description: 'Cards with something left on them.' }),
})
export const GiftCardLiability = Type.Object({ at: Timestamp, data: Type.Array(CurrencyLiability) })
export type GiftCardLiability = Static<typeof GiftCardLiability>

export const GiftCardAudit = Type.Object({
  checkedCards: Type.Integer(),
  driftCount: Type.Integer(),
  drift: Type.Array(Type.Object({ giftCardId: Id('gc'), balance: Type.Integer(), ledger: Type.Integer() })),
})
