import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../kit/client-network.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { mediaTypeOf } from '../validation/request-encoding.ts'

export const IDEMPOTENCY_KEY = 'idempotency-key'
const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/

/** Identifies retries of the same request; null when the caller sends no key. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers[IDEMPOTENCY_KEY]
  return key === undefined ? null : toScopedKey(request, String(key))
}

export function toScopedKey(request: FastifyRequest, key: string): string {
  if (!KEY_PATTERN.test(key)) {
    throw invalidRequest('The Idempotency-Key must have 1 to 255 printable ASCII characters and no spaces.')
  }
  if (request.ctx.caller.kind === 'visitor' && isGuessable(key)) {
    throw invalidRequest(
      `Without an API key, the Idempotency-Key must be hard to guess and have at least ${MIN_VISITOR_KEY_LENGTH} characters, such as a UUID.`,
    )
  }
  const { url, routeOptions } = request
  const pathPrefix = routeOptions.config.idempotencyScope === 'path' ? `${url.split('?', 1)[0]} ` : ''
  return `${callerPrefix(request)}${pathPrefix}${key}`
}

/**
 * A visitor proves nothing but the key: anyone who sends the same one gets the same response, which may be a cart with
 * its address. So the key must not be guessable.
 */
const isGuessable = (key: string): boolean =>
  key.length < MIN_VISITOR_KEY_LENGTH || new Set(key).size < MIN_DISTINCT_CHARACTERS

const MIN_VISITOR_KEY_LENGTH = 16
/** Distinct characters. A random UUID has more; `0000000000000001` does not. */
const MIN_DISTINCT_CHARACTERS = 6

/**
 * All keys of a workspace are one caller: a retry may come with the next key. A visitor's keys are valid for their own
 * network only. A response for a customer is theirs alone, whoever sent their token. A key has no blanks, so nobody can
 * forge another caller's prefix.
 */
function callerPrefix({ ctx: { caller, customer }, ip }: FastifyRequest): string {
  if (customer) return `customer ${customer.id} ${caller.kind} `
  if (caller.kind === 'member') return `member ${caller.userId} `
  // An agent key may be in other hands than the shop's own keys.
  if (caller.kind === 'key' && caller.scope === 'agent') return 'agent '
  if (caller.kind !== 'visitor') return ''
  return `visitor ${createHash('sha256').update(networkOf(ip)).digest('base64url').slice(0, 22)} `
}

export function fingerprintOf(request: FastifyRequest): Buffer {
  const { method, url, body, headers } = request
  const hash = createHash('sha256').update(`${method}\n${url}\n`)
  // A request with another `If-Match` version is a different request.
  if (headers['if-match'] !== undefined) hash.update(`${headers['if-match']}\n`)
  // A file is hashed as it is: as JSON it would be four times as long. Its media type decides how it is processed, so
  // it counts too.
  if (Buffer.isBuffer(body))
    return hash
      .update(`${mediaTypeOf(request)}\n`)
      .update(body)
      .digest()
  return hash.update(JSON.stringify(body ?? null, sortFields)).digest()
}

/** The same fields in another order are the same request. */
const sortFields = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
