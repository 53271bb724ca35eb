import type { ToolName } from '../../chat-tools/schemas.ts'
import type { Evidence, ProductFact } from './claims/evidence.ts'
import { type Claim, type ClaimKind, extractClaims } from './claims/extract-claims.ts'
import { normalize } from './claims/normalize.ts'
import { isNegated, isQuestion, isSupported, wordsOf } from './claims/statements.ts'

export interface UnverifiedClaim {
  kind: ClaimKind | 'stock' | 'status' | 'action' | 'policy' | 'prompt'
  text: string
}

/** What in a sentence is not known to be true; empty if it may be sent. `before`: what was already sent. */
export function verifySentence(evidence: Evidence, sentence: string, before = ''): UnverifiedClaim[] {
  const text = normalize(sentence)
  const claims = extractClaims(sentence, evidence.today)
  return [
    ...claims.filter((claim) => !isVerified(evidence, claim, text)).map(({ kind, text }) => ({ kind, text })),
    ...verifyStock(evidence, text, before),
    ...verifyOrderStatus(evidence, text),
    ...verifyActions(evidence, text),
    ...verifyPolicy(evidence, text),
  ]
}

const PRICE_WORD = /\b(?:costs?|price[ds]?|pay|fees?|charge[ds]?|only|just|deal|offer)\b|kost|preis|gebühr|zahl|angebot|\bnur\b/iu
/** Repeats what the customer asked for without confirming it: as a limit, as a quotation or as something denied. */
const NOT_CONFIRMING =
  /\?|\b(?:under|below|up to|over|above|between|less than|more than|at most|at least|budget|cheaper than|around|you (?:mentioned|said|asked|wrote|told))\b|\b(?:can't|cannot|couldn't|don't|doesn't|isn't|unable|not (?:valid|able|find|found|confirm|aware|offer|apply)|no (?:discount|code|record|such|products?|results?))\b|(?<!\p{L})(?:unter|bis zu|über|höchstens|mindestens|zwischen|maximal|weniger als|mehr als|günstiger als|rund|sie (?:haben )?(?:geschrieben|erwähnt|gefragt|genannt)|kann (?:ich )?(?:das )?nicht|nicht (?:gültig|finden|gefunden|bestätigen)|kein|keine|keinen)(?!\p{L})/iu

function isVerified(evidence: Evidence, { kind, keys, text }: Claim, sentence: string): boolean {
  if (kind === 'image') return false
  if (keys.some((key) => evidence.facts.has(key))) return true
  if (kind === 'url') return isOwnLink(evidence, keys[0] ?? '')
  if (kind === 'number' && isCount(text) && !PRICE_WORD.test(sentence)) return true
  // "How can I help you today?"
  if (kind === 'date' && isQuestion(sentence) && keys.some((key) => key.startsWith('word:'))) return true
  if (!keys.some((key) => evidence.customerFacts.has(key))) return false
  if (kind === 'email') return true
  if (kind === 'number' && !PRICE_WORD.test(sentence)) return true
  return NOT_CONFIRMING.test(sentence)
}

/** "These 3 shirts", "two options". */
const isCount = (text: string): boolean => /^\d+$/.test(text) && Number(text) <= 10

function isOwnLink({ hosts }: Evidence, key: string): boolean {
  const target = key.slice('url:'.length)
  if (/^\/(?!\/)/.test(target)) return true
  const url = URL.parse(target)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && hosts.has(url.host)
}

const OUT_OF_STOCK =
  /\b(?:sold out|out of stock|not (?:currently |yet |longer )?(?:in stock|available)|no longer (?:in stock|available)|isn't (?:in stock|available)|aren't (?:in stock|available)|unavailable)\b|ausverkauft|vergriffen|nicht (?:mehr |mehr auf |auf )?(?:lager\b|vorrätig|lieferbar|verfügbar)/iu
const IN_STOCK =
  /\b(?:in stock|on stock|ready to ship)\b|\b(?:is|are|it's|they're|still|currently)\b(?: \p{L}+){0,3} available\b|\bauf lager\b|vorrätig|sofort lieferbar|\b(?:ist|sind|noch|derzeit|aktuell)(?: \p{L}+){0,3} (?:verfügbar|lieferbar)\b/iu
const UNITS_LEFT = /\b(\d+) (?:\p{L}+ )?(?:left|remaining|in stock|übrig|auf lager|vorrätig)\b|\bnoch (\d+)\b/iu

function verifyStock(evidence: Evidence, sentence: string, before: string): UnverifiedClaim[] {
  if (isQuestion(sentence)) return []
  const [, left, rest] = UNITS_LEFT.exec(sentence) ?? []
  const count = left ?? rest
  if (count !== undefined && !evidence.facts.has(`number:${count}`)) return [{ kind: 'stock', text: `${count} left` }]
  const out = OUT_OF_STOCK.exec(sentence)
  const claim = out ?? IN_STOCK.exec(sentence)
  if (!claim) return []
  const subjects = findSubjects(evidence, sentence, before)
  const isTrue =
    subjects.length > 0
      ? subjects.every((product) => hasStock(product, sentence, out === null))
      : isSupported(sentence, evidence.sources)
  return isTrue ? [] : [{ kind: 'stock', text: claim[0] }]
}

/** The products a sentence is about: those it names, those the answer named last, or those that were looked up. */
function findSubjects({ products, lookedUp }: Evidence, sentence: string, before: string): ProductFact[] {
  const all = [...products.values()]
  const named = (text: string) => all.filter(({ title }) => text.toLowerCase().includes(normalize(title).toLowerCase()))
  const inSentence = named(sentence)
  if (inSentence.length > 0) return inSentence
  const previous = before.trimEnd().split(/(?<=[.!?\n])\s/).at(-1) ?? ''
  const inPrevious = named(normalize(previous))
  if (inPrevious.length > 0) return inPrevious
  const looked = [...products].filter(([id]) => lookedUp.has(id)).map(([, product]) => product)
  return looked.length > 0 ? looked : all
}

function hasStock({ available, variants }: ProductFact, sentence: string, claimsStock: boolean): boolean {
  const words = new Set(wordsOf(sentence))
  const mentions = (value: string) => wordsOf(value).every((word) => words.has(word))
  const values = new Set(variants.flatMap((variant) => variant.values).filter(mentions))
  // The variants that have every mentioned option: "the blue one in M".
  const meant = variants.filter((variant) => [...values].every((value) => variant.values.includes(value)))
  if (values.size === 0 || meant.length === 0) return available === claimsStock
  return meant.some((variant) => variant.available) === claimsStock
}

interface OrderState {
  pattern: RegExp
  holds: (order: Evidence['orders'][number]) => boolean
}

const ORDER_STATES: OrderState[] = [
  {
    pattern: /\b(?:shipped|dispatched|sent out|on its way|in transit|fulfilled)\b|versandt|verschickt|versendet|unterwegs/iu,
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
  { pattern: /\bpaid\b|bezahlt/iu, holds: ({ paymentStatus }) => /paid|refunded/.test(paymentStatus) && paymentStatus !== 'unpaid' },
  { pattern: /\breturned\b|zurückgesendet|retourniert/iu, holds: ({ returnStatus }) => returnStatus === 'returned' },
]
const OWN_ORDER =
  /\b(?:your|this|that|the) (?:order|parcel|package|shipment|delivery)\b|\border (?:no\.? ?|number |#)?\d+|\b(?:ihre?|deine?|die|das|der) (?:bestellung|paket|sendung|lieferung)\b|\bit (?:has been|was|is)\b|\bsie (?:wurde|ist)\b|bestellung (?:nr\.? ?|nummer |#)?\d+/iu
const CONDITIONAL = /\b(?:once|when|as soon as|if|after|until|will|would|can|may|usually|normally|sobald|wenn|falls|nachdem|bis|wird|werden|kann|können)\b/iu

/** About the customer's own order, the order decides; otherwise a rule of the shop may say so. */
function verifyOrderStatus(evidence: Evidence, sentence: string): UnverifiedClaim[] {
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

function ordersMeant({ orders }: Evidence, sentence: string): Evidence['orders'] {
  const named = orders.filter(({ number }) => new RegExp(`(?<!\\d)${number}(?!\\d)`).test(sentence))
  if (named.length > 0) return named
  return orders.slice(-1)
}

const ACTIONS: [RegExp, ToolName[]][] = [
  [/cancell?ed|storniert/iu, ['cancel_order']],
  [/(?:added|put|placed)\b.*\b(?:cart|basket|bag)|(?:warenkorb|einkaufswagen).*(?:gelegt|hinzugefügt)/iu, ['create_cart', 'update_cart']],
  [/removed\b.*\b(?:cart|basket|bag)|(?:warenkorb).*entfernt/iu, ['update_cart']],
  [/(?:started|created|registered|opened|initiated|arranged)\b.*\breturn|(?:rückgabe|retoure|rücksendung).*(?:gestartet|angelegt|angemeldet|erstellt|veranlasst)/iu, ['start_return']],
  [/(?:sent|emailed)\b.*\bcode|code.*(?:gesendet|geschickt)/iu, ['send_verification_code']],
  [/applied|angewendet|eingelöst/iu, ['update_cart']],
  [/(?:passed|forwarded|handed|escalated|transferred|connected|notified|informed)\b|weitergeleitet|übergeben|informiert/iu, ['hand_over']],
  // Nothing that the assistant can do.
  [/refunded|credited|reimbursed|changed|updated|reserved|ordered|booked|scheduled|upgraded|extended|waived|granted|erstattet|gutgeschrieben|geändert|reserviert|bestellt|verlängert|erlassen/iu, []],
]
const DONE_BY_ME = /\b(?:i've|i have|i just|i already|we've|we have|i) (?:\p{L}+ ){0,2}\p{L}+(?:ed|ut|nt)\b|\b(?:ich|wir) hab(?:e|en)\b|\bhabe ich\b|\bhaben wir\b/iu

/** "I have canceled your order" must have happened in this turn. */
function verifyActions({ done }: Evidence, sentence: string): UnverifiedClaim[] {
  if (!DONE_BY_ME.test(sentence) || isNegated(sentence)) return []
  const [pattern, tools] = ACTIONS.find(([pattern]) => pattern.test(sentence)) ?? []
  if (!pattern || !tools || tools.some((tool) => done.has(tool))) return []
  return [{ kind: 'action', text: pattern.exec(sentence)?.[0] ?? '' }]
}

const POLICY_TOPIC =
  /\b(?:returns?|returned|returning|refunds?|refundable|exchanges?|exchanged|warranty|warranties|guarantees?|guaranteed|price[ -]match\w*|ships?|shipping|shipped|deliver\w*|customs|duties|restocking|cancellations?|payment methods?|instal?lments?|gift wrap\w*|repairs?|repaired|compensation)\b|\bwe accept\b|rückgabe|rücksend|retour|zurückgeb|zurückschick|widerruf|umtausch|umgetauscht|garantie|gewährleistung|erstattung|versand|versenden|liefer(?:n|ung|zeit)|zoll|zahlungsart|ratenzahlung|reparatur|stornierung|entschädigung/iu
/** An offer, a request or a statement about the conversation, not about a rule. */
const NOT_A_RULE =
  /^\W*(?:i\b|i'(?:m|ll|d|ve)\b|let me|please|would you|could you|do you|to (?:check|see|find|start)|for (?:that|this)|if you(?:'d| would)? (?:like|want|tell|give|share|send)|you can ask|sure|of course|happy|thanks|thank you|ich\b|bitte|möchten|soll ich|gerne?\b|wenn sie (?:möchten|mir)|dazu|dafür|klar|danke)/iu

/** A rule of the shop must be in what the shop wrote. */
function verifyPolicy(evidence: Evidence, sentence: string): UnverifiedClaim[] {
  const topic = POLICY_TOPIC.exec(sentence)
  if (!topic || isQuestion(sentence) || NOT_A_RULE.test(sentence) || isSupported(sentence, evidence.sources)) return []
  // What tools returned in numbers is checked above: shipping options and the state of an order.
  if (OWN_ORDER.test(sentence) && evidence.orders.length > 0) return []
  if (evidence.done.has('get_shipping_rates') && /ship|deliver|versand|liefer/iu.test(topic[0])) return []
  return [{ kind: 'policy', text: topic[0] }]
}

const LEAK_WORDS = 7

/** All runs of seven words of the prompt. */
export function promptRuns(prompt: string): Set<string> {
  const words = wordsOf(prompt)
  return new Set(words.slice(0, Math.max(0, words.length - LEAK_WORDS + 1)).map((_, index) => runAt(words, index)))
}

const runAt = (words: string[], index: number): string => words.slice(index, index + LEAK_WORDS).join(' ')

/** Also across sentences: the last words that were sent before count. */
export function repeatsPrompt(runs: Set<string>, sentence: string, before = ''): boolean {
  const words = [...wordsOf(before).slice(-(LEAK_WORDS - 1)), ...wordsOf(sentence)]
  return words.some((_, index) => index + LEAK_WORDS <= words.length && runs.has(runAt(words, index)))
}
