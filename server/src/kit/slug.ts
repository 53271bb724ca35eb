import { foldText } from './fold-text.ts'

/** Counted in code points, as JSON Schema and PostgreSQL count. */
const SLUG_LENGTH = 100

/** The vowels of Thai and Hindi are marks on their letters: without them a word is another word. */
const WORDS = /(?:\p{L}\p{M}*|\p{N})+/gu

/**
 * A handle for a title: "Crème brûlée (6 pcs)" becomes `creme-brulee-6-pcs`. Only Latin letters lose their accents; in
 * other scripts й is not и. `undefined` if nothing of the title can stand in a handle.
 */
export function slugify(title: string): string | undefined {
  const slug = foldText(title).match(WORDS)?.join('-') ?? ''
  const truncated = Array.from(slug).slice(0, SLUG_LENGTH).join('').replace(/-$/, '')
  return truncated || undefined
}

/** So much of a slug that something can be put behind it. */
export const truncateSlug = (slug: string, length: number): string =>
  Array.from(slug).slice(0, length).join('').replace(/-$/, '')

const LOWER_CASE_WORD = '(?:[\\p{Ll}\\p{Lo}\\p{Lm}]\\p{M}*|\\p{N})+'

/**
 * What a caller may choose as a handle: lower-case words of any script, joined by single hyphens, nothing invisible.
 * Longer than our own slugs, so that `-2` can be put behind one; accents may stay, as links from elsewhere have them.
 */
export const HANDLE_PATTERN = `^(?=.{1,200}$)(?!.*\\p{Default_Ignorable_Code_Point})${LOWER_CASE_WORD}(?:-${LOWER_CASE_WORD})*$`
const HANDLE = new RegExp(HANDLE_PATTERN, 'u')

/** Beyond the pattern: of two spellings that look the same, one letter or letter and accent, only the short one. */
export const isHandle = (text: string): boolean => HANDLE.test(text) && text === text.normalize('NFC')
