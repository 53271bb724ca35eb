import type { DiscountResult } from './apply-promotions.ts'
import { byRank, type Candidate } from './candidates.ts'
import type { PromotionRule, TraceStep } from './pricing-result.ts'
import type { Phase } from './rules.ts'

/**
 * Bounds the time per cart, whatever promotions a shop creates: the number of sets compared, of rival promotions, and
 * of work, which grows with items and promotions. Beyond these limits, the choice is greedy by single savings.
 */
const MAX_SETS = 256
const MAX_RIVALS = 40
const MAX_WORK = 30_000

const sharesGroup = ({ promotion: one }: Candidate, { promotion: other }: Candidate): boolean =>
  !!one.exclusiveGroup && one.exclusiveGroup === other.exclusiveGroup

/** Each allows the other's phase, and they share no exclusive group. */
export const areCompatible = (one: Candidate, other: Candidate): boolean =>
  one.promotion.combinesWith[other.phase] && other.promotion.combinesWith[one.phase] && !sharesGroup(one, other)

/** Returns the conflict between two promotions: their group, or the phase one of them does not allow. */
export function conflictBetween(one: Candidate, other: Candidate): { rule: PromotionRule; required: string } {
  if (sharesGroup(one, other)) return { rule: 'exclusiveGroup', required: one.promotion.exclusiveGroup ?? '' }
  return { rule: 'combinesWith', required: other.promotion.combinesWith[one.phase] ? other.phase : one.phase }
}

/** Fast path for the common case, without comparing every pair. */
function areAllCompatible(candidates: readonly Candidate[]): boolean {
  const counts: Record<Phase, number> = { item: 0, order: 0, shipping: 0 }
  for (const { phase } of candidates) counts[phase]++
  const groups = new Set<string>()
  for (const { promotion, phase } of candidates) {
    const { item, order, shipping } = promotion.combinesWith
    if (!item && counts.item > (phase === 'item' ? 1 : 0)) return false
    if (!order && counts.order > (phase === 'order' ? 1 : 0)) return false
    if (!shipping && counts.shipping > (phase === 'shipping' ? 1 : 0)) return false
    if (!promotion.exclusiveGroup) continue
    if (groups.has(promotion.exclusiveGroup)) return false
    groups.add(promotion.exclusiveGroup)
  }
  return true
}

/** Returns all maximal compatible sets (Bron–Kerbosch with a pivot); null if there are more than `maxSets`. */
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

/** Takes the largest savings first, skipping promotions that conflict with earlier ones. */
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

/** Equal values are decided by the first difference in rank; otherwise the set with fewer promotions wins. */
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
  /** `apply` with shipping as without promotions: compares single promotions without evaluating all rates. */
  estimate: Apply
  items: number
  trace?: TraceStep[] | undefined
}

/** Beyond this number, deals are applied in order. */
const MAX_DEALS = 8

const isDeal = ({ promotion }: Candidate): boolean => promotion.benefit.kind === 'buy_x_get_y'

/** A compatible set of promotions and its result. */
interface PricedSet {
  members: readonly Candidate[]
  outcome: DiscountResult
  /** Whether removing one of its deals is known not to improve it. */
  isOptimal?: true
}

/** How many more sets may be priced. */
interface Budget {
  sets: number
}

/** Deals on the same item may compete for units. */
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

/** Compatible deals may compete for the same units: a deal that takes them from a better one is dropped. */
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

/** Candidates arrive in the order of application, and every set preserves it. */
export function chooseBestCombination(candidates: readonly Candidate[], context: StackingContext): DiscountResult {
  const { apply, estimate, items, trace } = context
  const priceSet = (members: readonly Candidate[]): PricedSet => ({ members, outcome: apply(members) })
  if (candidates.length < 2 || areAllCompatible(candidates))
    return dropHarmfulDeals(priceSet(candidates), apply).outcome

  const baseline = apply([]).value
  const aloneResults = new Map<Candidate, DiscountResult>()
  const rivals = candidates.filter((candidate) => {
    if (candidates.every((other) => other === candidate || areCompatible(candidate, other))) return false
    const alone = estimate([candidate])
    aloneResults.set(candidate, alone)
    // A promotion without an effect alone has none in a set, except for shipping, which may have been free only
    // without the others.
    return alone.effects.length > 0 || candidate.phase === 'shipping'
  })
  const isRival = new Set(rivals)
  const uncontested = candidates.filter((candidate) => !aloneResults.has(candidate))
  const workPerSet = (items + 10) * (uncontested.length + 10)
  const maxSets = Math.min(MAX_SETS, Math.floor(MAX_WORK / workPerSet))
  const sets = rivals.length > MAX_RIVALS ? null : maximalSets(rivals, maxSets)
  trace?.push({
    step: 'stacking',
    subject: null,
    outcome: sets ? 'compared_sets' : 'greedy',
    amount: null,
    details: { sets: sets?.length ?? null, conflicting: rivals.map(({ promotion }) => promotion.id) },
  })

  // What the sets leave of the budget, but always enough for two deals; beyond it, sets are compared with all their
  // deals.
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
