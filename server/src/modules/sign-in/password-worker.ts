import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

export interface HashRequest {
  id: number
  password: string
  /** The hash to compare with; without it a new one is created. */
  hash?: string
}

export interface HashResult {
  id: number
  hash: string
  matches: boolean
  error?: string
}

/** Same parameters as better-auth (`better-auth/crypto`): both can read the stored hashes. */
const SCRYPT = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }
const KEY_BYTES = 64
const SALT_BYTES = 16
const NICE = 5

const deriveKey = (password: string, salt: string) => scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, SCRYPT)

function handleRequest({ id, password, hash }: HashRequest): HashResult {
  if (hash === undefined) {
    const salt = randomBytes(SALT_BYTES).toString('hex')
    return { id, hash: `${salt}:${deriveKey(password, salt).toString('hex')}`, matches: true }
  }
  const [salt, key] = hash.split(':')
  if (!salt || !key) throw new Error('A stored password hash is malformed')
  const expected = Buffer.from(key, 'hex')
  const actual = deriveKey(password, salt)
  return { id, hash, matches: expected.length === actual.length && timingSafeEqual(expected, actual) }
}

/**
 * With few cores, requests go first. Linux gives each thread an id of its own; elsewhere the priority stays the same.
 */
function yieldToRequests(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (Number.isInteger(thread)) setPriority(thread, NICE)
  } catch {
    // Not on Linux, or not permitted.
  }
}

yieldToRequests()
parentPort?.on('message', (request: HashRequest) => {
  try {
    parentPort?.postMessage(handleRequest(request))
  } catch (error) {
    parentPort?.postMessage({ id: request.id, hash: '', matches: false, error: String(error) } satisfies HashResult)
  }
})
