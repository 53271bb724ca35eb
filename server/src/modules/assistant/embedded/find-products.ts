import { currencyDecimals } from '../../../../../sdk/src/money.ts'
import { foldText } from '../../../kit/fold-text.ts'
import type { ProductCard, ToolErrorCode } from '../../chat-tools/schemas.ts'
import { contentWordsOf } from './content-words.ts'
import { isShopWord, translateWords } from './german-words.ts'
import { foldedWordsOf, isAmong, type Message, parseMessage, stemOf } from './message.ts'
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
const MAX_ATTEMPTS = 6
const LIMIT = 8

interface Attempt {
  words: string[]
  /** Not all words of the message: then only titles and types count. */
  isReduced: boolean
  /** Less than half of them: then all must be in the title. */
  isSmall?: boolean
}

/** "Two jars of honey" are two of the honey, not jars. */
const CONTAINERS =
  /\b(?:jars?|bottles?|packs?|packets?|pieces?|pairs?|bags?|bars?|boxes|box|sets?|tins?) of\b|\b(?:\d+|ein|eine|zwei|drei|vier|fünf|sechs) (?:gläser|glas|flaschen?|packung(?:en)?|stück|paar)\b/gi

interface SearchOptions {
  text?: string
  available?: boolean
}

export async function findProducts(turn: Turn, { text, available }: SearchOptions = {}): Promise<FoundProducts> {
  const message = parseMessage((text ?? turn.message.text).replace(CONTAINERS, ' '))
  const words = contentWordsOf(message, turn.language)
  let isOutOfRange = false
  for (const attempt of attemptsFor(words, message, turn)) {
    const result = await search(turn, attempt, available)
    if (result.failure) return { ...NONE, failure: result.failure }
    if (result.products.length > 0) return { ...NONE, ...nameProduct(result.products, attempt.words, message.words) }
    isOutOfRange ||= result.isOutOfRange
  }
  return { ...NONE, isOutOfRange }
}

/** What is asked about a product, in the words of the question; folded. */
const FACT_WORDS =
  /^(?:heavy|weighs?|weight|big|large|tall|wide|high|wash(?:ed|ing|able)?|clean(?:ing)?|care|iron|dishwasher|machine|safe|contains?|holds?|materials?|fabric|ingredients?|suitable|burns?|pages|inside|included?|contents|brand|waterproof|spulmaschine\w*|wasch\w*|pflege\w*|schwer|wiegt|fasst|enthalt|geeignet|drin|brennt|wasserdicht)$/
/** Other words for what shops call something. */
const NAMES: Record<string, string> = {
  present: 'gift',
  presents: 'gift',
  gifts: 'gift',
  tshirt: 't-shirt',
  kids: 'children',
}

/** From all words to the most telling ones; German words also in English. */
function attemptsFor(contentWords: string[], { text }: Message, { language }: Turn): Attempt[] {
  if (contentWords.length === 0) return []
  const words = contentWords.map((word) => NAMES[word] ?? word)
  const translated = language === 'de' ? translateWords(words) : words
  const shopWords = translated.filter(isShopWord)
  const reduced: string[][] = [
    shopWords,
    // In English, only names are written with a capital letter inside a sentence.
    language === 'en' ? words.filter((word) => foldText(text).indexOf(word) > 0 && isCapitalized(word, text)) : [],
    translated.slice(-2),
    ...shopWords.slice(0, 2).map((word) => [word]),
    translated.slice(-1),
  ]
  const attempts: Attempt[] = [
    // English first: the stem of "Kinder" is an English word, too.
    { words: translated, isReduced: false },
    { words, isReduced: false },
    { words: translated.filter((word) => !FACT_WORDS.test(word)), isReduced: false },
    ...reduced.map((words) => ({ words, isReduced: true, isSmall: words.length * 2 < translated.length })),
  ]
  const seen = new Set([''])
  return attempts
    .filter(({ words: own }) => {
      const isNew = !seen.has(own.join(' '))
      seen.add(own.join(' '))
      return isNew
    })
    .slice(0, MAX_ATTEMPTS)
}

const isCapitalized = (word: string, text: string): boolean =>
  text.split(/[^\p{L}\p{N}'’-]+/u).some((written) => /^\p{Lu}/u.test(written) && foldText(written) === word)

async function search(turn: Turn, attempt: Attempt, available: boolean | undefined) {
  const { words } = attempt
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
  const products = result.output.products.filter((product) => isRelevant(product, attempt, correctedQuery))
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
    isOutOfRange:
      unlimited.ok &&
      unlimited.output.products.some((product) => isRelevant(product, { ...attempt, isReduced: true }, null)),
  }
}

/** A search that had to be corrected or shortened may have found anything: its words must name the product. */
function isRelevant(
  { title, type }: ProductCard,
  { words, isReduced, isSmall }: Attempt,
  correctedQuery: string | null,
): boolean {
  const titleWords = foldedWordsOf(title)
  if (isSmall) return correctedQuery === null && words.every((word) => hasStem(word, titleWords))
  const names = [...titleWords, ...foldedWordsOf(type)]
  if (correctedQuery === null) {
    return !isReduced || words.every(isShopWord) || words.some((word) => hasStem(word, names))
  }
  // A few words, and other ones than typed: "hiking gear" is no bear.
  if (isReduced) return false
  const searched = foldedWordsOf(correctedQuery)
  const kept = searched.filter((word) => words.includes(word))
  if (searched.length * 2 < words.length || (words.length > 1 && kept.length === 0)) return false
  // Words may be left out only if the others name the product exactly: "match" is not "matcha".
  if (searched.length < words.length) return kept.some((word) => hasStem(word, names))
  return searched.some((word) => isAmong(word, names))
}

const hasStem = (word: string, names: string[]): boolean => names.some((name) => stemOf(name) === stemOf(word))

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
