/** Characters that are invisible or change the direction of text: they could hide a number from the checks. */
const INVISIBLE = /\u034f|\u17b4|\u17b5|\u115f|\u1160|\p{Cf}|\p{Variation_Selector}/gu

export const stripInvisible = (text: string): string => text.replace(INVISIBLE, '')

/** One way of writing for what looks the same: ASCII digits, plain spaces and quotes, no emphasis. */
export function normalize(text: string): string {
  return stripInvisible(text.normalize('NFKC'))
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[’‘`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/\*/g, '')
}

function toAsciiDigit(digit: string): string {
  if (digit >= '0' && digit <= '9') return digit
  // The decimal digits of every script are ten consecutive characters.
  let codePoint = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - 1))) {
    codePoint--
    value++
  }
  return String(value)
}

const EN_UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const EN_TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const DE_UNITS =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  )
const DE_TENS = 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ')

const NUMBER_WORDS = new Map<string, number>([
  ...[...EN_UNITS.entries(), ...DE_UNITS.entries()].map(([value, word]): [string, number] => [word, value]),
  ...EN_TENS.flatMap((word, index): [string, number][] => [
    [word, 20 + index * 10],
    ...EN_UNITS.slice(1, 10).flatMap((unit, rest): [string, number][] => [
      [`${word}-${unit}`, 21 + index * 10 + rest],
      [`${word} ${unit}`, 21 + index * 10 + rest],
    ]),
  ]),
  ...DE_TENS.flatMap((word, index): [string, number][] => [
    [word, 20 + index * 10],
    ...DE_UNITS.slice(1, 10).map((unit, rest): [string, number] => [`${unit}und${word}`, 21 + index * 10 + rest]),
  ]),
  ...['hundred', 'a hundred', 'one hundred', 'hundert', 'einhundert'].map((word): [string, number] => [word, 100]),
  ...['eine', 'einen', 'einem', 'einer'].map((word): [string, number] => [word, 1]),
])
const WORDS = [...NUMBER_WORDS.keys()].sort((one, other) => other.length - one.length).join('|')
const UNIT =
  '(?:business |working |calendar |full )?(?:minutes?|hours?|days?|weeks?|months?|years?|euros?|dollars?|pounds?|cents?|francs?|percent|per cent|minuten?|stunden?|(?:werk|arbeits|geschäfts)?tag(?:e|en|es)?|wochen?|monat(?:e|en|s)?|jahr(?:e|en|es)?|franken|prozent)(?![\\p{L}\\p{N}])'
const COUNTED = new RegExp(
  `(?<![\\p{L}\\p{N}])(${WORDS})(?=[ -](?:(?:to|bis|or|oder|-)[ -](?:${WORDS}|\\d+)[ -])?${UNIT})`,
  'giu',
)
const ARTICLE = new RegExp(`\\b(within|in|for|takes|about|up to) an? (?=${UNIT})`, 'giu')

/** "two weeks" and "2 weeks" are the same claim. */
export const digitize = (text: string): string =>
  text.replace(ARTICLE, '$1 1 ').replace(COUNTED, (word) => String(NUMBER_WORDS.get(word.toLowerCase()) ?? word))

/** The numbers that a text may mean: `1.234` is 1234 in German and 1.234 in English. */
export function readNumber(text: string): number[] {
  const plain = text.replace(/'/g, '')
  const separators = [...plain.matchAll(/[.,]/g)].map(([separator]) => separator)
  const last = separators.at(-1)
  if (last === undefined) return [Number(plain)]
  const decimal = Number(
    plain
      .split(last)
      .map((part) => part.replace(/[.,]/g, ''))
      .join('.'),
  )
  const whole = Number(plain.replace(/[.,]/g, ''))
  const groups = plain.split(/[.,]/)
  const isGrouped = groups.slice(1).every((group) => group.length === 3)
  const hasOneDecimalMark = separators.filter((separator) => separator === last).length === 1
  return [...(hasOneDecimalMark ? [decimal] : []), ...(isGrouped && new Set(separators).size === 1 ? [whole] : [])]
}
