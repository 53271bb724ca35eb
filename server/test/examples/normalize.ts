import { createHash } from 'node:crypto'

const BASE_MS = Date.UTC(2026, 0, 15, 10)
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Longer texts, such as a whole email, are cut: an example shows the shape. */
const MAX_TEXT = 700
const MAX_ITEMS = 2

/**
 * Makes recorded values the same in every run: IDs, times, tokens and addresses become made-up ones, the same value
 * always the same one.
 */
export function createNormalizer(nowMs: number, ownUrls: string[]) {
  const ids = new Map<string, string>()
  const counts = new Map<string, number>()
  const replaceKnown = (found: string, kind: string, make: (seed: string) => string): string => {
    const known = ids.get(found)
    if (known) return known
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const made = make(hashOf(`${kind} ${count}`))
    ids.set(found, made)
    return made
  }

  const numbered = (found: string, kind: string, name: string, rest = ''): string => {
    replaceKnown(found, kind, () => `${name}${(counts.get(kind) ?? 1) > 1 ? counts.get(kind) : ''}${rest}`)
    return ids.get(found) ?? found
  }

  const PATTERNS: [RegExp, (found: string) => string][] = [
    [/\btried-[0-9a-f-]{36}@shop\.example/g, (address) => numbered(address, 'mailbox', 'support', '@shop.example')],
    [/\b[0-9a-f-]{36}@example\.com/g, (address) => numbered(address, 'email', 'ada', '@example.com')],
    [/\btried_\d+/g, (key) => numbered(key, 'field', 'order_reference')],
    [/\btried \d+\.\d+/gi, () => 'Example'],
    [/(?<=^|\/codes\/)(?=\w*\d)[A-Z0-9]{10}$/g, (code) => replaceKnown(code, 'code', toCode)],
    [/^\w{4}-\w{4}-\w{4}-\w{4}$/g, () => 'C8KQ-4TNW-7RZM-X2PD'],
    [/\bAs of \d+\.\d+/g, () => 'We ship on weekdays.'],
    [/\bquote_[\w-]{50,}/g, () => 'quote_WzEsInN0YW5kYXJkIiwiRVVSIiw0OTAsMTc2ODQ3MTIwMDAwMF0'],
    [
      /\b[a-z]{2,10}_[0-9a-hjkmnp-tv-z]{26}(?![0-9a-z])/g,
      (id) => replaceKnown(id, id.split('_')[0] ?? '', (seed) => `${id.split('_')[0]}_01k${base32(seed, 23)}`),
    ],
    [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, () => 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJl'],
    [/\bwhsec_[\w+/=-]+/g, () => 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
    [/\bsvc_(live|test)_\w+/g, (key) => `${key.slice(0, 9)}…`],
    [
      /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
      (id) => replaceKnown(id, 'uuid', toUuid),
    ],
    [/\b[0-9a-f]{64}\b/g, (hash) => replaceKnown(hash, 'hash', (seed) => seed.slice(0, 64))],
    [/\breq_[0-9a-f]{32}\b/g, () => 'req_6b1f0c9a4d7e42c58a3f9e0d1b2c3a4f'],
    [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, (time) => moveTime(time, nowMs)],
    [/\b20\d\d-\d\d-\d\d\b(?!T)/g, (date) => moveDate(date, nowMs)],
    [
      /(?<=[/=.])[\w-]{43,}(?=$|[?&"])/g,
      (token) => replaceKnown(token, 'token', (seed) => Buffer.from(seed).toString('base64url').slice(0, 43)),
    ],
  ]

  const text = (value: string): string => {
    let result = value
    for (const url of ownUrls) result = result.replaceAll(url, 'https://desk.example.com')
    for (const [pattern, replace] of PATTERNS) result = result.replaceAll(pattern, replace)
    return result
  }

  const any = (value: unknown, isResponse: boolean): unknown => {
    if (typeof value === 'string') {
      const normalized = text(value)
      return isResponse && normalized.length > MAX_TEXT ? `${normalized.slice(0, MAX_TEXT)}…` : normalized
    }
    if (Array.isArray(value)) {
      const items = isResponse ? value.slice(0, MAX_ITEMS) : value
      return items.map((item) => any(item, isResponse))
    }
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [text(name), SECRETS[name]?.(item) ?? any(item, isResponse)]),
    )
  }
  return { text, request: (value: unknown) => any(value, false), response: (value: unknown) => any(value, true) }
}

/** Random values of fields that have no pattern of their own. */
const SECRETS: Record<string, (value: unknown) => unknown> = {
  refreshToken: (value) => (typeof value === 'string' ? 'rft_8Zk3vQ0yT1xLr7sNw2bE5uJc9aPdHfGm' : undefined),
  clientSecret: (value) => (typeof value === 'string' && value.includes('_secret_') ? 'pay_…_secret_…' : undefined),
  requestId: (value) => (typeof value === 'string' ? 'req_6b1f0c9a4d7e42c58a3f9e0d1b2c3a4f' : undefined),
  secret: (value) =>
    typeof value === 'string' && !value.startsWith('whsec_')
      ? 'q7Jr0m2V9cXkT4sWb8yZ1uNf6dHgPaEo3LiKxQeRtC5'
      : undefined,
  code: (value) => (typeof value === 'string' && /^\d{6}$/.test(value) ? '483920' : undefined),
  nextCursor: (value) => (typeof value === 'string' ? 'b3JkXzAxa2NhNXIzdG1kd2cxenl5N2Y0aHE' : undefined),
  last4: (value) => (typeof value === 'string' && /[A-Z]/.test(value) ? 'X2PD' : undefined),
  created: (value) => (typeof value === 'number' ? BASE_MS / 1000 : undefined),
  accepted: (value) => (typeof value === 'number' ? 42 : undefined),
  ms: (value) => (typeof value === 'number' ? 12 : undefined),
  durationMs: (value) => (typeof value === 'number' ? 12 : undefined),
}

const toCode = (seed: string): string => base32(seed, 10).toUpperCase()

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

const base32 = (seed: string, length: number): string =>
  Array.from({ length }, (_, at) => ALPHABET[Number.parseInt(seed.slice(at * 2, at * 2 + 2), 16) % 32]).join('')

const toUuid = (seed: string): string =>
  [seed.slice(0, 8), seed.slice(8, 12), `4${seed.slice(13, 16)}`, `8${seed.slice(17, 20)}`, seed.slice(20, 32)].join(
    '-',
  )

/** Keeps its distance from now, to the minute. Times long ago are part of the sample. */
function moveTime(time: string, nowMs: number): string {
  const distanceMs = Date.parse(time) - nowMs
  if (distanceMs < -DAY_MS * 40) return time
  const moved = new Date(BASE_MS + Math.round(distanceMs / MINUTE_MS / 5) * 5 * MINUTE_MS).toISOString()
  return time.includes('.') ? moved : moved.replace('.000Z', 'Z')
}

function moveDate(date: string, nowMs: number): string {
  const days = Math.round((Date.parse(date) - nowMs) / DAY_MS)
  return days < -400 ? date : new Date(BASE_MS + days * DAY_MS).toISOString().slice(0, 10)
}
