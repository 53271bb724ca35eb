import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

export const MODES = ['live', 'test'] as const
export type Mode = (typeof MODES)[number]

/** `full`: everything. `agent`: agentic checkout and the public catalog. `read`: every GET and HEAD. */
export const SCOPES = ['full', 'agent', 'read'] as const
export type Scope = (typeof SCOPES)[number]

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SHAPE = /^svc_(live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/** Six base62 characters hold any CRC-32 (62^6 > 2^32). A typo is rejected without a query. */
function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let position = 0; position < 6; position++) {
    digits = BASE62[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** 32 base62 characters are 190 bits from the operating system's generator. */
export function newApiKey(mode: Mode): string {
  return withChecksum(`svc_${mode}_${Array.from({ length: 32 }, () => BASE62[randomInt(62)]).join('')}`)
}

/** The same key for the same secret, which must be as hard to guess. */
export function deriveApiKey(mode: Mode, secret: string): string {
  let rest = BigInt(`0x${hash('sha512', secret)}`)
  const digits = Array.from({ length: 32 }, () => {
    const digit = BASE62[Number(rest % 62n)]
    rest /= 62n
    return digit
  })
  return withChecksum(`svc_${mode}_${digits.join('')}`)
}

const withChecksum = (text: string): string => text + checksum(text)

export function looksLikeApiKey(value: string): boolean {
  return SHAPE.test(value) && checksum(value.slice(0, -6)) === value.slice(-6)
}

/**
 * Keys are stored as hashes. The input has 190 random bits, so a fast hash is as good as a slow one and costs a request
 * nothing.
 */
export const hashApiKey = (value: string): Buffer => hash('sha256', value, 'buffer')

/** What people may see of a key after it was created: `svc_live_…a1B2`. */
export const apiKeyHint = (value: string): string => `${value.slice(0, 9)}…${value.slice(-4)}`
