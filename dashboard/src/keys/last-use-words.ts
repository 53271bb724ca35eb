import { agoInWords } from '../parts/ago.ts'
import type { Key } from './keys.ts'

const STILL_IN_USE_MS = 24 * 3_600_000

export function lastUseInWords({ lastUsedAt, lastUsedIp }: Pick<Key, 'lastUsedAt' | 'lastUsedIp'>, now: Date): string {
  if (!lastUsedAt) return 'It was never used.'
  const from = lastUsedIp ? ` from ${lastUsedIp}` : ''
  return `It was last used ${agoInWords(new Date(lastUsedAt), now)}${from}.`
}

/** Used within a day: something out there probably still depends on it. */
export const isStillInUse = ({ lastUsedAt }: Pick<Key, 'lastUsedAt'>, now: Date) =>
  lastUsedAt !== null && now.getTime() - new Date(lastUsedAt).getTime() < STILL_IN_USE_MS
