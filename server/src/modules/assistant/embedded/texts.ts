import type { Passage } from '../../chat-tools/schemas.ts'
import type { Citation } from '../schemas.ts'
import { contentWordsOf } from './content-words.ts'
import { translateWords } from './german-words.ts'
import { isInstruction } from './instructions.ts'
import { foldedWordsOf, isAmong, parseMessage } from './message.ts'
import { chooseLanguage } from './language.ts'
import type { Reply, Turn } from './turn.ts'

/** A passage that contains less of the question does not answer it. */
export const MIN_SCORE = 0.5
/** Of the question's words in the quotation, its heading and its title. */
const MIN_COVERAGE = 0.25
const MAX_QUOTE_LENGTH = 420
const MAX_SENTENCES = 3
const PASSAGES = 4

/** Words of questions that texts say otherwise; folded. Only to find the sentence, the search has synonyms of its own. */
const SYNONYMS: Record<string, string[]> = {
  vat: ['tax'],
  phone: ['telefon', 'telephone'],
  number: ['telefon'],
  warranty: ['statutory', 'defects'],
  guarantee: ['statutory', 'defects'],
  data: ['order', 'account', 'messages', 'store'],
  share: ['gets'],
  keep: ['years'],
  advertisers: ['sell'],
  money: ['refund'],
  return: ['returned', 'return', 'back'],
  back: ['return', 'returned'],
  charge: ['charge', 'charged'],
  pay: ['pay', 'payment'],
  law: ['law'],
  exchange: ['another'],
  abholen: ['pickup', 'pick'],
}

/** Questions that texts answer without any of their words. */
const EXPANSIONS: [question: RegExp, query: string, terms: string[]][] = [
  [
    /\bcompany address|\byour (?:postal |business )?address|\bphone|\btelefon|\bcall you\b|\bimprint\b|\blegal notice|\bimpressum|\b(?:eure|ihre) (?:adresse|anschrift)|\bwhere are you (?:located|based)|\bwo sitzt/,
    'Impressum legal notice',
    ['telefon', 'strasse', 'mail'],
  ],
  [/\b(?:18|adults?|minors?|my age|old enough|volljahrig|welchem alter)\b/, 'age adults only', ['adults', 'age']],
  [/\bspeicher\w*|\bmeine daten\b|\b(?:my|personal|order|customer) data\b/, 'privacy what data we keep', ['years', 'keep']],
]

export interface TextAnswer {
  reply: Reply
  score: number
}

/** The best passage of the shop's policies and articles, quoted. Undefined if none answers. */
export async function findTextAnswer(turn: Turn): Promise<TextAnswer | undefined> {
  const { message, language } = turn
  const words = contentWordsOf(message, language)
  const expansion = EXPANSIONS.find(([question]) => question.test(message.folded))
  const passages = await searchTexts(turn, message.text)
  if (expansion) passages.unshift(...(await searchTexts(turn, expansion[1])))
  if (language === 'de' && (passages[0]?.score ?? 0) < 0.75) {
    // Few shops have all their texts in German.
    passages.push(...(await searchTexts(turn, translateWords(words).join(' '))))
  }
  const asked = [...words, ...(language === 'de' ? translateWords(words) : []), ...(expansion?.[2] ?? [])]
  const terms = [...new Set(asked)]
  const [best] = passages
    .map((passage, at) => ({ passage, quote: quoteFrom(passage, terms), at }))
    .filter(({ quote }) => quote.text !== '' && quote.coverage >= MIN_COVERAGE)
    .sort((a, b) => rankOf(b) - rankOf(a))
  return best && { reply: quotePassage(turn, best.passage, best.quote.text), score: best.passage.score }
}

/** The order of the search counts, too: it knows which words are rare. */
const rankOf = ({ passage, quote, at }: { passage: Passage; quote: Quote; at: number }): number =>
  passage.score + quote.coverage * 0.4 - at * 0.05

async function searchTexts({ request }: Turn, question: string): Promise<Passage[]> {
  const query = question.slice(0, 400).trim()
  if (query === '') return []
  const result = await request.callTool('search_shop_policies_and_faqs', { query, limit: PASSAGES })
  return result.ok ? result.output.passages.filter(({ score }) => score > 0.2) : []
}

function quotePassage({ language, phrases }: Turn, passage: Passage, text: string): Reply {
  const { heading, title } = passage
  const source = heading && heading !== title ? `${title}: ${heading}` : title
  const isOtherLanguage = chooseLanguage(parseMessage(passage.text), null, language) !== language
  const quotation = { title: source, text }
  return {
    status: 'answered',
    text: [isOtherLanguage ? phrases.quoteTextInOtherLanguage(quotation) : phrases.quoteText(quotation)],
    citations: [toCitation(passage, text)],
  }
}

const toCitation = ({ id, source, title, url, updatedAt }: Passage, snippet: string): Citation => ({
  id,
  source,
  title,
  url,
  snippet,
  updatedAt,
})

interface Quote {
  text: string
  /** The share of the question's words in it. */
  coverage: number
}

/** A short passage as it is; of a long one, the neighboring sentences that have most of the question's words. */
function quoteFrom({ text, heading, title }: Passage, terms: string[]): Quote {
  const sentences = splitPassage(text).filter(({ text }) => !isInstruction(text))
  const headingWords = foldedWordsOf(`${title} ${heading ?? ''}`)
  const isCovered = (term: string, words: string[]) =>
    isAmong(term, words) || (SYNONYMS[term] ?? []).some((synonym) => isAmong(synonym, words))
  // Words of the text itself count more than those above it.
  const coverageOf = (quoted: string) => {
    const own = foldedWordsOf(quoted)
    const covered = terms.map((term) => (isCovered(term, own) ? 1 : isCovered(term, headingWords) ? 0.8 : 0))
    return terms.length === 0 ? 0 : covered.reduce<number>((sum, share) => sum + share, 0) / terms.length
  }
  const whole = join(sentences)
  if (whole.length <= MAX_QUOTE_LENGTH) {
    return { text: whole, coverage: coverageOf(whole) }
  }
  let best: Quote = { text: '', coverage: -1 }
  for (let from = 0; from < sentences.length; from++) {
    for (let count = 1; count <= MAX_SENTENCES && from + count <= sentences.length; count++) {
      const window = sentences.slice(from, from + count)
      const quoted = join(window)
      if (count > 1 && quoted.length > MAX_QUOTE_LENGTH) break
      const coverage = coverageOf(quoted)
      if (coverage > best.coverage) best = { text: quoted, coverage }
    }
  }
  return best
}

interface Sentence {
  text: string
  /** Whether it starts a line. */
  isLine: boolean
}

const splitPassage = (text: string): Sentence[] =>
  text.split(/\n+/).flatMap((line) =>
    line
      .split(/(?<=[.!?])\s+(?=[\p{Lu}„“"])/u)
      .map((sentence) => sentence.trim())
      .filter(Boolean)
      .map((sentence, at) => ({ text: sentence, isLine: at === 0 })),
  )

const join = (sentences: Sentence[]): string =>
  sentences.map(({ text, isLine }, at) => (at === 0 ? text : isLine ? `\n${text}` : ` ${text}`)).join('')
