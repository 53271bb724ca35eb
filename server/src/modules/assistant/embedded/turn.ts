import { currencyDecimals } from '../../../../../sdk/src/money.ts'
import type { Money } from '../../../kit/money.ts'
import type { ToolErrorCode } from '../../chat-tools/schemas.ts'
import type { AnswerCard, AnswerRequest, AnswerStatus, Citation } from '../schemas.ts'
import type { DialogueState, Pending } from './dialogue-state.ts'
import type { Entities } from './entities.ts'
import type { Language } from './language.ts'
import type { Message } from './message.ts'
import type { Phrases } from './phrases.ts'

/** Everything an answer depends on. */
export interface Turn {
  request: AnswerRequest
  message: Message
  entities: Entities
  language: Language
  phrases: Phrases
  format: Format
  state: DialogueState
}

export interface Reply {
  status: AnswerStatus
  /** Streamed one after the other. A part that starts with a line break begins a new line. */
  text: string[]
  citations?: Citation[]
  cards?: AnswerCard[]
  suggestions?: string[]
  /** What the next message may answer. */
  pending?: Pending | null
  products?: DialogueState['products']
  orderNumber?: number
  /** Whether it could not be answered. */
  missed?: boolean
}

export interface Format {
  money(money: Money): string
  date(timestamp: string): string
  number(value: number): string
  list(values: string[]): string
}

/** Creating formatters is slow: one set per locale, of few locales. */
const formats = new Map<string, Format>()
const MAX_FORMATS = 50

export function formatFor(locale: string): Format {
  const known = formats.get(locale)
  if (known) return known
  const currencies = new Map<string, Intl.NumberFormat>()
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const number = new Intl.NumberFormat(locale)
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const format: Format = {
    money({ amount, currency }) {
      const formatter = currencies.get(currency) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
      currencies.set(currency, formatter)
      return formatter.format(amount / 10 ** currencyDecimals(currency))
    },
    date: (timestamp) => date.format(new Date(timestamp)),
    number: (value) => number.format(value),
    list: (values) => list.format(values),
  }
  if (formats.size < MAX_FORMATS) formats.set(locale, format)
  return format
}

/** The locale a client asked for, if it is in the language of the answer: `de-AT` writes money its own way. */
export function localeFor(language: Language, requested: string | null): string {
  if (!requested?.toLowerCase().startsWith(language)) return language
  try {
    return Intl.getCanonicalLocales(requested)[0] ?? language
  } catch {
    return language
  }
}

/** For what the assistant can't do itself: "yes" brings in a person. */
export const offerPerson = ({ phrases, message }: Turn, text: string[], status: AnswerStatus = 'answered'): Reply => ({
  status,
  text: [...text, phrases.offerPerson],
  suggestions: [phrases.suggestions.person],
  pending: { slot: 'person', question: message.text.slice(0, 300) },
})

/** A tool that failed for a reason every tool may have. */
export function toolFailure(turn: Turn, code: ToolErrorCode): Reply {
  const { phrases } = turn
  return offerPerson(
    turn,
    [code === 'too_many_requests' ? phrases.tooManyRequests : phrases.toolUnavailable],
    'unknown',
  )
}
