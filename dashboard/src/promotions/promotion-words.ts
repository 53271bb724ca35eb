import { type Money, moneyInWords } from '../parts/money.ts'
import type { Use } from './codes.ts'
import type { Benefit, Kind, Phase, Promotion, Status, Tier, Trigger } from './promotions.ts'

export const STATUS_WORDS: Record<Status, string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  ended: 'Ended',
  disabled: 'Disabled',
}

export const TRIGGER_WORDS: Record<Trigger, string> = { automatic: 'Automatic', code: 'By code' }

export const KIND_WORDS: Record<Kind, string> = {
  percentage: 'Percentage off',
  fixed: 'Amount off',
  fixedPrice: 'Fixed price',
  buyXGetY: 'Buy X, get Y',
  tiered: 'The more, the cheaper',
  gift: 'Gift',
  freeShipping: 'Free shipping',
}

export const USE_WORDS: Record<Use['state'], string> = {
  reserved: 'In a checkout',
  used: 'Ordered',
  released: 'Given back',
}

const OFF_WHAT: Record<Phase, string> = { line: 'the products', order: 'the order', shipping: 'shipping' }

/** The amount in the shop's currency, else the first that there is. */
function amountInWords(amounts: Money[], currency: string): string {
  const money = amounts.find((amount) => amount.currency === currency) ?? amounts[0]
  return money ? moneyInWords(money) : 'nothing'
}

const percent = (percentage: number) => `${percentage} %`

/** "10 % off the order", "Buy 2, get 1 free". */
export function benefitInWords(benefit: Benefit, currency: string): string {
  const most = (before: string, amounts: Money[] | undefined) =>
    amounts ? `, ${before} ${amountInWords(amounts, currency)}` : ''
  switch (benefit.kind) {
    case 'percentage':
      return `${percent(benefit.percentage)} off ${OFF_WHAT[benefit.on]}${most('at most', benefit.maxAmounts)}`
    case 'fixed':
      return `${amountInWords(benefit.amounts, currency)} off ${benefit.each ? 'every unit' : OFF_WHAT[benefit.on]}`
    case 'fixedPrice':
      return `Every unit for ${amountInWords(benefit.amounts, currency)}`
    case 'buyXGetY': {
      const { buy, get } = benefit
      const price = (get.percentage ?? 100) === 100 ? 'free' : `at ${percent(get.percentage ?? 100)} off`
      return `Buy ${buy.quantity}, get ${get.quantity} ${price}`
    }
    case 'tiered':
      return tiersInWords(benefit.tiers, currency)
    case 'gift':
      return benefit.quantity === undefined || benefit.quantity === 1 ? 'A gift' : `${benefit.quantity} gifts`
    case 'freeShipping':
      return `Free shipping${most('up to', benefit.maxAmounts)}`
  }
}

const MOST_TIERS = 2

function tiersInWords(tiers: Tier[], currency: string): string {
  const told = tiers.slice(0, MOST_TIERS).map(({ from, percentage, amounts = [] }) => {
    const start = typeof from === 'number' ? `${from} units` : amountInWords(from, currency)
    return `${percentage === undefined ? amountInWords(amounts, currency) : percent(percentage)} off from ${start}`
  })
  const rest = tiers.length - told.length
  return told.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

export const usedInWords = ({ used, usageLimit }: Pick<Promotion, 'used' | 'usageLimit'>) =>
  usageLimit === null ? `${used}` : `${used} of ${usageLimit}`

/** On what it takes something off, which decides what it goes together with. */
export function phaseOf(benefit: { kind: Kind; on: Phase }): Phase {
  if (benefit.kind === 'freeShipping') return 'shipping'
  if (benefit.kind === 'percentage' || benefit.kind === 'fixed') return benefit.on
  return benefit.kind === 'tiered' && benefit.on !== 'line' ? 'order' : 'line'
}
