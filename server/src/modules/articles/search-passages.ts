import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../ctx.ts'
import { listPublishedPolicies, policyPageUrl } from '../policies/policies.ts'
import { guessLanguage, languageOf } from './languages.ts'
import { articlePageUrl } from './page-urls.ts'
import { cutPassages } from './passages.ts'
import { listPublished, readTextsFingerprint } from './queries.ts'
import { buildIndex, type IndexedPassage, type SearchIndex } from './search-index.ts'

/** A part of a published policy or article that may answer a question. */
export interface FoundPassage {
  source: 'policy' | 'article'
  /** The kind of a policy or the id of an article. */
  id: string
  title: string
  heading: string | null
  url: string
  /** Plain text. */
  text: string
  /** From 0 to 1: the share of the question's words that it contains; rare words count more. */
  score: number
  updatedAt: string
}

export interface PassageQuery {
  /** The language of the question; by default, it is guessed. */
  locale?: string | undefined
  limit?: number | undefined
}

type StoredPassage = Omit<FoundPassage, 'score'>

interface CachedIndex {
  fingerprint: string
  sizeBytes: number
  index: SearchIndex<StoredPassage>
}

/** Of all texts of a shop. What is beyond is not searched; a shop with 500 articles of two pages stays below. */
const MAX_TEXT_LENGTH = 2_000_000
/** Memory of an index, measured with 500 articles. */
const BYTES_PER_CHARACTER = 20
const DEFAULT_LIMIT = 5
/** Below, a passage shares only an unimportant word with the question. */
const MIN_SCORE = 0.2
const MAX_PER_DOCUMENT = 3

const newPassageCache = () => ({
  /** By environment ID. */
  indexes: new LRUCache<string, CachedIndex>({
    maxSize: 128 * 1024 * 1024,
    sizeCalculation: ({ sizeBytes }) => sizeBytes,
  }),
  /** By environment ID and fingerprint: of concurrent searches, the first builds the index. */
  pending: new Map<string, Promise<CachedIndex>>(),
})

/** Searches the published policies and articles, best first. Questions are not translated. */
export async function searchPassages(
  ctx: Ctx,
  query: string,
  { locale, limit = DEFAULT_LIMIT }: PassageQuery = {},
): Promise<FoundPassage[]> {
  const index = await loadIndex(ctx)
  const language = locale === undefined ? guessLanguage(query) : languageOf(locale)
  const perDocument = new Map<string, number>()
  const found: FoundPassage[] = []
  for (const { source, score } of index.search(query, language)) {
    const document = `${source.source} ${source.id}`
    const count = perDocument.get(document) ?? 0
    if (score < MIN_SCORE || count >= MAX_PER_DOCUMENT) continue
    perDocument.set(document, count + 1)
    found.push({ ...source, score: Math.round(score * 1000) / 1000 })
    if (found.length >= limit) break
  }
  return found
}

/** Built when the texts have changed since the last search. */
async function loadIndex(ctx: Ctx): Promise<SearchIndex<StoredPassage>> {
  const { indexes, pending } = ctx.perServer(newPassageCache)
  const { fingerprint } = await readTextsFingerprint(ctx)
  const cached = indexes.get(ctx.environmentId)
  if (cached?.fingerprint === fingerprint) return cached.index
  // Neither shared nor cached: what a transaction reads may never be committed.
  if (ctx.db.isTransaction) return (await createIndex(ctx, fingerprint)).index
  const key = `${ctx.environmentId} ${fingerprint}`
  const building = pending.get(key) ?? createIndex(ctx, fingerprint)
  pending.set(key, building)
  try {
    const built = await building
    indexes.set(ctx.environmentId, built)
    return built.index
  } finally {
    pending.delete(key)
  }
}

async function createIndex(ctx: Ctx, fingerprint: string): Promise<CachedIndex> {
  const passages = await loadPassages(ctx)
  const sizeBytes = 1000 + BYTES_PER_CHARACTER * passages.reduce((sum, { text }) => sum + text.length + 200, 0)
  return { fingerprint, sizeBytes, index: buildIndex(passages) }
}

async function loadPassages(ctx: Ctx): Promise<IndexedPassage<StoredPassage>[]> {
  const policies = (await listPublishedPolicies(ctx)).map(({ kind, title, body, updatedAt }) => ({
    ...{ source: 'policy' as const, id: kind, title, body, updatedAt, tags: [] },
    ...{ language: guessLanguage(body), url: policyPageUrl(ctx, kind) },
  }))
  const articles = (await listPublished(ctx)).map(({ id, handle, title, body, locale, tags, publishedAt }) => ({
    ...{ source: 'article' as const, id, title, body, updatedAt: publishedAt, tags },
    ...{ language: languageOf(locale), url: articlePageUrl(ctx, handle) },
  }))
  const passages: IndexedPassage<StoredPassage>[] = []
  let length = 0
  for (const { body, tags, language, ...document } of [...policies, ...articles]) {
    length += body.length
    if (length > MAX_TEXT_LENGTH) break
    // Other requests are served in between: a hostile text takes a while to parse.
    await nextTurn()
    const title = [document.title, ...tags].join(' ')
    cutPassages(body).forEach(({ heading, text }, at) => {
      const source = { ...document, heading, text }
      passages.push({ source, language, title, heading: heading ?? '', text, isFirst: at === 0 })
    })
  }
  return passages
}
