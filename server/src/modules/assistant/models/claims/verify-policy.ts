import { COUNTRY_CODES } from '../../../../../../sdk/src/countries.ts'
import { lazy } from '../../../../kit/lazy.ts'
import type { Evidence } from './evidence.ts'
import type { UnverifiedClaim } from './extract-claims.ts'
import { isQuestion, isSupported, wordsOf } from './statements.ts'
import { OWN_ORDER } from './verify-orders.ts'

const SHIPPING = /ship|deliver|postage|versand|liefer|porto/iu
const CONDITION = /\b(?:from|over|above|orders? of|at least|spend|ab|über|mindestens)(?!\p{L})/iu

/** Free shipping, on its condition; everything else that is free must be written in a source. */
export function isFree({ facts, sources }: Evidence, sentence: string): boolean {
  if (SHIPPING.test(sentence) && facts.has('free-shipping')) return true
  if (SHIPPING.test(sentence) && CONDITION.test(sentence) && facts.has('free-from')) return true
  return isSupported(sentence, sources)
}

const POLICY_TOPIC =
  /\b(?:returns?|returned|returning|refunds?|refundable|exchanges?|exchanged|warranty|warranties|guarantees?|guaranteed|price[ -]match\w*|ships?|shipping|shipped|deliver\w*|customs|duties|restocking|cancellations?|payment methods?|instal?lments?|gift wrap\w*|repairs?|repaired|compensation)\b|\bwe accept\b|rückgabe|rücksend|retour|zurückgeb|zurückschick|widerruf|umtausch|umgetauscht|garantie|gewährleistung|erstattung|versand|versenden|liefer(?:n|ung|zeit)|zoll|zahlungsart|ratenzahlung|reparatur|stornierung|entschädigung/iu
/** An offer, a request or a statement about the conversation, not about a rule. */
const NOT_A_RULE =
  /^\W*(?:i\b|i'(?:m|ll|d|ve)\b|let me|please|would you|could you|do you|to (?:check|see|find|start)|for (?:that|this)|if you(?:'d| would)? (?:like|want|tell|give|share|send)|you can ask|sure|of course|happy|thanks|thank you|ich\b|bitte|möchten|soll ich|gerne?\b|wenn sie (?:möchten|mir)|dazu|dafür|klar|danke)/iu

/** A rule of the shop must be in what the shop wrote. */
export function verifyPolicy(evidence: Evidence, sentence: string): UnverifiedClaim[] {
  const topic = POLICY_TOPIC.exec(sentence)
  if (!topic || isQuestion(sentence) || NOT_A_RULE.test(sentence) || isSupported(sentence, evidence.sources)) return []
  // What tools returned in numbers is checked above: shipping options and the state of an order.
  if (OWN_ORDER.test(sentence) && evidence.orders.size > 0) return []
  if (SHIPPING.test(topic[0]) && evidence.countries.size > 0 && shipsToAll(evidence, sentence)) return []
  return [{ kind: 'policy', text: topic[0] }]
}

const countryNames = lazy(() =>
  ['en', 'de'].flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    return COUNTRY_CODES.map((code) => ({ code, words: ` ${wordsOf(names.of(code) ?? code).join(' ')} ` }))
  }),
)

/** Every country that a sentence names is one that the shop has returned options for. */
function shipsToAll({ countries }: Evidence, sentence: string): boolean {
  const text = ` ${wordsOf(sentence).join(' ')} `
  return countryNames().every(({ code, words }) => countries.has(code) || !text.includes(words))
}
