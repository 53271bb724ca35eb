import { type Static, Type } from 'typebox'
import { holderFields } from '../../kit/holder.ts'
import { Currency, Money } from '../../kit/money.ts'
import { Actor, Id, NAME_PATTERN, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'

export const GIFT_CARD_STATUSES = ['active', 'deactivated', 'expired'] as const
export const GIFT_CARD_ENTRY_KINDS = ['issued', 'debited', 'restored', 'credited', 'deactivated', 'expired'] as const
/** 100,000,000,000 minor units, so that sums over many cards stay exact. */
export const MAX_BALANCE = 100_000_000_000

const Amount = Type.Object(
  { amount: Type.Integer({ minimum: 1, maximum: MAX_BALANCE, examples: [5000] }), currency: Currency },
  { description: 'An amount greater than 0.', examples: [{ amount: 5000, currency: 'EUR' }] },
)

const Note = Type.String({
  maxLength: 1000,
  description: 'A note for staff.',
  examples: ['Prize from the summer fair'],
})
const RecipientName = Type.String({ minLength: 1, maxLength: 200, pattern: NAME_PATTERN, examples: ['Kim Berg'] })
const RecipientEmail = Type.String({ format: 'email', maxLength: 254, examples: ['kim@example.com'] })
const NewRecipient = Type.Object(
  { name: Optional(Nullable(RecipientName)), email: Optional(Nullable(RecipientEmail)) },
  { minProperties: 1, description: 'Who the card is for. Nothing is sent to them.' },
)
const ExpiresAt = Type.String({
  format: 'date-time',
  description: 'A time in the future. Some laws forbid gift card expiry or set a minimum period.',
  examples: ['2029-12-31T23:59:59.000Z'],
})
const CodeInput = Type.String({
  maxLength: 100,
  description: 'The gift card code. Case, spaces and hyphens are ignored.',
  examples: ['7KQM-3XPT-9RWA-H4DF'],
})

export const NewGiftCard = Type.Object({
  amount: Amount,
  expiresAt: Optional(Nullable(ExpiresAt)),
  staffNote: Optional(Nullable(Note)),
  recipient: Optional(Nullable(NewRecipient)),
  code: Optional(
    Type.String({
      maxLength: 100,
      description:
        'Your own code instead of a random one: 16 to 28 characters of `23456789ABCDEFGHJKMNPQRSTUVWXYZ`, at least 6 different ones, the last one the check character (docs/gift-cards.md).',
    }),
  ),
})
export type NewGiftCard = Static<typeof NewGiftCard>

export const GiftCardChanges = Type.Object({
  expiresAt: Optional(Nullable(ExpiresAt)),
  staffNote: Optional(Nullable(Note)),
  recipient: Optional(Nullable(NewRecipient)),
})
export type GiftCardChanges = Static<typeof GiftCardChanges>

const Recipient = Type.Object({ name: Nullable(Type.String()), email: Nullable(Type.String()) })

const giftCardFields = {
  id: Id('gc'),
  last4: Type.String({
    description: 'The last four characters of the code, the only part that is stored.',
    examples: ['H4DF'],
  }),
  status: OneOf(GIFT_CARD_STATUSES),
  initialAmount: Money,
  balance: Money,
  expiresAt: Nullable(Timestamp),
  staffNote: Nullable(Type.String()),
  recipient: Nullable(Recipient),
  orderId: Nullable(Id('ord'), { description: 'The order that sold the card.' }),
  version: Type.Integer({
    description: 'Increases with every change except balance changes. Send it in quotes as `If-Match: "3"`.',
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
    description: 'The code, shown only in this response. It is stored only as a keyed hash.',
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
      description: 'The last four characters of the code, or part of the recipient’s name or email. Never a full code.',
    }),
  ),
})
export type GiftCardsQuery = Static<typeof GiftCardsQuery>

export const NewGiftCardCredit = Type.Object({
  amount: Amount,
  reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', examples: ['Goodwill for a late delivery'] }),
})
export type NewGiftCardCredit = Static<typeof NewGiftCardCredit>

export const GiftCardEntry = Type.Object({
  id: Id('lde'),
  kind: OneOf(GIFT_CARD_ENTRY_KINDS),
  amount: Type.Object(Money.properties, { description: 'Negative if it reduces the balance.' }),
  balanceAfter: Money,
  ...holderFields,
  reason: Nullable(Type.String()),
  actor: Actor,
  createdAt: Timestamp,
})
export type GiftCardEntry = Static<typeof GiftCardEntry>
export const GiftCardEntriesQuery = PageQuery({})
export type GiftCardEntriesQuery = Static<typeof GiftCardEntriesQuery>

export const CodeCheckRequest = Type.Object({ code: CodeInput })

export const CodeCheckResult = Type.Object({
  valid: Type.Boolean({ description: 'Whether the card can pay now, up to its `balance`.' }),
  id: Nullable(Id('gc')),
  last4: Nullable(Type.String()),
  balance: Nullable(Money),
  currency: Nullable(Currency),
  expiresAt: Nullable(Timestamp),
  status: Nullable(OneOf(GIFT_CARD_STATUSES)),
})
export type CodeCheckResult = Static<typeof CodeCheckResult>
