import type { Evidence } from './claims/evidence.ts'
import { type Claim, extractClaims, type UnverifiedClaim } from './claims/extract-claims.ts'
import { normalize } from './claims/normalize.ts'
import { isQuestion } from './claims/statements.ts'
import { verifyActions, verifyOrderStatus } from './claims/verify-orders.ts'
import { isFree, verifyPolicy } from './claims/verify-policy.ts'
import { verifyStock } from './claims/verify-stock.ts'

/** What in a sentence is not known to be true; empty if it may be sent. `before`: what was already sent. */
export function verifySentence(evidence: Evidence, sentence: string, before = ''): UnverifiedClaim[] {
  const text = normalize(sentence)
  const tone: Tone = {
    isAboutPrice: PRICE_WORD.test(text),
    isConfirming: !NOT_CONFIRMING.test(text),
    isQuestion: isQuestion(text),
    isFree: isFree(evidence, text),
  }
  const claims = extractClaims(sentence, evidence.today)
  return [
    ...claims.filter((claim) => !isVerified(evidence, claim, tone)).map(({ kind, text }) => ({ kind, text })),
    ...verifyStock(evidence, text, before),
    ...verifyOrderStatus(evidence, text),
    ...verifyActions(evidence, text),
    ...verifyPolicy(evidence, text),
  ]
}

/** What is the same for all claims of a sentence. */
interface Tone {
  isAboutPrice: boolean
  isConfirming: boolean
  isQuestion: boolean
  isFree: boolean
}

const PRICE_WORD =
  /\b(?:costs?|price[ds]?|pay|fees?|charge[ds]?|only|just|deal|offer)\b|kost|preis|gebühr|zahl|angebot|\bnur\b/iu
/** Repeats what the customer asked for without confirming it: as a limit, as a quotation or as something denied. */
const NOT_CONFIRMING =
  /\?|\b(?:under|below|up to|over|above|between|less than|more than|at most|at least|budget|cheaper than|around|you (?:mentioned|said|asked|wrote|told))\b|\b(?:can't|cannot|couldn't|don't|doesn't|isn't|unable|not (?:valid|able|find|found|confirm|aware|offer|apply)|no (?:discount|code|record|such|products?|results?))\b|(?<!\p{L})(?:unter|bis zu|über|höchstens|mindestens|zwischen|maximal|weniger als|mehr als|günstiger als|rund|sie (?:haben )?(?:geschrieben|erwähnt|gefragt|genannt)|kann (?:ich )?(?:das )?nicht|nicht (?:gültig|finden|gefunden|bestätigen)|kein|keine|keinen)(?!\p{L})/iu

function isVerified(evidence: Evidence, { kind, keys, text }: Claim, tone: Tone): boolean {
  if (kind === 'image') return false
  if (kind === 'free') return tone.isFree
  if (keys.some((key) => evidence.facts.has(key))) return true
  if (kind === 'url') return isOwnLink(evidence, keys[0] ?? '')
  if (kind === 'number' && isCount(text) && !tone.isAboutPrice) return true
  // "How can I help you today?"
  if (kind === 'date' && tone.isQuestion && keys.some((key) => key.startsWith('word:'))) return true
  if (!keys.some((key) => evidence.customerFacts.has(key))) return false
  if (kind === 'email') return true
  if (kind === 'number' && !tone.isAboutPrice) return true
  return !tone.isConfirming
}

/** "These 3 shirts", "two options". */
const isCount = (text: string): boolean => /^\d+$/.test(text) && Number(text) <= 10

function isOwnLink({ hosts }: Evidence, key: string): boolean {
  const target = key.slice('url:'.length)
  if (/^\/(?!\/)/.test(target)) return true
  const url = URL.parse(target)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && hosts.has(url.host)
}
