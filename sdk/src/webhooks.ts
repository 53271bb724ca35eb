import { parseJson } from './json.ts'
import type { Event } from './models.ts'

/** Senders and receivers disagree about the time by less than this. An older request may be a replayed one. */
const TOLERANCE_SECONDS = 300

type ToWebhook<E> = E extends { createdAt: string } ? Omit<E, 'createdAt'> & { timestamp: string } : never

/** The body of a webhook: `type` decides which fields `data` has. `id` is the same in all attempts. */
export type WebhookEvent = ToWebhook<Event>

/** Headers of a request, as `fetch`, Node and most frameworks have them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface ParseWebhookOptions {
  /** Seconds that the request may be older or newer than this clock; defaults to 300. */
  toleranceSeconds?: number | undefined
}

/** The request is not from Storedesk, or not as it was sent. Respond with 400 and ignore the body. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
  readonly code: 'missing_header' | 'invalid_timestamp' | 'invalid_signature' | 'invalid_body'

  constructor(code: WebhookVerificationError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Verifies a webhook (Standard Webhooks, https://www.standardwebhooks.com) and returns its event. Pass the body as it was
 * received: parsed and serialized again, its signature no longer matches. While you rotate the secret, pass both.
 *
 * @example
 * export async function POST(request: Request): Promise<Response> {
 *   const event = await parseWebhook(await request.text(), request.headers, process.env.STOREDESK_WEBHOOK_SECRET ?? '')
 *   if (event.type === 'order.created') console.log(event.data.orderId)
 *   return new Response()
 * }
 */
export async function parseWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: ParseWebhookOptions = {},
): Promise<WebhookEvent> {
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signatures = readHeader(headers, 'webhook-signature')
  assertRecent(timestamp, toleranceSeconds)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const content = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  if (!(await matchesAny(content, decodeSignatures(signatures), [secrets].flat()))) {
    throw new WebhookVerificationError(
      'invalid_signature',
      'The signature does not match. Check the secret, and that the body is exactly as received.',
    )
  }
  const event = parseJson(new TextDecoder().decode(bytes))
  if (!isEvent(event)) throw new WebhookVerificationError('invalid_body', 'The body is not an event.')
  return event
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : findHeader(headers, name)
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError('missing_header', `The header ${name} is missing.`)
}

/** Node has lowercase names; other frameworks keep them as they were sent. */
function findHeader(headers: object, name: string): unknown {
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return Array.isArray(value) ? value[0] : value
}

function assertRecent(timestamp: string, toleranceSeconds: number): void {
  const ageSeconds = Date.now() / 1000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN)
  if (Math.abs(ageSeconds) <= toleranceSeconds) return
  throw new WebhookVerificationError(
    'invalid_timestamp',
    'The timestamp is too far from the current time. Check the clock of this server.',
  )
}

/** `v1,` and base64, separated by spaces: one for each secret that is valid now. Other versions are not for us. */
const decodeSignatures = (header: string): Bytes[] =>
  header.split(' ').flatMap((part) => (part.startsWith('v1,') ? (decodeBase64(part.slice(3)) ?? []) : []))

/** WebCrypto compares in constant time. */
async function matchesAny(content: Bytes, signatures: Bytes[], secrets: readonly string[]): Promise<boolean> {
  for (const secret of secrets) {
    const secretBytes = decodeBase64(secret.replace(/^whsec_/, ''))
    if (!secretBytes?.length) throw new TypeError('A webhook secret starts with whsec_, followed by base64.')
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', secretBytes, algorithm, false, ['verify'])
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, content)) return true
    }
  }
  return false
}

type Bytes = Uint8Array<ArrayBuffer>

/** Undefined if it is not base64. */
function decodeBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function concat(first: Uint8Array, second: Uint8Array): Bytes {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

function isEvent(value: unknown): value is WebhookEvent {
  const event = value as Partial<WebhookEvent> | null | undefined
  return typeof event?.id === 'string' && typeof event.type === 'string' && typeof event.data === 'object'
}
