import { COUNTRY_CODES } from '../../../../../sdk/src/countries.ts'
import { foldText } from '../../../kit/fold-text.ts'
import { LANGUAGES, type Language } from './language.ts'
import { type Message, wordsOf } from './message.ts'

/** What people say instead of the official name; folded. */
const ALIASES: Record<string, string> = {
  usa: 'US',
  america: 'US',
  'the states': 'US',
  amerika: 'US',
  uk: 'GB',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  schottland: 'GB',
  grossbritannien: 'GB',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  tschechien: 'CZ',
  turkey: 'TR',
  emirates: 'AE',
  'south korea': 'KR',
  korea: 'KR',
  russia: 'RU',
}

const NAMES_BY_LANGUAGE = Object.fromEntries(
  LANGUAGES.map((language) => [language, new Intl.DisplayNames(language, { type: 'region' })]),
) as Record<Language, Intl.DisplayNames>

const CODES = new Map<string, string>([
  ...LANGUAGES.flatMap((language) =>
    COUNTRY_CODES.map((code): [string, string] => [
      wordsOf(foldText(NAMES_BY_LANGUAGE[language].of(code) ?? code)).join(' '),
      code,
    ]),
  ),
  ...Object.entries(ALIASES),
])
const MAX_WORDS = 5
/** In capitals only: "us" and "at" are words. */
const UPPER_CASE_CODES = new Set(COUNTRY_CODES)

/** The first country a message names, in English or German. */
export function findCountry({ words, text }: Message): string | null {
  for (let length = Math.min(MAX_WORDS, words.length); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const code = CODES.get(words.slice(at, at + length).join(' '))
      if (code) return code
    }
  }
  return text.match(/\b[A-Z]{2}\b/g)?.find((code) => UPPER_CASE_CODES.has(code)) ?? null
}

export const countryName = (code: string, language: Language): string => NAMES_BY_LANGUAGE[language].of(code) ?? code
