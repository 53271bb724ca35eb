import type { Evidence, ProductFact } from './evidence.ts'
import type { UnverifiedClaim } from './extract-claims.ts'
import { normalize } from './normalize.ts'
import { isQuestion, isSupported, stemsOf, wordsOf } from './statements.ts'

const OUT_OF_STOCK =
  /\b(?:sold out|out of stock|not (?:currently |yet |longer )?(?:in stock|available)|no longer (?:in stock|available)|isn't (?:in stock|available)|aren't (?:in stock|available)|unavailable)\b|ausverkauft|vergriffen|nicht (?:mehr |mehr auf |auf )?(?:lager\b|vorrätig|lieferbar|verfügbar)/iu
const IN_STOCK =
  /\b(?:in stock|on stock|ready to ship)\b|\b(?:is|are|it's|they're|still|currently)\b(?: \p{L}+){0,3} available\b|\bauf lager\b|vorrätig|sofort lieferbar|\b(?:ist|sind|noch|derzeit|aktuell)(?: \p{L}+){0,3} (?:verfügbar|lieferbar)\b/iu
const UNITS_LEFT = /\b(\d+) (?:\p{L}+ )?(?:left|remaining|in stock|übrig|auf lager|vorrätig)\b|\bnoch (\d+)\b/iu

export function verifyStock(evidence: Evidence, sentence: string, before: string): UnverifiedClaim[] {
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
      ? speaksOf(sentence, subjects) && subjects.every((product) => hasStock(product, sentence, out === null))
      : isSupported(sentence, evidence.sources)
  return isTrue ? [] : [{ kind: 'stock', text: claim[0] }]
}

/** The products a sentence is about: those it names, those the answer named last, or those that were looked up. */
function findSubjects({ products, lookedUp }: Evidence, sentence: string, before: string): ProductFact[] {
  const all = [...products.values()]
  const named = (text: string) => all.filter((product) => isNamed(product, text))
  const inSentence = named(sentence)
  if (inSentence.length > 0) return inSentence
  const previous =
    before
      .trimEnd()
      .split(/(?<=[.!?\n])\s/)
      .at(-1) ?? ''
  const inPrevious = named(normalize(previous))
  if (inPrevious.length > 0) return inPrevious
  const looked = [...products].filter(([id]) => lookedUp.has(id)).map(([, product]) => product)
  return looked.length > 0 ? looked : all
}

const isNamed = ({ title }: ProductFact, text: string): boolean =>
  text.toLowerCase().includes(normalize(title).toLowerCase())

const SUBJECT =
  /^(.*?)(?:\b(?:is|are|ist|sind|sold)\b|'(?:s|re)\b)|\b(?:have|has|haben|hat)\b(.*?)(?:in stock|available|auf lager|vorrätig|verfügbar)/iu
const GENERIC = stemsOf(
  'one yes sure great good news item items product products article version variant size color colour model both all currently still also artikel produkt variante größe farbe modell beide alle derzeit aktuell gut nachricht',
)

/** A sentence about something else, such as a product that no tool has returned, proves nothing about these. */
function speaksOf(sentence: string, subjects: ProductFact[]): boolean {
  if (subjects.some((product) => isNamed(product, sentence))) return true
  const [, subject = '', object = ''] = SUBJECT.exec(sentence) ?? []
  const known = stemsOf(
    subjects.flatMap(({ title, variants }) => [title, ...variants.flatMap(({ values }) => values)]).join(' '),
  )
  return [...stemsOf(`${subject} ${object}`)].every((stem) => known.has(stem) || GENERIC.has(stem))
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
