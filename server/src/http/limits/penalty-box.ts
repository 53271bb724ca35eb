import { networkOf } from '../../kit/client-network.ts'
import { evictOldest } from './evict-oldest.ts'

interface Entry {
  points: number
  /** End of the minute in which points add up, or of the block. */
  endsMs: number
  isBlocked: boolean
}

export interface PenaltyBox {
  add(ip: string, points: number): void
  isBlocked(ip: string): boolean
  /** Usually false; then no address needs to be parsed. */
  isAnyBlocked(): boolean
}

interface Options {
  /** A client with more points within a minute is blocked. */
  maxPoints: number
  blockMs: number
  onBlock: (network: string) => void
}

const WINDOW_MS = 60_000
const MAX_ENTRIES = 10_000

/**
 * For behavior no client shows by mistake and that costs more to reject than to send: repeat offenders are blocked for
 * a while, before any of their bytes are read.
 */
export function openPenaltyBox({ maxPoints, blockMs, onBlock }: Options): PenaltyBox {
  const entries = new Map<string, Entry>()
  let blockedUntilMs = 0
  const isAnyBlocked = () => blockedUntilMs !== 0 && blockedUntilMs > performance.now()

  function find(network: string): Entry | undefined {
    const entry = entries.get(network)
    if (!entry || entry.endsMs > performance.now()) return entry
    entries.delete(network)
    return undefined
  }

  function addEntry(network: string): Entry {
    if (entries.size >= MAX_ENTRIES) evictOldest(entries)
    const entry = { points: 0, endsMs: performance.now() + WINDOW_MS, isBlocked: false }
    entries.set(network, entry)
    return entry
  }

  return {
    add(ip, points) {
      const network = networkOf(ip)
      const entry = find(network) ?? addEntry(network)
      entry.points += points
      if (entry.isBlocked || entry.points <= maxPoints) return
      entry.isBlocked = true
      entry.endsMs = performance.now() + blockMs
      blockedUntilMs = entry.endsMs
      onBlock(network)
    },
    isAnyBlocked,
    isBlocked: (ip) => isAnyBlocked() && find(networkOf(ip))?.isBlocked === true,
  }
}
