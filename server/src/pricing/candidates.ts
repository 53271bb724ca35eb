import { type Basket, findMatchingItems } from './basket.ts'
import { countUnits, type Units } from './buy-x-get-y.ts'
import { type Phase, type Promotion, phaseOf, type Selection } from './rules.ts'
import { getMatcher, type Matcher } from './selection.ts'

/** A promotion matched with a cart. */
export interface Candidate {
  promotion: Promotion
  compiled: CompiledPromotion
  phase: Phase
  code: string | null
  /** Positions of the matching items, their units, and their amount before discounts. */
  matching: readonly number[]
  units: number
  amount: number
  /** For buy X get Y. */
  deal: { buy: readonly number[]; get: readonly number[]; units: Units } | null
}

/** The parts of a promotion that can be computed independently of a cart. */
interface CompiledPromotion {
  phase: Phase
  startsMs: number
  endsMs: number
  createdMs: number
  items: Matcher
}

/** Rules are cached between requests, so each promotion is compiled only once. */
const compiledPromotions = new WeakMap<Promotion, CompiledPromotion>()

function compilePromotion(promotion: Promotion): CompiledPromotion {
  let compiled = compiledPromotions.get(promotion)
  if (!compiled) {
    const { startsAt, endsAt, createdAt, benefit, items } = promotion
    compiled = {
      phase: phaseOf(benefit),
      startsMs: startsAt ? Date.parse(startsAt) : Number.NEGATIVE_INFINITY,
      endsMs: endsAt ? Date.parse(endsAt) : Number.POSITIVE_INFINITY,
      createdMs: Date.parse(createdAt),
      items: getMatcher(items),
    }
    compiledPromotions.set(promotion, compiled)
  }
  return compiled
}

/** Returns null if no item matches. That is the case for most promotions, so it must be fast. */
export function findCandidate(promotion: Promotion, basket: Basket): Candidate | null {
  const compiled = compilePromotion(promotion)
  const matching = findMatchingItems(basket, compiled.items)
  return matching.length > 0 ? buildCandidate(promotion, null, { basket, compiled, matching }) : null
}

export function createCandidate(promotion: Promotion, code: string | null, basket: Basket): Candidate {
  const compiled = compilePromotion(promotion)
  return buildCandidate(promotion, code, {
    basket,
    compiled,
    matching: findMatchingItems(basket, compiled.items),
  })
}

function buildCandidate(
  promotion: Promotion,
  code: string | null,
  { basket, compiled, matching }: { basket: Basket; compiled: CompiledPromotion; matching: readonly number[] },
): Candidate {
  let units = 0
  let amount = 0
  for (const position of matching) {
    units += basket.items[position]?.quantity ?? 0
    amount += basket.subtotals[position] ?? 0
  }
  const deal = findDeal(promotion, matching, basket)
  return { promotion, compiled, phase: compiled.phase, code, matching, units, amount, deal }
}

/** An omitted buy or get selection defaults to the promotion's items. */
function findDeal({ benefit }: Promotion, matching: readonly number[], basket: Basket): Candidate['deal'] {
  if (benefit.kind !== 'buy_x_get_y') return null
  const positions = (items: Selection) => {
    const matcher = getMatcher(items)
    return matcher.isAll && !matcher.exclude ? matching : findMatchingItems(basket, matcher)
  }
  const buy = positions(benefit.buy.items)
  const get = positions(benefit.get.items)
  return { buy, get, units: countUnits(buy, get, (position) => basket.items[position]?.quantity ?? 0) }
}

/** Lower priority number first, then the older promotion, then by id. */
export function byRank(
  { promotion, compiled }: Candidate,
  { promotion: other, compiled: otherCompiled }: Candidate,
): number {
  if (promotion.priority !== other.priority) return promotion.priority - other.priority
  const age = compiled.createdMs - otherCompiled.createdMs
  if (age) return age
  if (promotion.id === other.id) return 0
  return promotion.id < other.id ? -1 : 1
}

const PHASE_ORDER: Readonly<Record<Phase, number>> = { item: 0, order: 1, shipping: 2 }

/** The order in which promotions are applied. */
export const byPhase = (one: Candidate, other: Candidate): number =>
  PHASE_ORDER[one.phase] - PHASE_ORDER[other.phase] || byRank(one, other)
