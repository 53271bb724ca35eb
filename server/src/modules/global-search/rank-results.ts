import type { SearchResult } from './schemas.ts'

/** What people call it: numbers, SKUs, emails, names. */
export interface Candidate extends Omit<SearchResult, 'match'> {
  identifiers: (string | null)[]
}

const MATCHES = ['exact', 'prefix', 'other'] as const satisfies SearchResult['match'][]

/** An exact identifier first, then what starts with the query, then the rest; among equals the newest. */
export function rankResults(candidates: Candidate[], q: string): SearchResult[] {
  const wanted = fold(q)
  const seen = new Set<string>()
  return candidates
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .map(({ identifiers, ...result }) => ({ ...result, match: matchOf(identifiers, wanted) }))
    .toSorted(
      (one, other) =>
        MATCHES.indexOf(one.match) - MATCHES.indexOf(other.match) || other.updatedAt.localeCompare(one.updatedAt),
    )
}

function matchOf(identifiers: (string | null)[], wanted: string): SearchResult['match'] {
  const folded = identifiers.flatMap((one) => (one ? [fold(one)] : []))
  if (folded.includes(wanted)) return 'exact'
  return folded.some((one) => one.startsWith(wanted)) ? 'prefix' : 'other'
}

/** `#1001` is 1001, and `Émile` is emile. */
const fold = (text: string) => text.trim().replace(/^#/, '').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
