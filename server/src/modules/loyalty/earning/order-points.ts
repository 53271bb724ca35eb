import type { PointRate, ProductRule } from '../program/schemas.ts'
import { MAX_POINTS } from '../schemas.ts'

/*
 * How many points an order earns, and how many of them its refunds take back. In integers: fractions are summed exactly
 * and rounded once.
 */

export interface PurchasedItem {
  id: string
  productId: string | null
  collectionIds: readonly string[]
  quantity: number
  /** Charged for all units, with discounts and tax. */
  total: number
  tax: number
  isGiftCard: boolean
}

export interface Purchase {
  items: PurchasedItem[]
  total: number
  /** The part of the total paid with money, not with gift cards, points, store credit or the credit of an exchange. */
  paidWithMoney: number
}

export interface EarnedItem {
  itemId: string
  total: number
  points: number
}

interface EarningRules {
  rate: Pick<PointRate, 'points' | 'amount'>
  productRules: ProductRule[]
  /** Of the buyer's tier. */
  multiplierPercent: number
}

/**
 * Points for what the buyer paid for items, after discounts and without tax, shipping and gift cards. If stored value
 * paid a part of the order, the points shrink by that part. The sum is rounded down once per order; each item then gets
 * a share of it by largest remainder, so that refunds can take back the points of an item.
 */
export function calculateOrderPoints(purchase: Purchase, rules: EarningRules): EarnedItem[] {
  const earning = purchase.items.filter(({ total, isGiftCard }) => total > 0 && !isGiftCard)
  const weights = earning.map((item) => weigh(item, rules))
  const sum = weights.reduce((total, weight) => total + weight, 0n)
  // A weight is the item's points times 10,000 for the percentages, times the amount of the rate.
  const divisor = 10_000n * BigInt(rules.rate.amount) * BigInt(Math.max(1, purchase.total))
  const exact = (sum * BigInt(purchase.paidWithMoney)) / divisor
  const points = exact > BigInt(MAX_POINTS) ? BigInt(MAX_POINTS) : exact
  const shares = allocatePoints(points, weights, sum)
  return earning.flatMap(({ id, total }, at) => {
    const share = shares[at] ?? 0
    return share > 0 ? [{ itemId: id, total, points: share }] : []
  })
}

const weigh = (item: PurchasedItem, rules: EarningRules): bigint =>
  weighUnder(findAppliedRule(item, rules), item, rules) * BigInt(rules.multiplierPercent)

function weighUnder(rule: ProductRule | undefined, item: PurchasedItem, { rate }: Pick<EarningRules, 'rate'>): bigint {
  return rule?.points === undefined
    ? BigInt(item.total - item.tax) * BigInt(rate.points) * BigInt(rule?.multiplierPercent ?? 100)
    : BigInt(rule.points) * BigInt(item.quantity) * BigInt(rate.amount) * 100n
}

/** Of the rules that match the item, the one with the most points. */
export function findAppliedRule(
  item: PurchasedItem,
  rules: Pick<EarningRules, 'rate' | 'productRules'>,
): ProductRule | undefined {
  const [first, ...others] = rules.productRules.filter(
    ({ productId, collectionId }) =>
      (productId !== undefined && productId === item.productId) ||
      (collectionId !== undefined && item.collectionIds.includes(collectionId)),
  )
  return others.reduce(
    (best, rule) => (weighUnder(rule, item, rules) > weighUnder(best, item, rules) ? rule : best),
    first,
  )
}

function allocatePoints(points: bigint, weights: bigint[], sum: bigint): number[] {
  if (sum === 0n) return weights.map(() => 0)
  const shares = weights.map((weight) => (points * weight) / sum)
  const left = Number(points - shares.reduce((total, share) => total + share, 0n))
  const byRemainder = weights
    .map((weight, at) => ({ at, remainder: (points * weight) % sum }))
    .toSorted((one, other) => (other.remainder > one.remainder ? 1 : other.remainder < one.remainder ? -1 : 0))
  const raised = new Set(byRemainder.slice(0, left).map(({ at }) => at))
  return shares.map((share, at) => Number(share) + (raised.has(at) ? 1 : 0))
}

export interface OrderRefunds {
  /** Refunded for each item, with tax. */
  byItem: ReadonlyMap<string, number>
  /** Refunded without naming items, such as a price reduction. */
  unassigned: number
  /** Charged for all items of the order and not refunded by item. */
  unrefunded: number
}

/**
 * The points that all refunds together take back, rounded down: the caller subtracts what was taken before. A refunded
 * item returns its points in proportion to its amount. An amount without items counts toward all that is left. Refunding
 * everything takes back everything, in however many parts.
 */
export function calculateClawback(earned: EarnedItem[], { byItem, unassigned, unrefunded }: OrderRefunds): number {
  let [returned, kept] = [0n, 0n]
  for (const { itemId, total, points } of earned) {
    const refunded = Math.min(byItem.get(itemId) ?? 0, total)
    const share = (BigInt(points) * BigInt(refunded)) / BigInt(total)
    returned += share
    kept += BigInt(points) - share
  }
  const rest = unrefunded > 0 ? (kept * BigInt(Math.min(unassigned, unrefunded))) / BigInt(unrefunded) : 0n
  return Number(returned + rest)
}
