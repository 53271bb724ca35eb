import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

export interface Allowance {
  name: string
  /** Which requests are counted in it. */
  counts: string
  limit: number
  windowSeconds: number
}

export interface ClassUse extends Allowance {
  used: number
  resetAt: string
}

interface Point {
  startsAt: string
  accepted: number
  refused: number
}

export interface History {
  since: string
  bucketSeconds: number
  /** Points only where there were requests. */
  series: { name: string; points: Point[] }[]
}

export interface Limits {
  classes: ClassUse[]
  storefront: Allowance[]
}

const STALE_MS = 2000
/** The server's time has no fractions of a second, and the answer was under way. */
const TOLERATED_MS = 2000

/** The shell and the page ask the same question, each as often as it needs; nobody asks while the tab is hidden. */
export const useLimits = (environmentId: string, everyMs: number) =>
  useQuery({
    queryKey: ['limits', environmentId],
    queryFn: async ({ signal }) => {
      let clockLeadMs = 0
      const onServerTime = (at: Date) => {
        const leadMs = at.getTime() - Date.now()
        clockLeadMs = Math.abs(leadMs) > TOLERATED_MS ? leadMs : 0
      }
      const limits = await api<Limits>('/v1/limits?history=false', { environmentId, signal, onServerTime })
      return { limits, clockLeadMs }
    },
    staleTime: STALE_MS,
    refetchInterval: everyMs,
  })

const HISTORY_MS = 10_000

export const useHistory = (environmentId: string) =>
  useQuery({
    queryKey: ['limits', environmentId, 'history'],
    queryFn: async ({ signal }) =>
      (await api<{ history: History }>('/v1/limits?history=true', { environmentId, signal })).history,
    refetchInterval: HISTORY_MS,
  })
