import { amountOffAll, amountOffUnits, downToPrice, percentOffAll, percentOffEach } from './amounts-off.ts'
import type { Basket } from './basket.ts'
import { discountsOfDeal } from './buy-x-get-y.ts'
import type { Candidate } from './candidates.ts'
import type { PricingInput } from './cart.ts'
import { chooseShipping } from './chosen-shipping.ts'
import { type GiftLine, giftLineOf } from './gifts.ts'
import type { NoShipping, ShippingOption } from './priced.ts'
import type { Amounts } from './rules.ts'
import { exact } from './shares.ts'
import type { ShippingAnswer } from './shipping.ts'
import { highestTier, type Tiered, tiersIn } from './tiers.ts'
import { looksAtUnits, offPiles, type Shelf } from './used-units.ts'

/** What a promotion does to a cart. */
export interface Effect {
  candidate: Candidate
  amount: number
  /** Which lines bear it, and how much each; neither for shipping. */
  positions: readonly number[]
  shares: readonly number[]
  gift: GiftLine | null
}

/** A cart with certain promotions, before taxes. */
export interface Outcome {
  /** Only those that do something, in the order in which they were applied. */
  effects: Effect[]
  /** What each line of the basket costs after them. */
  running: number[]
  gifts: GiftLine[]
  shipping: {
    isNeeded: boolean
    options: ShippingOption[]
    reason: NoShipping | null
    selected: ShippingOption | null
    amount: number
    discount: number
  }
  /** Larger is better for the buyer: all that comes off, less what shipping costs. */
  worth: number
}

const inCurrency = (amounts: Amounts | undefined, currency: string): number | null => amounts?.[currency] ?? null

function lineShares(candidate: Candidate, shelf: Shelf, currency: string): readonly number[] {
  const { deal, meant } = candidate
  const { benefit } = candidate.promotion
  if (benefit.kind === 'buyXGetY') return deal ? discountsOfDeal(benefit, deal, shelf) : []
  const amounts = meant.map((position) => shelf.running[position] ?? 0)
  switch (benefit.kind) {
    case 'percentage':
      return percentOffEach(amounts, benefit.basisPoints, inCurrency(benefit.maxAmounts, currency))
    case 'fixed': {
      const off = inCurrency(benefit.amounts, currency) ?? 0
      return benefit.each ? offPiles(shelf, meant, (pile) => amountOffUnits(pile, off)) : amountOffAll(amounts, off)
    }
    case 'fixedPrice': {
      const price = inCurrency(benefit.amounts, currency)
      return price === null ? [] : offPiles(shelf, meant, (pile) => downToPrice(pile, price))
    }
    case 'tiered':
      return tierShares(candidate, benefit, amounts, currency, percentOffEach)
    default:
      return []
  }
}

function orderShares(candidate: Candidate, amounts: readonly number[], currency: string): readonly number[] {
  const { benefit } = candidate.promotion
  switch (benefit.kind) {
    case 'percentage':
      return percentOffAll(amounts, benefit.basisPoints, inCurrency(benefit.maxAmounts, currency))
    case 'fixed':
      return amountOffAll(amounts, inCurrency(benefit.amounts, currency) ?? 0)
    case 'tiered':
      return tierShares(candidate, benefit, amounts, currency, percentOffAll)
    default:
      return []
  }
}

function tierShares(
  { units, amount }: Candidate,
  benefit: Tiered,
  amounts: readonly number[],
  currency: string,
  percentOff: typeof percentOffAll,
): readonly number[] {
  const tier = highestTier(tiersIn(benefit, currency), benefit.by === 'quantity' ? units : amount)
  if (!tier) return []
  return tier.basisPoints === null
    ? amountOffAll(amounts, tier.off ?? 0)
    : percentOff(amounts, tier.basisPoints, tier.off)
}

function offShipping(candidate: Candidate, left: number, currency: string): number {
  const { benefit } = candidate.promotion
  switch (benefit.kind) {
    case 'percentage':
      return percentOffAll([left], benefit.basisPoints, inCurrency(benefit.maxAmounts, currency))[0] ?? 0
    case 'fixed':
      return Math.min(left, inCurrency(benefit.amounts, currency) ?? 0)
    case 'freeShipping':
      return Math.min(left, inCurrency(benefit.maxAmounts, currency) ?? left)
    default:
      return 0
  }
}

export interface Applying {
  input: PricingInput
  basket: Basket
  /** The ways to ship the basket and the gifts, given what its lines cost. */
  ship: (running: readonly number[], gifts: readonly GiftLine[]) => ShippingAnswer
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** Applies promotions that are in the order of their phases; whether they may be together is for stacking to know. */
export function applyAll({ input, basket, ship }: Applying, candidates: readonly Candidate[]): Outcome {
  const { currency } = input
  const running = [...basket.subtotals]
  const isShared = candidates.filter(({ promotion }) => looksAtUnits(promotion)).length > 1
  const shelf: Shelf = { lines: basket.lines, running, used: new Map(), isShared }
  const effects: Effect[] = []
  const gifts: GiftLine[] = []
  let worth = 0

  const spread = (candidate: Candidate, positions: readonly number[], shares: readonly number[]) => {
    let amount = 0
    for (let place = 0; place < shares.length; place++) {
      const share = shares[place] ?? 0
      if (share === 0) continue
      const position = positions[place] ?? 0
      running[position] = (running[position] ?? 0) - share
      amount += share
    }
    worth += amount
    if (amount > 0) effects.push({ candidate, amount, positions, shares, gift: null })
  }

  for (const candidate of candidates) {
    const { promotion, phase } = candidate
    if (promotion.benefit.kind === 'gift') {
      const taken = gifts.length > 0 ? [...basket.lines, ...gifts] : basket.lines
      const gift = giftLineOf({ ...promotion, benefit: promotion.benefit }, input.gifts, taken)
      if (!gift) continue
      const amount = exact(gift.unitPrice * gift.quantity)
      gifts.push(gift)
      worth += amount
      effects.push({ candidate, amount, positions: [], shares: [], gift })
    } else if (phase === 'line') {
      const positions = candidate.deal ? candidate.deal.get : candidate.meant
      spread(candidate, positions, lineShares(candidate, shelf, currency))
    } else if (phase === 'order') {
      const amounts = basket.goods.map((position) => running[position] ?? 0)
      spread(candidate, basket.goods, orderShares(candidate, amounts, currency))
    }
  }

  const answer = ship(running, gifts)
  const { options, selected } = chooseShipping(answer, input.chosen, sumOf(running))
  const amount = selected?.amount ?? 0
  let left = amount
  for (const candidate of candidates) {
    if (candidate.phase !== 'shipping' || left === 0) continue
    const off = offShipping(candidate, left, currency)
    if (off === 0) continue
    left -= off
    effects.push({ candidate, amount: off, positions: [], shares: [], gift: null })
  }
  return {
    effects,
    running,
    gifts,
    shipping: { isNeeded: answer.isNeeded, options, reason: answer.reason, selected, amount, discount: amount - left },
    worth: exact(worth - left),
  }
}
