import type { Ctx } from '../../ctx.ts'
import * as queries from './queries.ts'
import { spellingCost } from './spelling.ts'

/** A parsed search in `tsquery` syntax. */
export interface SearchQuery {
  /** Every word as typed, or as the prefix of a longer one. */
  strict: string
  /** Also other forms of the words, and probable corrections. */
  loose: string
  /** The corrected search, when nothing matches the original. */
  corrected?: string
  /** The shop has so few products that the index takes longer than reading them all. */
  shopIsSmall?: boolean
  /** Many of the newest products match. */
  isCommon?: boolean
  /** All that match, if they are few and known already: then the search need not find them again. */
  productIds?: string[]
}

/** Corrections tried per misspelled word. */
const MAX_SPELLINGS = 8
/** As many as are ranked or sorted (`listings/candidates.ts`). */
const MAX_FOUND_BY_CODE = 1000
/** Below this cost, a spelling differs by a doubled letter, or is a compound that ends with the word. */
const NEARLY_SAME = 1
/** Shorter words are too unspecific to search for on their own. */
const MIN_LENGTH_ALONE = 3

/** Parts with digits, such as `SKU-7-1`, or a long number. The parts alone would match most products of a shop. */
const CODE = /^(?=.*\d)[^\s-]+(?:-[^\s-]+)+$|^\d{8,}$/

/** A SKU or barcode, rather than words. */
export const isCode = (q: string): boolean => CODE.test(q.trim().toLowerCase())

type SpelledWord = queries.QueryWord & { spellings: queries.WordMatch[] }

/**
 * A SKU or barcode finds products with that or a longer one. Known words are not corrected. `wol` also finds wool, in addition to words starting with wol. Only when nothing
 * matches, more distant spellings are tried, then the known words without the others.
 */
export async function resolveSearchQuery(ctx: Ctx, q: string): Promise<SearchQuery> {
  const code = q.trim().toLowerCase()
  const found = isCode(code) ? await queries.findCode(ctx, code, MAX_FOUND_BY_CODE) : undefined
  if (!found) return resolveWords(ctx, q)
  const { query, productIds } = found
  return { strict: query, loose: query, ...(productIds && { productIds }) }
}

async function resolveWords(ctx: Ctx, q: string): Promise<SearchQuery> {
  const { strict, matching, found, shopIsSmall, isCommon, words: searched } = await queries.analyzeSearch(ctx, q)
  const words = await withSpellings(ctx, searched, found ? NEARLY_SAME : Number.POSITIVE_INFINITY)
  if (found) return { strict, loose: anyOf([matching, matchAll(words)]), shopIsSmall, isCommon }
  const respelled = words.map((word) => (word.split ? { ...word, spellings: [word.split, ...word.spellings] } : word))
  const knownWords = words.filter(({ isKnown, word }) => isKnown && word.length >= MIN_LENGTH_ALONE)
  const attempts = [respelled, knownWords]
    .filter((attempt) => attempt.length > 0)
    .map((attempt) => ({ query: matchAll(attempt), corrected: attempt.map(correctWord).join(' ') }))
  const first = await queries.findFirstMatching(
    ctx,
    attempts.map(({ query }) => query),
  )
  const attempt = first && attempts[first.position - 1]
  return attempt
    ? { strict, loose: attempt.query, corrected: attempt.corrected, shopIsSmall, isCommon: first.isCommon }
    : { strict, loose: matching, shopIsSmall }
}

async function withSpellings(ctx: Ctx, words: queries.QueryWord[], below: number): Promise<SpelledWord[]> {
  const candidates = words.map(({ word, near }) => rankSpellings(word, near, below))
  const names = candidates.flat().map(({ word }) => word)
  const matches = new Map(
    names.length === 0 ? [] : (await queries.countWordMatches(ctx, names)).map((row) => [row.word, row]),
  )
  return words.map((word, index) => ({ ...word, spellings: closestMatches(candidates[index] ?? [], matches) }))
}

interface Spelling {
  word: string
  cost: number
}

function rankSpellings(typed: string, near: string[], below: number): Spelling[] {
  return near
    .flatMap((word) => {
      const cost = spellingCost(typed, word)
      return cost === undefined || cost >= below ? [] : [{ word, cost }]
    })
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MAX_SPELLINGS)
}

/**
 * The closest spellings of published products, most common first: a vocabulary word may come from a draft or a deleted
 * product.
 */
function closestMatches(spellings: Spelling[], matches: Map<string, queries.WordMatch>): queries.WordMatch[] {
  const rows = spellings.flatMap(({ word, cost }) => {
    const row = matches.get(word)
    return row ? [{ ...row, cost }] : []
  })
  return rows.filter(({ cost }) => cost === rows[0]?.cost).sort((a, b) => b.count - a.count)
}

/** An unknown word with corrections is not matched by its stem, which may be that of another language. */
const matchAll = (words: SpelledWord[]): string =>
  words
    .map(({ prefix, term, isKnown, spellings }) =>
      anyOf([isKnown || spellings.length === 0 ? term : prefix, ...spellings.map(({ query }) => query)]),
    )
    .join(' & ')

const anyOf = (queries: string[]): string =>
  `(${queries
    .filter(Boolean)
    .map((query) => `(${query})`)
    .join(' | ')})`

const correctWord = ({ word, isKnown, spellings }: SpelledWord): string =>
  isKnown ? word : (spellings[0]?.word ?? word)
