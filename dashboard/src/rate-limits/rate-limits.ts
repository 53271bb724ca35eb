import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../api.ts'

export interface RateLimit {
  name: string
  /** The requests this limit counts. */
  counts: string
  limit: number
  windowSeconds: number
}

export interface RateLimitUsage extends RateLimit {
  used: number
  resetAt: string
}

interface HistoryPoint {
  startsAt: string
  accepted: number
  refused: number
}

export interface RequestHistory {
  since: string
  bucketSeconds: number
  /** Contains only buckets with requests. */
  series: { name: string; points: HistoryPoint[] }[]
}

export interface RateLimits {
  classes: RateLimitUsage[]
  storefront: RateLimit[]
}

const STALE_MS = 2000
/** The server's clock has no fractions of a second, and the response takes time. */
const CLOCK_TOLERANCE_MS = 2000

/** Shell and page share the query, each with its own interval; no polling in a hidden tab. */
export const useRateLimits = (environmentId: string, pollMs: number) =>
  useQuery({
    queryKey: ['limits', environmentId],
    queryFn: async ({ signal }) => {
      let clockOffsetMs = 0
      const onServerTime = (at: Date) => {
        const offsetMs = at.getTime() - Date.now()
        clockOffsetMs = Math.abs(offsetMs) > CLOCK_TOLERANCE_MS ? offsetMs : 0
      }
      const limits = await api<RateLimits>('/v1/limits?history=false', { environmentId, signal, onServerTime })
      return { limits, clockOffsetMs }
    },
    staleTime: STALE_MS,
    refetchInterval: pollMs,
  })

const HISTORY_POLL_MS = 10_000

export const useRequestHistory = (environmentId: string) =>
  useQuery({
    queryKey: ['limits', environmentId, 'history'],
    queryFn: async ({ signal }) =>
      (await api<{ history: RequestHistory }>('/v1/limits?history=true', { environmentId, signal })).history,
    refetchInterval: HISTORY_POLL_MS,
  })

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
