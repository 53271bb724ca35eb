import { foldText } from '../../../kit/fold-text.ts'
import type { Passage } from '../../chat-tools/schemas.ts'
import type { Citation } from '../schemas.ts'
import { contentWordsOf } from './content-words.ts'
import { translateKnownWords, translateWords } from './german-words.ts'
import { isInstruction } from './instructions.ts'
import { chooseLanguage, type Language } from './language.ts'
import { foldedWordsOf, isAmong, parseMessage } from './message.ts'
import type { Reply, Turn } from './turn.ts'

/** A passage that contains less of the question does not answer it. */
export const MIN_SCORE = 0.5
/** The share of the question's words in the passage, times that in the quotation. */
const MIN_RELEVANCE = 0.33
/** If the question certainly is about the rules of the shop. */
const MIN_RELEVANCE_OF_RULES = 0.25
const CERTAIN_SHARE = 0.85
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
  earn: ['collect'],
  swap: ['another', 'exchange'],
  abholen: ['pickup', 'pick'],
}

/** Questions that texts answer without any of their words. */
const EXPANSIONS: [question: RegExp, query: string, terms: string[], needs?: RegExp][] = [
  [
    /\bopening (?:hours|times)|\boffnungszeiten|\b(?:when|what time)\b.{0,20}\bopen\b|\bwann\b.{0,20}\b(?:geoffnet|offen|auf)\b/,
    'opening hours Öffnungszeiten',
    ['hours', 'offnungszeiten'],
    /\b(?:mon|monday|mo|montag|daily|taglich|weekdays|werktags|saturday|samstag)\b/,
  ],
  [
    /\b(?:broken|damaged|defective|faulty|cracked|shattered|torn|kaputt\w*|defekt\w*|beschadigt\w*|zerbrochen\w*)\b/,
    'arrived broken or damaged beschädigt',
    ['photo', 'foto', 'replace'],
  ],
  [
    /\b(?:tele)?phone|\btelefon|\bcall you\b|\bcontact (?:details|information)|\byour e-?mail\b|\beure e-?mail|\bihre e-?mail|\bkontaktdaten|\bemail address of\b/,
    'Impressum legal notice',
    ['telefon', 'mail'],
  ],
  [
    /\bcompany address|\byour (?:postal |business |street )?address|\bimprint\b|\blegal notice|\bimpressum|\b(?:eure|ihre) (?:adresse|anschrift)|\bwhere are you (?:located|based)|\bwo (?:sitzt|seid|ist euer)/,
    'Impressum legal notice',
    ['strasse', 'gmbh'],
  ],
  [/\b(?:18|adults?|minors?|my age|old enough|volljahrig|welchem alter)\b/, 'age adults only', ['adults', 'age']],
  [/\bspeicher\w*|\b(?:keep|store)\b.{0,25}\b(?:data|information)\b/, 'privacy what data we keep', ['years', 'keep']],
  [
    /\b(?:return|refund)s? (?:polic|period|window|deadline|rules)|\bhow (?:long|many days)\b.{0,40}\b(?:return|back)\b|\bwie (?:lange|viele tage|viel zeit)\b.{0,40}\b(?:zuruck\w*|ruckgabe\w*|umtausch\w*|retour\w*)|\bruckgabe(?:frist|recht|bedingungen)/,
    'change your mind: return days from delivery',
    ['days', 'tagen', 'delivery', 'lieferung'],
  ],
]

export interface TextAnswer {
  reply: Reply
  score: number
  /** It has nearly all words of the question. */
  isCertain: boolean
}

/** The best passage of the shop's policies and articles, quoted. Undefined if none answers. */
export async function findTextAnswer(turn: Turn, isAboutRules = false): Promise<TextAnswer | undefined> {
  const minRelevance = isAboutRules ? MIN_RELEVANCE_OF_RULES : MIN_RELEVANCE
  const { message, language } = turn
  const words = contentWordsOf(message, language)
  const expansion = EXPANSIONS.find(([question]) => question.test(message.folded))
  const [, query, extra = [], needs] = expansion ?? []
  const passages = query ? await searchTexts(turn, query) : []
  const expanded = passages.length
  if (!needs) passages.push(...(await searchTexts(turn, message.text)))
  // Few shops have all their texts in German.
  if (!needs && language === 'de') passages.push(...(await searchTexts(turn, translateWords(words).join(' '))))
  const inEnglish = language === 'de' ? [[...translateKnownWords(words), ...extra]] : []
  const [best] = passages
    .map((passage, at) => ({
      passage,
      quote: bestQuote(passage, [[...words, ...extra], ...inEnglish]),
      bonus: (at < expanded ? EXPANSION_BONUS : 0) + (isIn(language, passage.text) ? LANGUAGE_BONUS : 0) - at * 0.05,
    }))
    .filter(({ passage, quote }) => quote.text !== '' && passage.score * quote.coverage >= minRelevance)
    .filter(({ passage }) => !needs || needs.test(foldText(passage.text)))
    .sort((a, b) => rankOf(b) - rankOf(a))
  return (
    best && {
      reply: quotePassage(turn, best.passage, best.quote.text),
      score: best.passage.score,
      isCertain: best.passage.score >= CERTAIN_SHARE && best.quote.coverage >= CERTAIN_SHARE,
    }
  )
}

/** What was searched for on purpose fits better than what has the words of the question by chance. */
const EXPANSION_BONUS = 0.3

/** Of two that answer, customers prefer the one in their language. */
const LANGUAGE_BONUS = 0.3

const isIn = (language: Language, text: string): boolean =>
  chooseLanguage(parseMessage(text), null, language) === language

/** The order of the search counts, too: it knows which words are rare. */
const rankOf = ({ passage, quote, bonus }: { passage: Passage; quote: Quote; bonus: number }): number =>
  passage.score + quote.coverage * 0.6 + bonus

async function searchTexts({ request }: Turn, question: string): Promise<Passage[]> {
  const query = question.slice(0, 400).trim()
  if (query === '') return []
  const result = await request.callTool('search_shop_policies_and_faqs', { query, limit: PASSAGES })
  return result.ok ? result.output.passages.filter(({ score }) => score > 0.2) : []
}

function quotePassage({ language, phrases }: Turn, passage: Passage, text: string): Reply {
  const { heading, title } = passage
  const source = heading && heading !== title ? `${title}: ${heading}` : title
  const isOtherLanguage = !isIn(language, text)
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

/** For the words as asked or as translated, whichever the passage has more of. */
const bestQuote = (passage: Passage, questions: string[][]): Quote =>
  questions
    .map((terms) => quoteFrom(passage, [...new Set(terms)]))
    .reduce((best, quote) => (quote.coverage > best.coverage ? quote : best))

/** A short passage as it is; of a long one, the neighboring sentences that have most of the question's words. */
function quoteFrom({ text, heading, title }: Passage, terms: string[]): Quote {
  const sentences = splitPassage(text).filter(({ text }) => !isInstruction(text))
  const headingWords = foldedWordsOf(`${title} ${heading ?? ''}`)
  const isCovered = (term: string, words: string[]) =>
    isAmong(term, words) || (SYNONYMS[term] ?? []).some((synonym) => isAmong(synonym, words))
  // Words of the text itself count more than those above it.
  const coverageOf = (quoted: string) => {
    const own = foldedWordsOf(quoted)
    const covered = terms.map((term) =>
      isAmong(term, own) ? 1 : isCovered(term, own) ? 0.9 : isCovered(term, headingWords) ? 0.8 : 0,
    )
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
      // Of two that say the same, the shorter one.
      const coverage = coverageOf(quoted) - (count - 1) * 0.01
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
