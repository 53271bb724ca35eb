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
const COST = 16_384
const BLOCK_SIZE = 16
const KEY_BYTES = 64
const SALT_BYTES = 16
const NICE = 5

const deriveKey = (password: string, salt: string, cost: number) =>
  scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, {
    N: cost,
    r: BLOCK_SIZE,
    p: 1,
    maxmem: 2 * 128 * cost * BLOCK_SIZE,
  })

function handleRequest({ id, password, hash }: HashRequest): HashResult {
  if (hash === undefined) {
    const salt = randomBytes(SALT_BYTES).toString('hex')
    return { id, hash: `${salt}:${deriveKey(password, salt, COST).toString('hex')}`, matches: true }
  }
  const { salt, key, cost } = parseHash(hash)
  const expected = Buffer.from(key, 'hex')
  const actual = deriveKey(password, salt, cost)
  return { id, hash, matches: expected.length === actual.length && timingSafeEqual(expected, actual) }
}

/** `salt:key`, or `cost:salt:key` for another cost than the usual one. */
function parseHash(hash: string): { salt: string; key: string; cost: number } {
  const [key, salt, cost = String(COST)] = hash.split(':').reverse()
  if (!salt || !key) throw new Error('A stored password hash is malformed')
  return { salt, key, cost: Number(cost) }
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
