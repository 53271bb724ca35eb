import type { Outcome } from './apply.ts'
import { byRank, type Candidate } from './candidates.ts'
import type { TraceStep } from './priced.ts'
import type { Phase } from './rules.ts'

/**
 * The time for a cart must not be in the hands of who makes promotions: so many sets are compared at most, of so many rivals,
 * and fewer where each takes long, which grows with lines and promotions. Beyond that the best alone come first.
 */
const MOST_SETS = 256
const MOST_RIVALS = 40
const MOST_WORK = 30_000

const sharesGroup = ({ promotion: one }: Candidate, { promotion: other }: Candidate): boolean =>
  !!one.exclusiveGroup && one.exclusiveGroup === other.exclusiveGroup

/** Each agrees to the other's phase, and they are not alternatives. */
export const areCompatible = (one: Candidate, other: Candidate): boolean =>
  one.promotion.combinesWith[other.phase] && other.promotion.combinesWith[one.phase] && !sharesGroup(one, other)

/** What stands between two: the group, or the phase that one of them does not agree to. */
export function conflictBetween(one: Candidate, other: Candidate): { rule: string; required: string } {
  if (sharesGroup(one, other)) return { rule: 'exclusiveGroup', required: one.promotion.exclusiveGroup ?? '' }
  return { rule: 'combinesWith', required: other.promotion.combinesWith[one.phase] ? other.phase : one.phase }
}

/** For the usual case, without looking at every pair. */
function areAllCompatible(candidates: readonly Candidate[]): boolean {
  const counts: Record<Phase, number> = { line: 0, order: 0, shipping: 0 }
  for (const { phase } of candidates) counts[phase]++
  const groups = new Set<string>()
  for (const { promotion, phase } of candidates) {
    const { line, order, shipping } = promotion.combinesWith
    if (!line && counts.line > (phase === 'line' ? 1 : 0)) return false
    if (!order && counts.order > (phase === 'order' ? 1 : 0)) return false
    if (!shipping && counts.shipping > (phase === 'shipping' ? 1 : 0)) return false
    if (!promotion.exclusiveGroup) continue
    if (groups.has(promotion.exclusiveGroup)) return false
    groups.add(promotion.exclusiveGroup)
  }
  return true
}

/**
 * All sets of compatible ones to which none can be added (Bron and Kerbosch, with a pivot); null if there are more than
 * `most`.
 */
function maximalSets(candidates: readonly Candidate[], most: number): Candidate[][] | null {
  const friends = candidates.map(
    (one) =>
      new Set(
        candidates.keys().filter((other) => candidates[other] !== one && areCompatible(one, candidates[other] ?? one)),
      ),
  )
  const sets: number[][] = []
  const grow = (chosen: number[], open: number[], closed: number[]): boolean => {
    if (open.length === 0 && closed.length === 0) return sets.push(chosen) <= most
    let pivot = friends[open[0] ?? closed[0] ?? 0]
    let covered = -1
    for (const each of [...open, ...closed]) {
      const count = open.filter((other) => friends[each]?.has(other)).length
      if (count > covered) {
        covered = count
        pivot = friends[each]
      }
    }
    let stillOpen = open
    const nowClosed = [...closed]
    for (const each of open) {
      if (pivot?.has(each)) continue
      const near = friends[each] ?? new Set()
      const isWithin = grow(
        [...chosen, each],
        stillOpen.filter((other) => near.has(other)),
        nowClosed.filter((other) => near.has(other)),
      )
      if (!isWithin) return false
      stillOpen = stillOpen.filter((other) => other !== each)
      nowClosed.push(each)
    }
    return true
  }
  if (!grow([], [...candidates.keys()], [])) return null
  return sets.map((set) => set.sort((one, other) => one - other).flatMap((position) => candidates[position] ?? []))
}

/** The most saving first, each if it agrees with those before. */
function greedySet(candidates: readonly Candidate[], alones: ReadonlyMap<Candidate, Outcome>): Candidate[] {
  const chosen: Candidate[] = []
  const bySaving = candidates.toSorted(
    (one, other) => (alones.get(other)?.worth ?? 0) - (alones.get(one)?.worth ?? 0) || byRank(one, other),
  )
  for (const candidate of bySaving) {
    if (chosen.every((other) => areCompatible(candidate, other))) chosen.push(candidate)
  }
  return chosen
}

/** Of what has an effect, by rank: the first that differs decides; otherwise the one that uses up less. */
function comesBefore(one: Outcome, other: Outcome): boolean {
  if (one.worth !== other.worth) return one.worth > other.worth
  const ones = one.effects.map(({ candidate }) => candidate).sort(byRank)
  const others = other.effects.map(({ candidate }) => candidate).sort(byRank)
  for (const [place, candidate] of ones.entries()) {
    const rival = others[place]
    if (!rival) return false
    if (rival !== candidate) return byRank(candidate, rival) < 0
  }
  return ones.length < others.length
}

type Apply = (candidates: readonly Candidate[]) => Outcome

interface Means {
  apply: Apply
  /** The same with shipping as it is without promotions: to weigh each alone, without asking all rates for each. */
  estimate: Apply
  lines: number
  trace?: TraceStep[] | undefined
}

/** More deals than this are taken as they come. */
const MOST_DEALS = 8

const isDeal = ({ promotion }: Candidate): boolean => promotion.benefit.kind === 'buyXGetY'

/** A set of promotions that agree, and what they do together. */
interface Priced {
  members: readonly Candidate[]
  outcome: Outcome
  /** Whether it is known that it would not be better without one of its deals. */
  isFair?: true
}

/** How many more sets may be priced. */
interface Budget {
  sets: number
}

/** Deals that look at the same line may want the same units. */
function haveDealsThatCompete(candidates: readonly Candidate[]): boolean {
  const seen = new Set<number>()
  for (const { deal } of candidates) {
    if (!deal) continue
    const own = new Set([...deal.buy, ...deal.get])
    if (!seen.isDisjointFrom(own)) return true
    for (const position of own) seen.add(position)
  }
  return false
}

/** Deals that agree with each other may still want the same units: one that takes them from a better one is left out. */
function withoutBadDeals(from: Priced, apply: Apply, budget: Budget = { sets: Number.POSITIVE_INFINITY }): Priced {
  let best = from
  while (!best.isFair && best.members.filter(isDeal).length > 1) {
    const { members, outcome } = best
    const deals = outcome.effects.flatMap(({ candidate }) => (isDeal(candidate) ? candidate : []))
    if (deals.length > MOST_DEALS || deals.length > budget.sets) return best
    budget.sets -= deals.length
    for (const deal of deals) {
      const others = members.filter((member) => member !== deal)
      const without = { members: others, outcome: apply(others) }
      if (without.outcome.worth > best.outcome.worth) best = without
    }
    if (best.members === members) best = { members, outcome, isFair: true }
  }
  return best
}

/** Candidates come in the order in which they are applied, and every set keeps it. */
export function chooseBest(candidates: readonly Candidate[], means: Means): Outcome {
  const { apply, estimate, lines, trace } = means
  const priceSet = (members: readonly Candidate[]): Priced => ({ members, outcome: apply(members) })
  if (candidates.length < 2 || areAllCompatible(candidates)) return withoutBadDeals(priceSet(candidates), apply).outcome

  const nothing = apply([]).worth
  const alones = new Map<Candidate, Outcome>()
  const rivals = candidates.filter((candidate) => {
    if (candidates.every((other) => other === candidate || areCompatible(candidate, other))) return false
    const alone = estimate([candidate])
    alones.set(candidate, alone)
    // What does nothing by itself does nothing in company; shipping may have been free only without company.
    return alone.effects.length > 0 || candidate.phase === 'shipping'
  })
  const isRival = new Set(rivals)
  const friendly = candidates.filter((candidate) => !alones.has(candidate))
  const workOfSet = (lines + 10) * (friendly.length + 10)
  const mostSets = Math.min(MOST_SETS, Math.floor(MOST_WORK / workOfSet))
  const sets = rivals.length > MOST_RIVALS ? null : maximalSets(rivals, mostSets)
  trace?.push({
    step: 'stacking',
    subject: null,
    outcome: sets ? 'compared_sets' : 'greedy',
    amount: null,
    details: { sets: sets?.length ?? null, conflicting: rivals.map(({ promotion }) => promotion.id) },
  })

  // What the sets leave of it, and always enough for two deals; beyond that, sets are compared with all their deals.
  const budget = { sets: Math.max(2, mostSets - (sets?.length ?? 0)) }
  let best: Priced | undefined
  for (const set of sets ?? [greedySet(rivals, alones)]) {
    const members = new Set([...friendly, ...set])
    const whole = priceSet(candidates.filter((candidate) => members.has(candidate)))
    const fair = haveDealsThatCompete(whole.members) ? withoutBadDeals(whole, apply, budget) : whole
    trace?.push({
      step: 'set',
      subject: null,
      outcome: 'priced',
      amount: fair.outcome.worth - nothing,
      details: { promotions: [...members].filter((each) => isRival.has(each)).map(({ promotion }) => promotion.id) },
    })
    if (!best || comesBefore(fair.outcome, best.outcome)) best = fair
  }
  return withoutBadDeals(best ?? priceSet(friendly), apply).outcome
}
