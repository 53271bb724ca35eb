import { wordsOf } from './statements.ts'

const LEAK_WORDS = 7

/** All runs of seven words of the prompt. */
export function promptRuns(prompt: string): Set<string> {
  const words = wordsOf(prompt)
  return new Set(words.slice(0, Math.max(0, words.length - LEAK_WORDS + 1)).map((_, index) => runAt(words, index)))
}

const runAt = (words: string[], index: number): string => words.slice(index, index + LEAK_WORDS).join(' ')

/** Also across sentences: the last words that were sent before count. */
export function repeatsPrompt(runs: Set<string>, sentence: string, before = ''): boolean {
  const words = [...wordsOf(before).slice(-(LEAK_WORDS - 1)), ...wordsOf(sentence)]
  return words.some((_, index) => index + LEAK_WORDS <= words.length && runs.has(runAt(words, index)))
}
