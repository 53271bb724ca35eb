import { foldText } from './fold-text.ts'

/** Counted in code points, as JSON Schema and PostgreSQL count. */
const SLUG_LENGTH = 100

/** The vowels of Thai and Hindi are marks on their letters: without them a word is another word. */
const WORDS = /(?:\p{L}\p{M}*|\p{N})+/gu

/**
 * A handle for a title: "Crème brûlée (6 pcs)" becomes `creme-brulee-6-pcs`. Only Latin letters lose their accents; in
 * other scripts й is not и. `undefined` if the title has no usable characters.
 */
export function slugify(title: string): string | undefined {
  const slug = foldText(title).match(WORDS)?.join('-') ?? ''
  const truncated = Array.from(slug).slice(0, SLUG_LENGTH).join('').replace(/-$/, '')
  return truncated || undefined
}

/** Leaves room for a suffix. */
export const truncateSlug = (slug: string, length: number): string =>
  Array.from(slug).slice(0, length).join('').replace(/-$/, '')

const LOWER_CASE_WORD = '(?:[\\p{Ll}\\p{Lo}\\p{Lm}]\\p{M}*|\\p{N})+'

/**
 * Handles that a client may choose: lower-case words of any script, joined by single hyphens, nothing invisible. Longer
 * than our own slugs, to leave room for a suffix such as `-2`; accents are allowed, as in existing links.
 */
export const HANDLE_PATTERN = `^(?=.{1,200}$)(?!.*\\p{Default_Ignorable_Code_Point})${LOWER_CASE_WORD}(?:-${LOWER_CASE_WORD})*$`
const HANDLE = new RegExp(HANDLE_PATTERN, 'u')

/** In addition to the pattern: only the composed form (NFC) of two spellings that look the same. */
export const isHandle = (text: string): boolean => HANDLE.test(text) && text === text.normalize('NFC')
