import { type Basket, meantGoods } from './basket.ts'
import { countUnits, type Units } from './buy-x-get-y.ts'
import { type Phase, type Promotion, phaseOf, type Selection } from './rules.ts'
import { type Matcher, matcherOf } from './selection.ts'

/** A promotion beside a cart: what of the cart it looks at. */
export interface Candidate {
  promotion: Promotion
  prepared: Prepared
  phase: Phase
  code: string | null
  /** Positions of the lines that its items mean, their units, and their amount before discounts. */
  meant: readonly number[]
  units: number
  amount: number
  /** Of buy X get Y. */
  deal: { buy: readonly number[]; get: readonly number[]; units: Units } | null
}

/** What of a promotion has to be worked out, whatever the cart. */
interface Prepared {
  phase: Phase
  startsMs: number
  endsMs: number
  createdMs: number
  items: Matcher
}

/** Rules stay in memory between requests, so each promotion is prepared only once. */
const known = new WeakMap<Promotion, Prepared>()

function preparedOf(promotion: Promotion): Prepared {
  let prepared = known.get(promotion)
  if (!prepared) {
    const { startsAt, endsAt, createdAt, benefit, items } = promotion
    prepared = {
      phase: phaseOf(benefit),
      startsMs: startsAt ? Date.parse(startsAt) : Number.NEGATIVE_INFINITY,
      endsMs: endsAt ? Date.parse(endsAt) : Number.POSITIVE_INFINITY,
      createdMs: Date.parse(createdAt),
      items: matcherOf(items),
    }
    known.set(promotion, prepared)
  }
  return prepared
}

/** Null if nothing of the basket is meant: most promotions, so that has to be found out quickly. */
export function candidateIfMeant(promotion: Promotion, basket: Basket): Candidate | null {
  const prepared = preparedOf(promotion)
  const meant = meantGoods(basket, prepared.items)
  return meant.length > 0 ? candidateOf(promotion, null, { basket, prepared, meant }) : null
}

export function candidateByCode(promotion: Promotion, code: string | null, basket: Basket): Candidate {
  const prepared = preparedOf(promotion)
  return candidateOf(promotion, code, { basket, prepared, meant: meantGoods(basket, prepared.items) })
}

function candidateOf(
  promotion: Promotion,
  code: string | null,
  { basket, prepared, meant }: { basket: Basket; prepared: Prepared; meant: readonly number[] },
): Candidate {
  let units = 0
  let amount = 0
  for (const position of meant) {
    units += basket.lines[position]?.quantity ?? 0
    amount += basket.subtotals[position] ?? 0
  }
  const deal = dealOf(promotion, meant, basket)
  return { promotion, prepared, phase: prepared.phase, code, meant, units, amount, deal }
}

/** Where what is bought or got is not said, the promotion's items are. */
function dealOf({ benefit }: Promotion, meant: readonly number[], basket: Basket): Candidate['deal'] {
  if (benefit.kind !== 'buyXGetY') return null
  const positions = (items: Selection) => {
    const matcher = matcherOf(items)
    return matcher.isAll && !matcher.except ? meant : meantGoods(basket, matcher)
  }
  const buy = positions(benefit.buy.items)
  const get = positions(benefit.get.items)
  return { buy, get, units: countUnits(buy, get, (position) => basket.lines[position]?.quantity ?? 0) }
}

/** Smaller priority first, then the older, then by id. */
export function byRank(
  { promotion, prepared }: Candidate,
  { promotion: other, prepared: otherPrepared }: Candidate,
): number {
  if (promotion.priority !== other.priority) return promotion.priority - other.priority
  const age = prepared.createdMs - otherPrepared.createdMs
  if (age) return age
  if (promotion.id === other.id) return 0
  return promotion.id < other.id ? -1 : 1
}

const PHASES: Readonly<Record<Phase, number>> = { line: 0, order: 1, shipping: 2 }

/** The order in which they are applied. */
export const byPhase = (one: Candidate, other: Candidate): number =>
  PHASES[one.phase] - PHASES[other.phase] || byRank(one, other)
