import { networkOf } from '../../kit/client-network.ts'

interface Entry {
  points: number
  /** End of the minute in which points are added up, or of the block. */
  endsMs: number
  isBlocked: boolean
}

export interface PenaltyBox {
  add(ip: string, points: number): void
  isBlocked(ip: string): boolean
  /** Mostly nobody is, and then an address need not even be read. */
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
 * For what no client does by mistake and what costs more to refuse than to ask: whoever keeps doing it is blocked for a
 * while, before anything of theirs is read.
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

/** The oldest; those with many addresses only push out their own. */
function evictOldest(entries: Map<string, Entry>): void {
  const [oldest] = entries.keys()
  if (oldest !== undefined) entries.delete(oldest)
}
