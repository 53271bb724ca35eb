import { LINE_PATTERN, NAME_PATTERN } from '../../kit/schema.ts'
import { HANDLE_PATTERN } from '../../kit/slug.ts'

interface FormatSchema {
  pattern?: string
  format?: string
  /** Overrides the messages below. */
  errorMessage?: string
  examples?: unknown[]
}

const COUNTRY = 'must be a two-letter country code, such as AT'
const CURRENCY = 'must be a three-letter currency code, such as EUR'
const HANDLE = 'must be a handle: words in lowercase letters and digits, joined by hyphens'
const IDENTIFIER = 'must contain only lowercase letters, digits and hyphens'
const LANGUAGE_TAG = 'must be a language tag, such as de-AT'
const KEY = 'must contain only letters, digits, dots, hyphens and underscores'
export const EMPTY = 'must not be empty'

/** A regular expression is for programs. Every pattern of a route has a message here or in its schema. */
const PATTERN_MESSAGES: Record<string, string> = {
  '\\S': EMPTY,
  '^[^\\r\\n]*\\S[^\\r\\n]*$': 'must be a single line that is not empty',
  '^\\S(.*\\S)?$': 'must not start or end with a space',
  '^https?://': 'must be an http or https URL',
  '^(https?://[^/\\s\\\\"\'<>`][^\\s\\\\"\'<>`]*|/([^/\\s\\\\"\'<>`][^\\s\\\\"\'<>`]*)?)$':
    'must be an http or https URL, or a path that starts with one slash',
  '^[A-Z]{2}$': COUNTRY,
  '^[A-Za-z]{2}$': COUNTRY,
  '^([A-Z]{2}|\\*)$': `${COUNTRY}, or *`,
  '^[A-Z]{3}$': CURRENCY,
  '^[A-Za-z]{3}$': CURRENCY,
  '^([A-Z]{3}|points)$': `${CURRENCY}, or points`,
  '^[A-Za-z0-9-]{2,35}$': LANGUAGE_TAG,
  '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$': LANGUAGE_TAG,
  '^\\+[1-9][0-9]{6,14}$': 'must be a phone number in international format, such as +431234567',
  '^[0-9]{6}$': 'must be a code of 6 digits',
  '^\\d{4,11}$': 'must have 4 to 11 digits',
  '^([01]\\d|2[0-3]):[0-5]\\d$': 'must be a time, such as 09:00',
  '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$': 'must be a time, such as 17:30, or 24:00',
  '^#[0-9a-fA-F]{6}$': 'must be a color, such as #1f3a5f',
  '^[\\p{L}\\p{N} ,\'"_.\\-]*[\\p{L}\\p{N}][\\p{L}\\p{N} ,\'"_.\\-]*$': 'must be font names separated by commas',
  [HANDLE_PATTERN]: HANDLE,
  '^[a-z0-9-]{1,50}$': IDENTIFIER,
  '^[a-z0-9-]+$': IDENTIFIER,
  '^[a-z0-9_-]{1,50}$': 'must contain only lowercase letters, digits, hyphens and underscores',
  '^[a-z0-9]+(-[a-z0-9]+)*$': IDENTIFIER,
  '^[A-Za-z0-9_-]{16,100}$': 'must be the ID of a conversation, or a random ID of 16 to 100 letters, digits, - and _',
  '^[\\w.-]{1,100}$': KEY,
  '^[a-z][a-z0-9_]{0,49}$': 'must start with a letter and contain only lowercase letters, digits and underscores',
  '^#?[0-9]{1,12}$': 'must be an order number, such as #1001',
  '^[A-Za-z0-9@._+-]{1,200}$': 'must be a content ID, such as logo@example.com',
  '^(me|none|usr_[0-9a-z]{26})$': 'must be "me", "none" or the ID of a member',
  '^(me|usr_[0-9a-z]{26})$': 'must be "me" or the ID of a member',
  '^(none|team_[0-9a-z]{26})$': 'must be "none" or the ID of a team',
  '^(open|pending|resolved|tst_[0-9a-z]{26})(,(open|pending|resolved|tst_[0-9a-z]{26})){0,19}$':
    'must be IDs of statuses or open, pending, resolved, separated by commas',
  '^[A-Za-z0-9_.-]{1,50}$': KEY,
  '^var_[0-9a-hjkmnp-tv-z]{26}:[1-9][0-9]{0,3}$': 'must be a variant ID, a colon and a quantity, such as var_…:2',
  '^(sk|rk)_(live|test)_\\w{8,200}$': 'must be a Stripe key that starts with sk_ or rk_',
  '^pk_(live|test)_\\w{8,200}$': 'must be a Stripe key that starts with pk_',
  '^whsec_[\\w+/=-]{8,200}$': 'must be a Stripe webhook secret that starts with whsec_',
}

const FORMAT_MESSAGES: Record<string, string> = {
  date: 'must be a date, such as 2026-11-15',
  'date-time': 'must be a date and time, such as 2026-11-15T09:30:00.000Z',
  email: 'must be an email address',
  uri: 'must be a URL',
  'uri-reference': 'must be a URL or a path',
  uuid: 'must be a UUID',
}

const ID_PATTERN = /^\^([a-z]+_)\[0-9a-hjkmnp-tv-z\]\{26\}\$$/

/** Why a value does not match the pattern or format of its schema. */
export function describeFormat(schema: FormatSchema, data: unknown): string | undefined {
  const { pattern = '', format = '', errorMessage, examples: [example] = [] } = schema
  if (errorMessage) return errorMessage
  if (pattern === NAME_PATTERN || pattern === LINE_PATTERN) {
    return String(data).trim() === '' ? EMPTY : 'must be a single line without control characters'
  }
  const [, idPrefix] = ID_PATTERN.exec(pattern) ?? []
  if (idPrefix) return `must be an ID that starts with ${idPrefix}`
  // A pattern is narrower than its format; both have one message, so that they are one error.
  const message = PATTERN_MESSAGES[pattern] ?? FORMAT_MESSAGES[format]
  return message ?? (example === undefined ? undefined : `must look like ${example}`)
}
