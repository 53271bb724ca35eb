import type { OrderSummary, ToolName } from '../../../chat-tools/schemas.ts'
import type { Evidence } from './evidence.ts'
import type { UnverifiedClaim } from './extract-claims.ts'
import { isNegated, isQuestion } from './statements.ts'

interface OrderState {
  pattern: RegExp
  holds: (order: OrderSummary) => boolean
}

const ORDER_STATES: OrderState[] = [
  {
    pattern:
      /\b(?:shipped|dispatched|sent out|on its way|in transit|fulfilled)\b|versandt|verschickt|versendet|unterwegs/iu,
    holds: ({ shipments, fulfillmentStatus }) =>
      shipments.some(({ shippedAt }) => shippedAt !== null) || fulfillmentStatus === 'fulfilled',
  },
  {
    pattern: /\bdelivered\b|zugestellt|geliefert|angekommen/iu,
    holds: ({ shipments }) => shipments.some(({ deliveredAt }) => deliveredAt !== null),
  },
  {
    pattern: /\bcancell?ed\b|storniert/iu,
    holds: ({ canceledAt, status }) => canceledAt !== null || status === 'canceled',
  },
  { pattern: /\brefunded\b|erstattet/iu, holds: ({ refunded }) => refunded.amount > 0 },
  {
    pattern: /\bpaid\b|bezahlt/iu,
    holds: ({ paymentStatus }) => /paid|refunded/.test(paymentStatus) && paymentStatus !== 'unpaid',
  },
  { pattern: /\breturned\b|zurückgesendet|retourniert/iu, holds: ({ returnStatus }) => returnStatus === 'returned' },
]
export const OWN_ORDER =
  /\b(?:your|this|that|the) (?:order|parcel|package|shipment|delivery)\b|\border (?:no\.? ?|number |#)?\d+|\b(?:ihre?|deine?|die|das|der) (?:bestellung|paket|sendung|lieferung)\b|\bit (?:has been|was|is)\b|\bsie (?:wurde|ist)\b|bestellung (?:nr\.? ?|nummer |#)?\d+/iu
const CONDITIONAL =
  /\b(?:once|when|as soon as|if|after|until|will|would|can|may|usually|normally|sobald|wenn|falls|nachdem|bis|wird|werden|kann|können)\b/iu

/** About the customer's own order, the order decides; otherwise a rule of the shop may say so. */
export function verifyOrderStatus(evidence: Evidence, sentence: string): UnverifiedClaim[] {
  if (isQuestion(sentence) || !OWN_ORDER.test(sentence) || CONDITIONAL.test(sentence)) return []
  const denied = isNegated(sentence)
  const orders = ordersMeant(evidence, sentence)
  return ORDER_STATES.flatMap(({ pattern, holds }) => {
    const match = pattern.exec(sentence)
    if (!match) return []
    const isTrue = orders.length > 0 && orders.every((order) => holds(order) !== denied)
    return isTrue ? [] : [{ kind: 'status' as const, text: match[0] }]
  })
}

function ordersMeant({ orders }: Evidence, sentence: string): OrderSummary[] {
  const all = [...orders.values()]
  const named = all.filter(({ number }) => new RegExp(`(?<!\\d)${number}(?!\\d)`).test(sentence))
  return named.length > 0 ? named : all.slice(-1)
}

const ACTIONS: [RegExp, ToolName[]][] = [
  [/cancell?ed|storniert/iu, ['cancel_order']],
  [
    /(?:added|put|placed)\b.*\b(?:cart|basket|bag)|(?:warenkorb|einkaufswagen).*(?:gelegt|hinzugefügt)/iu,
    ['create_cart', 'update_cart'],
  ],
  [/removed\b.*\b(?:cart|basket|bag)|(?:warenkorb).*entfernt/iu, ['update_cart']],
  [
    /(?:started|created|registered|opened|initiated|arranged)\b.*\breturn|(?:rückgabe|retoure|rücksendung).*(?:gestartet|angelegt|angemeldet|erstellt|veranlasst)/iu,
    ['start_return'],
  ],
  [/(?:sent|emailed)\b.*\bcode|code.*(?:gesendet|geschickt)/iu, ['send_verification_code']],
  [/applied|angewendet|eingelöst/iu, ['update_cart']],
  [
    /(?:passed|forwarded|handed|escalated|transferred|connected|notified|informed)\b|weitergeleitet|übergeben|informiert/iu,
    ['hand_over'],
  ],
  // Nothing that the assistant can do.
  [
    /refunded|credited|reimbursed|changed|updated|reserved|ordered|booked|scheduled|upgraded|extended|waived|granted|erstattet|gutgeschrieben|geändert|reserviert|bestellt|verlängert|erlassen/iu,
    [],
  ],
]
const DONE_BY_ME =
  /\b(?:i've|i have|i just|i already|we've|we have|i) (?:\p{L}+ ){0,2}\p{L}+(?:ed|ut|nt)\b|\b(?:ich|wir) hab(?:e|en)\b|\bhabe ich\b|\bhaben wir\b/iu

/** "I have canceled your order" must have happened in this turn. */
export function verifyActions({ done }: Evidence, sentence: string): UnverifiedClaim[] {
  if (!DONE_BY_ME.test(sentence) || isNegated(sentence)) return []
  const [pattern, tools] = ACTIONS.find(([pattern]) => pattern.test(sentence)) ?? []
  if (!pattern || !tools || tools.some((tool) => done.has(tool))) return []
  return [{ kind: 'action', text: pattern.exec(sentence)?.[0] ?? '' }]
}
