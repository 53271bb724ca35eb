import { localTimeText, timeOf } from '../parts/local-time.ts'
import { type Money, moneyFault, moneyInWords } from '../parts/money.ts'
import type { CardDetails } from './gift-cards.ts'

/** What stands in the form, as it is typed. */
export interface CardFields {
  name: string
  email: string
  expires: string
  note: string
}

export const fieldsOf = ({ expiresAt, note, recipient }: CardDetails): CardFields => ({
  name: recipient?.name ?? '',
  email: recipient?.email ?? '',
  expires: localTimeText(expiresAt),
  note: note ?? '',
})

export const EMPTY: CardFields = { name: '', email: '', expires: '', note: '' }

/** As the server has it. */
export const MOST_ON_A_CARD = 100_000_000_000

/** Why this can't be put on a card that holds `balance`. */
export function amountFault(typed: string, { amount: balance, currency }: Money): string | undefined {
  const most = moneyInWords({ amount: MOST_ON_A_CARD, currency })
  return moneyFault(typed, currency, {
    least: 1,
    most: MOST_ON_A_CARD - balance,
    tooMuch: `A card can hold ${most} at most.`,
  })
}

const LABELS: Record<string, string> = {
  '/amount/amount': 'The card',
  '/amount/currency': 'The card',
  '/reason': 'Reason:',
  '/recipient/name': 'Recipient:',
  '/recipient/email': 'Recipient’s e-mail:',
  '/expiresAt': 'Ends:',
  '/note': 'Note for staff:',
}

/** A path of the body in words of the form. */
export const labelOf = (path: string): string => LABELS[path] ?? path

const textIn = (typed: string): string | null => typed.trim() || null

export function detailsIn({ name, email, expires, note }: CardFields): CardDetails {
  const recipient = { name: textIn(name), email: textIn(email) }
  return {
    recipient: recipient.name || recipient.email ? recipient : null,
    expiresAt: timeOf(expires) ?? null,
    note: textIn(note),
  }
}

/** Only what was changed: a field knows minutes, and a card that ends at the last second must not end a minute before. */
export function changesIn(fields: CardFields, saved: CardFields): Partial<CardDetails> {
  const { recipient, expiresAt, note } = detailsIn(fields)
  return {
    ...((fields.name !== saved.name || fields.email !== saved.email) && { recipient }),
    ...(fields.expires !== saved.expires && { expiresAt }),
    ...(fields.note !== saved.note && { note }),
  }
}
