import { createHmac, timingSafeEqual } from 'node:crypto'

/** A request as it arrived. Names of headers are lowercase. */
export interface SignedRequest {
  /** The raw bytes: parsing and writing JSON again changes them. */
  body: Buffer
  headers: Record<string, string | string[] | undefined>
  /** Several while a secret is replaced: one that matches is enough. */
  secrets: string[]
  now: Date
}

export type Verdict = 'valid' | 'missing' | 'invalid' | 'expired'

/** In constant time for texts of the same length; the length of a signature is no secret. */
export function isEqual(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

export const hmac = (key: string | Buffer, encoding: 'hex' | 'base64', ...parts: (string | Buffer)[]): string => {
  const hash = createHmac('sha256', key)
  for (const part of parts) hash.update(part)
  return hash.digest(encoding)
}

/** A header that is sent twice is not valid in any scheme. */
export const readHeader = (headers: SignedRequest['headers'], name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Five minutes, in both directions: a signature from the future could be replayed until then. */
const TOLERANCE_SECONDS = 300

export const isRecent = (timestamp: string, now: Date): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS
