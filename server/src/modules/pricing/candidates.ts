import { type Basket, meantGoods } from './basket.ts'
import { countUnits, type Units } from './buy-x-get-y.ts'
import { type Phase, type Promotion, phaseOf, type Selection } from './rules.ts'
import { type Matcher, matcherOf } from './selection.ts'

/** A promotion beside a cart: what of the cart it looks at. */
export interface Candidate {
  promotion: Promotion
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

export function preparedOf(promotion: Promotion): Prepared {
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

export const meantBy = (promotion: Promotion, basket: Basket): readonly number[] =>
  meantGoods(basket, preparedOf(promotion).items)

export function candidateOf(
  promotion: Promotion,
  code: string | null,
  basket: Basket,
  meant: readonly number[],
): Candidate {
  let units = 0
  let amount = 0
  for (const position of meant) {
    units += basket.lines[position]?.quantity ?? 0
    amount += basket.subtotals[position] ?? 0
  }
  const { phase } = preparedOf(promotion)
  return { promotion, phase, code, meant, units, amount, deal: dealOf(promotion, meant, basket) }
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
  return { buy, get, units: countUnits(basket.lines, buy, get) }
}

/** Smaller priority first, then the older, then by id. */
export function byRank({ promotion: one }: Candidate, { promotion: other }: Candidate): number {
  if (one.priority !== other.priority) return one.priority - other.priority
  const age = preparedOf(one).createdMs - preparedOf(other).createdMs
  if (age) return age
  if (one.id === other.id) return 0
  return one.id < other.id ? -1 : 1
}

const PHASES: Readonly<Record<Phase, number>> = { line: 0, order: 1, shipping: 2 }

/** The order in which they are applied. */
export const byPhase = (one: Candidate, other: Candidate): number =>
  PHASES[one.phase] - PHASES[other.phase] || byRank(one, other)
