import { formatRelativeTime } from '../ui/relative-time.ts'
import type { ApiKey } from './keys.ts'

const RECENT_USE_MS = 24 * 3_600_000

export function formatLastUse(
  { lastUsedAt, lastUsedIp }: Pick<ApiKey, 'lastUsedAt' | 'lastUsedIp'>,
  now: Date,
): string {
  if (!lastUsedAt) return 'Never used.'
  const from = lastUsedIp ? ` from ${lastUsedIp}` : ''
  return `Last used ${formatRelativeTime(new Date(lastUsedAt), now)}${from}.`
}

/** Used within the last day: something probably still depends on it. */
export const isRecentlyUsed = ({ lastUsedAt }: Pick<ApiKey, 'lastUsedAt'>, now: Date) =>
  lastUsedAt !== null && now.getTime() - new Date(lastUsedAt).getTime() < RECENT_USE_MS
