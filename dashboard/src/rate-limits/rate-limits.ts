import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, type ResponseBody } from '../api.ts'
import { useRead } from '../resource.ts'
import { useWorkspace } from '../session.ts'

export type RateLimits = ResponseBody<'/v1/limits'>
export type RateLimitUsage = RateLimits['limits'][number]
export type RateLimit = RateLimits['storefront'][number]
export type RequestHistory = NonNullable<RateLimits['history']>

const STALE_MS = 2000
/** The server's clock has no fractions of a second, and the response takes time. */
const CLOCK_TOLERANCE_MS = 2000

/** Shell and page share the query, each with its own interval; no polling in a hidden tab. */
export function useRateLimits(pollMs: number) {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: [environmentId, 'v1', 'limits'],
    queryFn: async ({ signal }) => {
      let clockOffsetMs = 0
      const onServerTime = (at: Date) => {
        const offsetMs = at.getTime() - Date.now()
        clockOffsetMs = Math.abs(offsetMs) > CLOCK_TOLERANCE_MS ? offsetMs : 0
      }
      const limits = await api.get('/v1/limits', { query: { history: false }, environmentId, signal, onServerTime })
      return { limits, clockOffsetMs }
    },
    staleTime: STALE_MS,
    refetchInterval: pollMs,
  })
}

const HISTORY_POLL_MS = 10_000

export const useRequestHistory = () =>
  useRead('/v1/limits', { query: { history: true } }, { refetchInterval: HISTORY_POLL_MS })

const SECOND_MS = 1000

/** The server's clock ends the windows; the local one may be minutes off. */
export function useServerTime(clockOffsetMs: number): Date {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return new Date(nowMs + clockOffsetMs)
}

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
