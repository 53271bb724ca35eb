import type { DiscountResult } from './apply-promotions.ts'
import { byRank, type Candidate } from './candidates.ts'
import type { TraceStep } from './pricing-result.ts'
import type { Phase } from './rules.ts'

/**
 * The time for a cart must not be in the hands of who makes promotions: so many sets are compared at most, of so many rivals,
 * and fewer where each takes long, which grows with lines and promotions. Beyond that the best alone come first.
 */
const MAX_SETS = 256
const MAX_RIVALS = 40
const MAX_WORK = 30_000

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
function maximalSets(candidates: readonly Candidate[], maxSets: number): Candidate[][] | null {
  const compatible = candidates.map(
    (one) =>
      new Set(
        candidates.keys().filter((other) => candidates[other] !== one && areCompatible(one, candidates[other] ?? one)),
      ),
  )
  const sets: number[][] = []
  const grow = (chosen: number[], open: number[], closed: number[]): boolean => {
    if (open.length === 0 && closed.length === 0) return sets.push(chosen) <= maxSets
    let pivot = compatible[open[0] ?? closed[0] ?? 0]
    let covered = -1
    for (const each of [...open, ...closed]) {
      const count = open.filter((other) => compatible[each]?.has(other)).length
      if (count > covered) {
        covered = count
        pivot = compatible[each]
      }
    }
    let stillOpen = open
    const nowClosed = [...closed]
    for (const each of open) {
      if (pivot?.has(each)) continue
      const neighbors = compatible[each] ?? new Set()
      const isWithin = grow(
        [...chosen, each],
        stillOpen.filter((other) => neighbors.has(other)),
        nowClosed.filter((other) => neighbors.has(other)),
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
function greedySet(
  candidates: readonly Candidate[],
  aloneResults: ReadonlyMap<Candidate, DiscountResult>,
): Candidate[] {
  const chosen: Candidate[] = []
  const bySaving = candidates.toSorted(
    (one, other) => (aloneResults.get(other)?.value ?? 0) - (aloneResults.get(one)?.value ?? 0) || byRank(one, other),
  )
  for (const candidate of bySaving) {
    if (chosen.every((other) => areCompatible(candidate, other))) chosen.push(candidate)
  }
  return chosen
}

/** Of what has an effect, by rank: the first that differs decides; otherwise the one that uses up less. */
function isBetter(one: DiscountResult, other: DiscountResult): boolean {
  if (one.value !== other.value) return one.value > other.value
  const ones = one.effects.map(({ candidate }) => candidate).sort(byRank)
  const others = other.effects.map(({ candidate }) => candidate).sort(byRank)
  for (const [index, candidate] of ones.entries()) {
    const rival = others[index]
    if (!rival) return false
    if (rival !== candidate) return byRank(candidate, rival) < 0
  }
  return ones.length < others.length
}

type Apply = (candidates: readonly Candidate[]) => DiscountResult

interface StackingContext {
  apply: Apply
  /** The same with shipping as it is without promotions: to weigh each alone, without asking all rates for each. */
  estimate: Apply
  lines: number
  trace?: TraceStep[] | undefined
}

/** More deals than this are taken as they come. */
const MAX_DEALS = 8

const isDeal = ({ promotion }: Candidate): boolean => promotion.benefit.kind === 'buyXGetY'

/** A set of promotions that agree, and what they do together. */
interface PricedSet {
  members: readonly Candidate[]
  outcome: DiscountResult
  /** Whether it is known that it would not be better without one of its deals. */
  isOptimal?: true
}

/** How many more sets may be priced. */
interface Budget {
  sets: number
}

/** Deals that look at the same line may want the same units. */
function hasCompetingDeals(candidates: readonly Candidate[]): boolean {
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
function dropHarmfulDeals(
  from: PricedSet,
  apply: Apply,
  budget: Budget = { sets: Number.POSITIVE_INFINITY },
): PricedSet {
  let best = from
  while (!best.isOptimal && best.members.filter(isDeal).length > 1) {
    const { members, outcome } = best
    const deals = outcome.effects.flatMap(({ candidate }) => (isDeal(candidate) ? candidate : []))
    if (deals.length > MAX_DEALS || deals.length > budget.sets) return best
    budget.sets -= deals.length
    for (const deal of deals) {
      const others = members.filter((member) => member !== deal)
      const without = { members: others, outcome: apply(others) }
      if (without.outcome.value > best.outcome.value) best = without
    }
    if (best.members === members) best = { members, outcome, isOptimal: true }
  }
  return best
}

/** Candidates come in the order in which they are applied, and every set keeps it. */
export function chooseBestCombination(candidates: readonly Candidate[], context: StackingContext): DiscountResult {
  const { apply, estimate, lines, trace } = context
  const priceSet = (members: readonly Candidate[]): PricedSet => ({ members, outcome: apply(members) })
  if (candidates.length < 2 || areAllCompatible(candidates))
    return dropHarmfulDeals(priceSet(candidates), apply).outcome

  const baseline = apply([]).value
  const aloneResults = new Map<Candidate, DiscountResult>()
  const rivals = candidates.filter((candidate) => {
    if (candidates.every((other) => other === candidate || areCompatible(candidate, other))) return false
    const alone = estimate([candidate])
    aloneResults.set(candidate, alone)
    // What does nothing by itself does nothing in company; shipping may have been free only without company.
    return alone.effects.length > 0 || candidate.phase === 'shipping'
  })
  const isRival = new Set(rivals)
  const uncontested = candidates.filter((candidate) => !aloneResults.has(candidate))
  const workPerSet = (lines + 10) * (uncontested.length + 10)
  const maxSets = Math.min(MAX_SETS, Math.floor(MAX_WORK / workPerSet))
  const sets = rivals.length > MAX_RIVALS ? null : maximalSets(rivals, maxSets)
  trace?.push({
    step: 'stacking',
    subject: null,
    outcome: sets ? 'compared_sets' : 'greedy',
    amount: null,
    details: { sets: sets?.length ?? null, conflicting: rivals.map(({ promotion }) => promotion.id) },
  })

  // What the sets leave of it, and always enough for two deals; beyond that, sets are compared with all their deals.
  const budget = { sets: Math.max(2, maxSets - (sets?.length ?? 0)) }
  let best: PricedSet | undefined
  for (const set of sets ?? [greedySet(rivals, aloneResults)]) {
    const members = new Set([...uncontested, ...set])
    const whole = priceSet(candidates.filter((candidate) => members.has(candidate)))
    const optimized = hasCompetingDeals(whole.members) ? dropHarmfulDeals(whole, apply, budget) : whole
    trace?.push({
      step: 'set',
      subject: null,
      outcome: 'priced',
      amount: optimized.outcome.value - baseline,
      details: { promotions: [...members].filter((each) => isRival.has(each)).map(({ promotion }) => promotion.id) },
    })
    if (!best || isBetter(optimized.outcome, best.outcome)) best = optimized
  }
  return dropHarmfulDeals(best ?? priceSet(uncontested), apply).outcome
}
