import { parseDateTimeInput, toDateTimeInput } from '../ui/date-time-input.ts'
import { formatMoney, type Money, moneyInputError } from '../ui/money.ts'
import type { GiftCardInput } from './gift-cards.ts'

/** What stands in the form, as it is typed. */
export interface GiftCardFields {
  name: string
  email: string
  expires: string
  note: string
}

export const toGiftCardFields = ({ expiresAt, note, recipient }: GiftCardInput): GiftCardFields => ({
  name: recipient?.name ?? '',
  email: recipient?.email ?? '',
  expires: toDateTimeInput(expiresAt),
  note: note ?? '',
})

export const EMPTY_GIFT_CARD: GiftCardFields = { name: '', email: '', expires: '', note: '' }

/** As the server has it. */
export const MAX_CARD_BALANCE = 100_000_000_000

/** Why this can't be put on a card that holds `balance`. */
export function validateAmount(text: string, { amount: balance, currency }: Money): string | undefined {
  const formattedMax = formatMoney({ amount: MAX_CARD_BALANCE, currency })
  return moneyInputError(text, currency, {
    min: 1,
    max: MAX_CARD_BALANCE - balance,
    maxMessage: `A card can hold ${formattedMax} at most.`,
  })
}

const FIELD_LABELS: Record<string, string> = {
  '/amount/amount': 'The card',
  '/amount/currency': 'The card',
  '/reason': 'Reason:',
  '/recipient/name': 'Recipient:',
  '/recipient/email': 'Recipient’s e-mail:',
  '/expiresAt': 'Ends:',
  '/note': 'Note for staff:',
}

/** A path of the body in words of the form. */
export const fieldLabel = (path: string): string => FIELD_LABELS[path] ?? path

const textOrNull = (text: string): string | null => text.trim() || null

export function toGiftCardInput({ name, email, expires, note }: GiftCardFields): GiftCardInput {
  const recipient = { name: textOrNull(name), email: textOrNull(email) }
  return {
    recipient: recipient.name || recipient.email ? recipient : null,
    expiresAt: parseDateTimeInput(expires) ?? null,
    note: textOrNull(note),
  }
}

/** Only what was changed: a field knows minutes, and a card that ends at the last second must not end a minute before. */
export function toGiftCardChanges(fields: GiftCardFields, saved: GiftCardFields): Partial<GiftCardInput> {
  const { recipient, expiresAt, note } = toGiftCardInput(fields)
  return {
    ...((fields.name !== saved.name || fields.email !== saved.email) && { recipient }),
    ...(fields.expires !== saved.expires && { expiresAt }),
    ...(fields.note !== saved.note && { note }),
  }
}
