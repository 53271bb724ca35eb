import type { RateLimitUsage } from './rate-limits.ts'

export type UsageLevel = 'calm' | 'near' | 'full'

const NEAR_LIMIT_RATIO = 0.8

export interface CurrentUsage {
  used: number
  limit: number
  /** From 0 to 1. */
  ratio: number
  level: UsageLevel
  resetInSeconds: number
}

/** A window may end between two responses; its usage is then zero. */
export function currentUsage({ used, limit, windowSeconds, resetAt }: RateLimitUsage, now: Date): CurrentUsage {
  const remainingSeconds = Math.ceil((new Date(resetAt).getTime() - now.getTime()) / 1000)
  const currentlyUsed = remainingSeconds > 0 ? used : 0
  const ratio = limit > 0 ? Math.min(1, currentlyUsed / limit) : 1
  return {
    used: currentlyUsed,
    limit,
    ratio: ratio,
    level: usageLevel(ratio),
    resetInSeconds: Math.min(windowSeconds, Math.max(0, remainingSeconds)),
  }
}

function usageLevel(ratio: number): UsageLevel {
  if (ratio >= 1) return 'full'
  return ratio >= NEAR_LIMIT_RATIO ? 'near' : 'calm'
}

export interface NearLimit extends CurrentUsage {
  name: string
}

/** At 80 % or more, fullest first. */
export const nearLimits = (classes: RateLimitUsage[], now: Date): NearLimit[] =>
  classes
    .map((of) => ({ name: of.name, ...currentUsage(of, now) }))
    .filter(({ level }) => level !== 'calm')
    .sort((a, b) => b.ratio - a.ratio)
