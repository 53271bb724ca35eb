import type { ClassUse } from './limits.ts'

export type Level = 'calm' | 'near' | 'full'

const NEAR_SHARE = 0.8

export interface PresentUse {
  used: number
  limit: number
  /** From 0 to 1. */
  share: number
  level: Level
  resetInSeconds: number
}

/** Between two answers of the server a window may end: from then on nothing of it is used. */
export function presentUse({ used, limit, windowSeconds, resetAt }: ClassUse, now: Date): PresentUse {
  const leftSeconds = Math.ceil((new Date(resetAt).getTime() - now.getTime()) / 1000)
  const counted = leftSeconds > 0 ? used : 0
  const share = limit > 0 ? Math.min(1, counted / limit) : 1
  return {
    used: counted,
    limit,
    share,
    level: levelOf(share),
    resetInSeconds: Math.min(windowSeconds, Math.max(0, leftSeconds)),
  }
}

function levelOf(share: number): Level {
  if (share >= 1) return 'full'
  return share >= NEAR_SHARE ? 'near' : 'calm'
}

export interface NearLimit extends PresentUse {
  name: string
}

/** At or over 80 %, the fullest first. */
export const nearLimits = (classes: ClassUse[], now: Date): NearLimit[] =>
  classes
    .map((of) => ({ name: of.name, ...presentUse(of, now) }))
    .filter(({ level }) => level !== 'calm')
    .sort((a, b) => b.share - a.share)
