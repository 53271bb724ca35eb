import { isStopWord, type SearchLanguage, stem, synonymsOf, synonymWords, toWords } from './languages.ts'

/** What is searched: a passage with the words above it. */
export interface IndexedPassage<Source> {
  source: Source
  language: SearchLanguage
  /** Title and tags of its document. */
  title: string
  heading: string
  text: string
  /** What a document says first is what its title promises. */
  isFirst: boolean
}

export interface SearchHit<Source> {
  source: Source
  /** From 0 to 1: the share of the question's words that the passage contains. Rare words count more. */
  score: number
}

interface Entry<Source> {
  source: Source
  /** How often each stem occurs. Words of headings count three times. */
  counts: Map<string, number>
  /** Stems that only the title has: the passage may be about something else. */
  inherited: Set<string>
  length: number
}

interface LanguageIndex<Source> {
  entries: Entry<Source>[]
  /** In how many passages each stem occurs. */
  frequencies: Map<string, number>
  /** Every word that can be searched for, to correct typing errors. */
  vocabulary: Set<string>
  averageLength: number
}

export interface SearchIndex<Source> {
  /** Best first. Passages in another language than the question's count less: they rarely answer it. */
  search(question: string, language: SearchLanguage): SearchHit<Source>[]
}

const LANGUAGES: SearchLanguage[] = ['en', 'de', 'other']
const HEADING_WEIGHT = 3
/** How well a word of the title stands for one in a passage further below. */
const INHERITED = 0.6
const OTHER_LANGUAGE_WEIGHT = 0.8
/** Of questions: longer ones are cut, since each word costs time. */
const MAX_QUESTION_WORDS = 40

export function buildIndex<Source>(passages: IndexedPassage<Source>[]): SearchIndex<Source> {
  const indexes = LANGUAGES.map((language) => {
    const own = passages.filter((passage) => passage.language === language)
    return [language, own.length > 0 ? buildLanguageIndex(own, language) : undefined] as const
  })
  return {
    search: (question, language) =>
      indexes
        .flatMap(([indexLanguage, index]) => {
          if (!index) return []
          const weight = indexLanguage === language ? 1 : OTHER_LANGUAGE_WEIGHT
          const terms = toTerms(question, index, [language, indexLanguage])
          return rank(index, terms).map((hit) => ({ ...hit, score: hit.score * weight, rank: hit.rank * weight }))
        })
        .sort((one, other) => other.rank - one.rank)
        .map(({ source, score }) => ({ source, score })),
  }
}

function buildLanguageIndex<Source>(
  passages: IndexedPassage<Source>[],
  language: SearchLanguage,
): LanguageIndex<Source> {
  const vocabulary = new Set(synonymWords(language))
  const frequencies = new Map<string, number>()
  /** Texts repeat their words: a stem is looked for once. Null for words without meaning. */
  const stems = new Map<string, string | null>()
  const stemOnce = (word: string): string | null => {
    const known = stems.get(word)
    if (known !== undefined) return known
    const key = isStopWord(language, word) ? null : stem(language, word)
    stems.set(word, key)
    if (key !== null) vocabulary.add(word)
    return key
  }
  const entries = passages.map(({ source, title, heading, text, isFirst }): Entry<Source> => {
    const counts = new Map<string, number>()
    const inherited = new Set<string>()
    const stemsOf = (words: string[]) => words.map(stemOnce).filter((key) => key !== null)
    const add = (key: string, weight: number) => counts.set(key, (counts.get(key) ?? 0) + weight)
    const words = toWords(text)
    for (const key of stemsOf(words)) add(key, 1)
    for (const key of stemsOf(toWords(heading))) add(key, HEADING_WEIGHT)
    for (const key of stemsOf(toWords(title))) {
      if (!isFirst && !counts.has(key)) inherited.add(key)
      if (!inherited.has(key)) add(key, isFirst ? HEADING_WEIGHT : 1)
    }
    for (const key of inherited) add(key, 1)
    for (const key of counts.keys()) frequencies.set(key, (frequencies.get(key) ?? 0) + 1)
    return { source, counts, inherited, length: words.length }
  })
  const averageLength = entries.reduce((sum, { length }) => sum + length, 0) / entries.length || 1
  return { entries, frequencies, vocabulary, averageLength }
}

/** A word of the question: the stems that may stand for it, with how well each does. */
interface Term {
  stems: Map<string, number>
  weight: number
}

const SYNONYM = 0.85
const TYPO = 0.8
const PART_OF_COMPOUND = 0.7

function toTerms<Source>(
  question: string,
  index: LanguageIndex<Source>,
  [questionLanguage, language]: [SearchLanguage, SearchLanguage],
): Term[] {
  const words = [...new Set(toWords(question))].slice(0, MAX_QUESTION_WORDS)
  return words
    .filter((word) => !isStopWord(language, word) && !isStopWord(questionLanguage, word))
    .flatMap((word) => splitCompound(word, index.vocabulary, language))
    .map((word) => toTerm(word, language, index))
}

function toTerm<Source>(
  word: string,
  language: SearchLanguage,
  { frequencies, vocabulary, entries }: LanguageIndex<Source>,
): Term {
  const stems = new Map<string, number>()
  const add = (candidate: string, quality: number) => {
    const key = stem(language, candidate)
    if (frequencies.has(key) && (stems.get(key) ?? 0) < quality) stems.set(key, quality)
  }
  const addWithSynonyms = (candidate: string, quality: number) => {
    add(candidate, quality)
    for (const synonym of synonymsOf(language, candidate)) add(synonym, quality * SYNONYM)
  }
  addWithSynonyms(word, 1)
  const own = stem(language, word)
  if (language === 'de' && own.length >= 5) {
    for (const key of frequencies.keys()) if (key.startsWith(own)) add(key, PART_OF_COMPOUND)
  }
  if (stems.size === 0 && word.length >= 5) {
    for (const known of vocabulary) if (isOneEditAway(word, known)) addWithSynonyms(known, TYPO)
  }
  // A word that no text contains is often a name: it must not outweigh those that are found.
  const passages = Math.max(0, ...[...stems.keys()].map((key) => frequencies.get(key) ?? 0))
  const rarity = Math.log(1 + entries.length / (1 + passages)) / Math.log(1 + entries.length)
  return { stems, weight: stems.size > 0 ? 1 + rarity : 1 }
}

/** "Giftcard" and "Versandkosten" also find the parts. In German, such words are common, and texts use the parts, too. */
function splitCompound(word: string, vocabulary: ReadonlySet<string>, language: SearchLanguage): string[] {
  if (word.length < 7 || (language !== 'de' && vocabulary.has(word))) return [word]
  for (let at = word.length - 3; at >= 3; at -= 1) {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    if (vocabulary.has(first) && vocabulary.has(second)) return [first, second]
  }
  return [word]
}

const K = 1.2
const B = 0.6
/** How much of the order comes from the score; the rest from how often the words occur. */
const SCORE_SHARE = 0.75

/** BM25 orders passages that contain the same words. */
function rank<Source>({ entries, averageLength }: LanguageIndex<Source>, terms: Term[]) {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0)
  const hits = entries.flatMap(({ source, counts, inherited, length }) => {
    let covered = 0
    let relevance = 0
    for (const { stems, weight } of terms) {
      let best = 0
      let frequency = 0
      for (const [key, quality] of stems) {
        const count = counts.get(key)
        if (count === undefined) continue
        const value = inherited.has(key) ? quality * INHERITED : quality
        best = Math.max(best, value)
        frequency += count * value
      }
      covered += weight * best
      relevance += (weight * frequency * (K + 1)) / (frequency + K * (1 - B + (B * length) / averageLength))
    }
    return covered > 0 ? [{ source, score: covered / total, relevance }] : []
  })
  const most = Math.max(...hits.map(({ relevance }) => relevance), Number.MIN_VALUE)
  return hits.map(({ source, score, relevance }) => ({
    source,
    score,
    rank: SCORE_SHARE * score + (1 - SCORE_SHARE) * (relevance / most),
  }))
}

/** One letter more, less or different, or two swapped. */
export function isOneEditAway(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [restOfOne, restOfOther] = [one.slice(start), other.slice(start)]
  return (
    restOfOne.slice(1) === restOfOther.slice(1) ||
    restOfOne.slice(1) === restOfOther ||
    restOfOne === restOfOther.slice(1) ||
    (restOfOne[0] === restOfOther[1] && restOfOne[1] === restOfOther[0] && restOfOne.slice(2) === restOfOther.slice(2))
  )
}
