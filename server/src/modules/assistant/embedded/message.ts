import { foldText } from '../../../kit/fold-text.ts'

/** Longer messages are cut: nobody asks a question with more. */
const MAX_LENGTH = 4000

export interface Message {
  /** As written, without invisible characters. */
  text: string
  /** In lower case, without accents, with straight apostrophes. */
  folded: string
  words: string[]
}

export function parseMessage(input: string): Message {
  const text = input
    .slice(0, MAX_LENGTH)
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, (character) => (character === '\n' || character === '\t' ? ' ' : ''))
    .replaceAll(/\s+/g, ' ')
    .trim()
  const folded = foldText(text.replaceAll(/[’‘`´]/g, "'"))
  return { text, folded, words: wordsOf(folded) }
}

/** Splits folded text; "1kg" are two words, as a shop writes "1 kg". */
export const wordsOf = (folded: string): string[] =>
  folded.replaceAll(/(?<=\d)(?=\p{L})/gu, ' ').match(/\p{L}+(?:'\p{L}+)*|\d+/gu) ?? []

export const foldedWordsOf = (text: string): string[] => wordsOf(foldText(text.replaceAll(/[’‘`´]/g, "'")))

/** Light stemming of English and German: enough to find "shirts" in "shirt" and "Tassen" in "Tasse". */
export function stemOf(word: string): string {
  if (word.length <= 3) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.endsWith('ves')) return `${word.slice(0, -3)}f`
  const [ending = ''] = word.match(/'s$|(?:ing|ed|es|en|er|em|fe|e|s|n)$/) ?? []
  // "Teas" is "tea", but "more" is not "mor", or it would be "morning".
  const minLength = ending === 's' || ending === "'s" || ending === 'fe' ? 3 : 4
  if (word.length - ending.length >= minLength)
    return word.slice(0, word.length - ending.length) + (ending === 'fe' ? 'f' : '')
  return ending === 'es' ? word.slice(0, -1) : word
}

/** Whether two folded words mean the same, as far as their letters tell; the first may be the end of a compound. */
export function isSameWord(word: string, other: string): boolean {
  if (word === other) return true
  if (word.length < 3 || other.length < 3) return false
  const [stem, otherStem] = [stemOf(word), stemOf(other)]
  if (stem === otherStem) return true
  return (
    stem.length >= 5 &&
    (other.endsWith(word) || (stem.length >= 6 && otherStem.startsWith(stem) && otherStem.length - stem.length <= 3))
  )
}

export const isAmong = (word: string, others: readonly string[]): boolean =>
  others.some((other) => isSameWord(word, other))
