import { normalize } from './normalize.ts'

const ABBREVIATION =
  /(?:^|[\s("])(?:[a-z]|e\.g|i\.e|z\.\s?b|d\.\s?h|u\.\s?a|ca|approx|dr|mr|mrs|ms|st|no|nr|inkl|incl|bzw|max|min|vs|etc|usw|str|tel|abs|art)\.$/i

/** Where the sentence at the start of a text ends; undefined while it may go on. A number's point ends nothing. */
export function findSentenceEnd(text: string): number | undefined {
  for (const match of text.matchAll(/\n+|[.!?…]{1,5}["')\]*”“’»]{0,5}(?=\s)/g)) {
    const end = match.index + match[0].length
    if (match[0].startsWith('\n')) return end
    const sentence = text.slice(0, match.index + 1)
    // "Am 3. November": an ordinal has one or two digits.
    if (/(?<![\d.,])\d{1,2}\.$/.test(sentence) || ABBREVIATION.test(sentence)) continue
    return end
  }
  return undefined
}

export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  let rest = text
  for (let end = findSentenceEnd(rest); end !== undefined; end = findSentenceEnd(rest)) {
    sentences.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...sentences, rest].filter((sentence) => sentence !== '')
}

export const wordsOf = (text: string): string[] =>
  normalize(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+(?:['_-][\p{L}\p{N}]+)*/gu) ?? []

const STOP_WORDS = new Set(
  `a about after all also an and any are as at be been before both but by can could do does each for from get gets had has have here how i if in into is it its just may me more most must my no not of on once only or other our out over per please so some such than that the their them then there these they this those through to too under until up upon us use very was we well were what when where which while who will with within would yes you your yours
aber alle allen als also am an auch auf aus bei beim bis da dann das dass dein deine dem den denn der des die dies diese diesen dieser du durch ein eine einem einen einer er es euch für haben hat hier ich ihr ihre ihren ihrer im in ist ja jede jeden kann können man mehr mein mich mir mit muss müssen nach nicht noch nun nur ob oder sehr sein sich sie sind so soll über um und uns unser unsere unseren unserer unter vom von vor war was weil wenn werden wie wir wird zu zum zur`.split(
    /\s+/,
  ),
)

/** The first letters of each word with a meaning, so that "returns" and "return" are the same. */
export const stemsOf = (text: string): Set<string> =>
  new Set(
    wordsOf(text)
      .filter((word) => word.length > 2 && !STOP_WORDS.has(word))
      .map((word) => foldPrefix(word).slice(0, 5)),
  )

/** "zurückgeben" and "zurückgegeben" begin alike once the participle's "ge" is gone. */
const foldPrefix = (word: string): string => word.replace(/^(zurück|aus|um|ab|an|ein|zu)ge(?=\p{L}{3})/u, '$1')

const NEGATION =
  /\b(?:no|not|never|cannot|nor|neither|without|except|excluded|unable|non)\b|n't\b|\b(?:nicht|kein|keine|keinen|keinem|keiner|keines|nie|niemals|ohne|außer|ausgeschlossen|ausgenommen|leider)(?!\p{L})/iu

export const isNegated = (text: string): boolean => NEGATION.test(normalize(text))

export const isQuestion = (text: string): boolean => /\?["')\]*\s]*$/.test(text)

/** What a source says, one entry per sentence. */
export interface Statement {
  stems: Set<string>
  negated: boolean
}

export const toStatements = (text: string): Statement[] =>
  splitSentences(text).map((sentence) => ({ stems: stemsOf(sentence), negated: isNegated(sentence) }))

/** Of a short claim every word, of a longer one most must be in a sentence of a source, or in two that follow each other. */
const SHORT_CLAIM = 3
const MIN_SHARE = 0.6

/** A source that says the opposite in more of the same words decides against it. */
export function isSupported(sentence: string, sources: Statement[][]): boolean {
  const stems = [...stemsOf(sentence)]
  if (stems.length === 0) return true
  const negated = isNegated(sentence)
  const best = { same: 0, opposite: 0 }
  const compare = (isSameSide: boolean, ...statements: Statement[]) => {
    const shared = stems.filter((stem) => statements.some((statement) => statement.stems.has(stem))).length
    const side = isSameSide ? 'same' : 'opposite'
    best[side] = Math.max(best[side], shared / stems.length)
  }
  for (const statements of sources) {
    for (const [index, statement] of statements.entries()) {
      compare(statement.negated === negated, statement)
      const next = statements[index + 1]
      // Two sentences only support together; what either denies is not the whole of it.
      if (next && (statement.negated || next.negated) === negated) compare(true, statement, next)
    }
  }
  const minShare = stems.length <= SHORT_CLAIM ? 1 : MIN_SHARE
  return best.same >= minShare && best.same >= best.opposite
}
