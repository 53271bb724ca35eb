/** Latin letters that Unicode does not decompose into a letter and its accent. */
const LATIN_FOLDS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ɖ: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
}

/** Fast path: most texts are ASCII, and rules read those of a whole catalog. */
const ASCII = /^[ -~]*$/

/** Lower case and without accents. Only Latin letters lose theirs; in other scripts й is not и. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\p{Script=Latin}/gu, (letter) => LATIN_FOLDS[letter] ?? letter)
    .normalize('NFC')
}

/**
 * Whether an index of trigrams (pg_trgm) finds this part of a text: by three letters in a row, or by the start or the end of
 * a word inside it.
 */
export const hasTrigram = (text: string): boolean =>
  /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u.test(text)
