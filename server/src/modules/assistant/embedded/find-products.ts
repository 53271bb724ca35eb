import { currencyDecimals } from '../../../../../sdk/src/money.ts'
import type { ProductCard, ToolErrorCode } from '../../chat-tools/schemas.ts'
import { contentWordsOf } from './content-words.ts'
import { isShopWord, translateWords } from './german-words.ts'
import { foldedWordsOf, isAmong, parseMessage } from './message.ts'
import type { Turn } from './turn.ts'

export interface FoundProducts {
  products: ProductCard[]
  /** The product the message names, if it names one. */
  named: ProductCard | null
  /** Whether the message contains every word of its title. */
  isFullTitle: boolean
  /** Products match, but not in this price range. */
  isOutOfRange: boolean
  /** How many words of the message name products. */
  matchedWords: number
  failure?: ToolErrorCode
}

const NONE: FoundProducts = { products: [], named: null, isFullTitle: false, isOutOfRange: false, matchedWords: 0 }
/** Searches per answer. */
const MAX_ATTEMPTS = 4
const LIMIT = 8

interface Attempt {
  words: string[]
  /** Not all words of the message: then only titles and types count. */
  isReduced: boolean
}

interface SearchOptions {
  text?: string
  available?: boolean
}

export async function findProducts(turn: Turn, { text, available }: SearchOptions = {}): Promise<FoundProducts> {
  const message = text === undefined ? turn.message : parseMessage(text)
  const words = contentWordsOf(message, turn.language)
  let isOutOfRange = false
  for (const attempt of attemptsFor(words, turn)) {
    const result = await search(turn, attempt, available)
    if (result.failure) return { ...NONE, failure: result.failure }
    if (result.products.length > 0) return { ...NONE, ...nameProduct(result.products, attempt.words, message.words) }
    isOutOfRange ||= result.isOutOfRange
  }
  return { ...NONE, isOutOfRange }
}

/** From all words to the most telling ones; German words also in English. */
function attemptsFor(words: string[], { language }: Turn): Attempt[] {
  if (words.length === 0) return []
  const translated = language === 'de' ? translateWords(words) : words
  const shopWords = translated.filter(isShopWord)
  const last = translated.at(-1) ?? ''
  const attempts: Attempt[] = [
    { words, isReduced: false },
    { words: translated, isReduced: false },
    { words: shopWords, isReduced: true },
    // Most names end with what they name: "wooden toy train".
    { words: [last], isReduced: true },
    { words: translated.slice(0, 1), isReduced: true },
  ]
  const seen = new Set<string>()
  return attempts
    .filter(({ words: own, isReduced }) => {
      const key = own.join(' ')
      const isEnough = own.length > 0 && (!isReduced || own.length * 2 >= translated.length)
      return isEnough && !seen.has(key) && seen.add(key)
    })
    .slice(0, MAX_ATTEMPTS)
}

async function search(turn: Turn, { words, isReduced }: Attempt, available: boolean | undefined) {
  const { minPrice, maxPrice } = turn.entities
  const query = words.join(' ').slice(0, 200)
  const inCents = (decimals: number) => ({
    ...(minPrice !== null && { minPrice: Math.round(minPrice * 10 ** decimals) }),
    ...(maxPrice !== null && { maxPrice: Math.round(maxPrice * 10 ** decimals) }),
  })
  const filters = { query, limit: LIMIT, ...(available && { available }) }
  const result = await turn.request.callTool('search_catalog', { ...filters, ...inCents(2) })
  if (!result.ok) return { products: [], isOutOfRange: false, failure: result.code }
  const { correctedQuery } = result.output
  const products = result.output.products.filter((product) => isRelevant(product, words, isReduced, correctedQuery))
  const currency = products[0]?.minPrice?.currency
  const hasLimits = minPrice !== null || maxPrice !== null
  if (hasLimits && currency && currencyDecimals(currency) !== 2) {
    const again = await turn.request.callTool('search_catalog', { ...filters, ...inCents(currencyDecimals(currency)) })
    return { products: again.ok ? again.output.products : [], isOutOfRange: true }
  }
  if (products.length > 0 || !hasLimits) return { products, isOutOfRange: false }
  const unlimited = await turn.request.callTool('search_catalog', filters)
  return {
    products: [],
    isOutOfRange: unlimited.ok && unlimited.output.products.some((product) => isRelevant(product, words, true, null)),
  }
}

/** A search that had to be corrected or shortened may have found anything: its words must name the product. */
function isRelevant(product: ProductCard, words: string[], isReduced: boolean, correctedQuery: string | null): boolean {
  if (!isReduced && correctedQuery === null) return true
  const searched = correctedQuery === null ? words : foldedWordsOf(correctedQuery)
  // A correction that drops half of the words has guessed, unless the others are as typed.
  const isGuess = searched.length * 2 <= words.length && !searched.every((word) => words.includes(word))
  if (isGuess || searched.length * 2 < words.length) return false
  const names = foldedWordsOf(`${product.title} ${product.type}`)
  return searched.some((word) => isAmong(word, names))
}

/** The product with most of its title in the message, if it stands out. */
function nameProduct(products: ProductCard[], searched: string[], words: string[]) {
  const scored = products
    .map((product) => {
      const title = foldedWordsOf(product.title)
      const telling = title.filter((word) => word.length > 2 && !/^\d/.test(word))
      const names = [...title, ...foldedWordsOf(product.type)]
      const matched = searched.filter((word) => isAmong(word, names)).length
      const covered = telling.filter((word) => isAmong(word, searched) || isAmong(word, words)).length
      const exact = title.filter((word) => words.includes(word)).length
      return { product, matched, isFullTitle: telling.length > 0 && covered === telling.length, exact, covered }
    })
    .sort((a, b) => b.matched - a.matched || Number(b.isFullTitle) - Number(a.isFullTitle) || b.exact - a.exact)
  const [first, second] = scored
  if (!first) return { products }
  const standsOut =
    !second ||
    first.matched > second.matched ||
    (first.isFullTitle && !second.isFullTitle) ||
    (first.matched > 1 && first.exact > second.exact)
  const isNamed = standsOut && first.matched > 0
  return {
    products: isNamed ? [first.product, ...products.filter((product) => product !== first.product)] : products,
    named: isNamed ? first.product : null,
    isFullTitle: isNamed && first.isFullTitle,
    matchedWords: first.matched,
  }
}
