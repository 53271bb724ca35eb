import { countryName } from '../../../../../sdk/src/countries.ts'
import { isCountry } from '../../../kit/countries.ts'

interface PostalCodeFormat {
  pattern: RegExp
  /** Completes the message "A postal code in Germany …". */
  hint: string
}

const digits = (count: number, example: string): PostalCodeFormat => ({
  pattern: new RegExp(`^\\d{${count}}$`),
  hint: `has ${count} digits, such as ${example}`,
})
const like = (pattern: RegExp, example: string): PostalCodeFormat => ({ pattern, hint: `looks like ${example}` })

const UK = /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/
const ZIP = /^\d{5}(-?\d{4})?$/

/** Countries where parcels need a postal code. Elsewhere it is optional and not validated. */
const POSTAL_CODES: Record<string, PostalCodeFormat> = {
  AD: like(/^\d{3}$/, 'AD500'),
  AS: like(ZIP, '96799'),
  AT: digits(4, '1010'),
  AU: digits(4, '2000'),
  AX: digits(5, '22100'),
  BE: digits(4, '1000'),
  BG: digits(4, '1000'),
  BR: like(/^\d{5}-?\d{3}$/, '01310-100'),
  CA: like(/^[ABCEGHJ-NPRSTVXY]\d[A-Z][ -]?\d[A-Z]\d$/, 'K1A 0B1'),
  CH: digits(4, '8001'),
  CZ: like(/^\d{3} ?\d{2}$/, '110 00'),
  DE: digits(5, '10115'),
  DK: digits(4, '1050'),
  EE: digits(5, '10111'),
  ES: digits(5, '28001'),
  FI: digits(5, '00100'),
  FR: digits(5, '75001'),
  GB: like(UK, 'SW1A 1AA'),
  GF: digits(5, '97300'),
  GG: like(UK, 'GY1 1AA'),
  GP: digits(5, '97100'),
  GR: like(/^\d{3} ?\d{2}$/, '104 31'),
  GU: like(ZIP, '96910'),
  HR: digits(5, '10000'),
  HU: digits(4, '1011'),
  IM: like(UK, 'IM1 1AA'),
  IN: like(/^[1-9]\d{2} ?\d{3}$/, '110001'),
  IS: digits(3, '101'),
  IT: digits(5, '00118'),
  JE: like(UK, 'JE2 3AB'),
  JP: like(/^\d{3}-?\d{4}$/, '100-0001'),
  KR: digits(5, '03051'),
  LI: digits(4, '9490'),
  LT: digits(5, '01100'),
  LU: digits(4, '1111'),
  LV: digits(4, '1010'),
  MC: digits(5, '98000'),
  MP: like(ZIP, '96950'),
  MQ: digits(5, '97200'),
  MX: digits(5, '06000'),
  MY: digits(5, '50000'),
  NL: like(/^\d{4} ?[A-Z]{2}$/, '1012 AB'),
  NO: digits(4, '0150'),
  PL: like(/^\d{2}-?\d{3}$/, '00-001'),
  PR: like(ZIP, '00901'),
  PT: like(/^\d{4}-?\d{3}$/, '1000-001'),
  RE: digits(5, '97400'),
  RO: digits(6, '010011'),
  RU: digits(6, '101000'),
  SE: like(/^\d{3} ?\d{2}$/, '111 20'),
  SG: digits(6, '018956'),
  SI: digits(4, '1000'),
  SK: like(/^\d{3} ?\d{2}$/, '811 01'),
  SM: digits(5, '47890'),
  TH: digits(5, '10100'),
  TR: digits(5, '34000'),
  UA: digits(5, '01001'),
  US: like(ZIP, '94103 or 94103-1234'),
  VA: digits(5, '00120'),
  VI: like(ZIP, '00802'),
  YT: digits(5, '97600'),
}

/** Countries where delivery requires a state or province. */
const REGION_REQUIRED: Record<string, string> = {
  AU: 'Enter a state or territory, such as NSW.',
  CA: 'Enter a province or territory, such as ON.',
  US: 'Enter a state, such as CA.',
}

/** Countries whose addresses have no city: it is the country itself, or follows from the postal code or region. */
const CITY_OPTIONAL = new Set(['AE', 'GI', 'HK', 'JP', 'KY', 'MO', 'NR', 'SG', 'VA'])

/** Prefixes people write before a postal code, in addition to the ISO country code. */
const PREFIXES: Record<string, string> = {
  AT: 'A',
  AX: 'FI',
  BE: 'B',
  DE: 'D',
  ES: 'E',
  FI: 'FIN',
  FR: 'F',
  HU: 'H',
  IT: 'I',
  LI: 'FL',
  LU: 'L',
  NO: 'N',
  PT: 'P',
  SE: 'S',
  SI: 'SLO',
}

/**
 * Normalizes to the printed form: full-width digits, long dashes, unusual spaces and a country prefix are not mistakes.
 */
function normalizePostalCode(input: string, country: string): string {
  const plain = input
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212\u30FC]/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/ ?- ?/g, '-')
    .replace(/^ ?〒 ?/, '')
    .trim()
    .toUpperCase()
  return plain.replace(new RegExp(`^(${country}|${PREFIXES[country] ?? country})[- ]?(?=\\d)`), '')
}

const WITH_ARTICLE = new Set(['AE', 'CD', 'CF', 'DO', 'FO', 'GB', 'IM', 'MH', 'MP', 'NL', 'PH', 'US', 'VI'])

const countryPhrase = (code: string): string =>
  WITH_ARTICLE.has(code) ? `the ${countryName(code)}` : countryName(code)

interface PostalAddress {
  name?: string
  company?: string
  line1?: string
  city?: string
  region?: string
  postalCode?: string
  country: string
}

export interface AddressError {
  field: keyof PostalAddress
  message: string
  isMissing: boolean
}

/** Reasons why a parcel can't be delivered, at most one per field; empty if it can. */
export function validateAddress(address: PostalAddress): AddressError[] {
  const { country } = address
  if (!isCountry(country)) {
    return [
      { field: 'country', message: 'Enter a two-letter country code (ISO 3166-1), such as DE.', isMissing: false },
    ]
  }
  const errors: AddressError[] = []
  const require = (field: keyof PostalAddress, message: string | undefined) => {
    if (message && !address[field]?.trim()) errors.push({ field, message, isMissing: true })
  }
  if (!address.company?.trim()) require('name', 'Enter the recipient’s name.')
  require('line1', 'Enter a street address.')
  if (!CITY_OPTIONAL.has(country)) require('city', 'Enter a city.')
  require('region', REGION_REQUIRED[country])
  const format = POSTAL_CODES[country]
  if (!format) return errors
  const message = `A postal code in ${countryPhrase(country)} ${format.hint}.`
  const postalCode = normalizePostalCode(address.postalCode ?? '', country)
  if (!postalCode) errors.push({ field: 'postalCode', message: `Enter a postal code. ${message}`, isMissing: true })
  else if (!format.pattern.test(postalCode)) errors.push({ field: 'postalCode', message, isMissing: false })
  return errors
}
