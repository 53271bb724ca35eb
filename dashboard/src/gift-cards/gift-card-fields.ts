import { parseDateTimeInput, toDateTimeInput } from '../ui/date-time-input.ts'
import { formatMoney, type Money, moneyInputError } from '../ui/money.ts'
import { textOrNull } from '../ui/text.ts'
import type { GiftCard, GiftCardChanges } from './gift-cards.ts'

type GiftCardInput = Pick<GiftCard, 'expiresAt' | 'staffNote' | 'recipient'>

/** Form values, as typed. */
export interface GiftCardFields {
  name: string
  email: string
  expires: string
  staffNote: string
}

export const toGiftCardFields = ({ expiresAt, staffNote, recipient }: GiftCardInput): GiftCardFields => ({
  name: recipient?.name ?? '',
  email: recipient?.email ?? '',
  expires: toDateTimeInput(expiresAt),
  staffNote: staffNote ?? '',
})

export const EMPTY_GIFT_CARD: GiftCardFields = { name: '', email: '', expires: '', staffNote: '' }

/** Mirrors the server; a test compares the two. */
export const MAX_CARD_BALANCE = 100_000_000_000

/** Why this amount cannot be added to a card with this balance. */
export function validateAmount(text: string, { amount: balance, currency }: Money): string | undefined {
  const formattedMax = formatMoney({ amount: MAX_CARD_BALANCE, currency })
  return moneyInputError(text, currency, {
    min: 1,
    max: MAX_CARD_BALANCE - balance,
    maxMessage: `A gift card can hold at most ${formattedMax}.`,
  })
}

const FIELD_LABELS: Record<string, string> = {
  '/amount/amount': 'The card',
  '/amount/currency': 'The card',
  '/reason': 'Reason:',
  '/recipient/name': 'Recipient name:',
  '/recipient/email': 'Recipient email:',
  '/expiresAt': 'Expiration date:',
  '/staffNote': 'Staff note:',
}

/** The form's label for a path in the request body. */
export const fieldLabel = (path: string): string => FIELD_LABELS[path] ?? path

export function toGiftCardInput({ name, email, expires, staffNote }: GiftCardFields): GiftCardInput {
  const recipient = { name: textOrNull(name), email: textOrNull(email) }
  return {
    recipient: recipient.name || recipient.email ? recipient : null,
    expiresAt: parseDateTimeInput(expires) ?? null,
    staffNote: textOrNull(staffNote),
  }
}

/**
 * Sends only changed fields: the input has minute precision, and an untouched expiry of 23:59:59 must not move to
 * 23:59:00.
 */
export function toGiftCardChanges(fields: GiftCardFields, saved: GiftCardFields): GiftCardChanges {
  const { recipient, expiresAt, staffNote } = toGiftCardInput(fields)
  return {
    ...((fields.name !== saved.name || fields.email !== saved.email) && { recipient }),
    ...(fields.expires !== saved.expires && { expiresAt }),
    ...(fields.staffNote !== saved.staffNote && { staffNote }),
  }
}
