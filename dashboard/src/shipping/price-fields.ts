import { isUnfit, othersIn, textIn, withText } from './amounts.ts'
import type { Price } from './shipping.ts'

export type PriceKind = Price['kind']

/** A step while it is edited, with what it says in other currencies beside it. */
export interface StepRow {
  key: string
  upTo: string
  amount: string
  otherEnds: ReturnType<typeof othersIn>
  otherAmounts: ReturnType<typeof othersIn>
}

/** Every kind keeps its fields, so that whoever looks at another kind and comes back finds what was typed. */
export interface PriceFields {
  kind: PriceKind
  amount: string
  first: string
  further: string
  weightSteps: StepRow[]
  priceSteps: StepRow[]
}

let made = 0
export function newStep(): StepRow {
  made += 1
  return { key: `new.${made}`, upTo: '', amount: '', otherEnds: [], otherAmounts: [] }
}

const FIRST_STEP: StepRow = { key: 'first', upTo: '', amount: '', otherEnds: [], otherAmounts: [] }

export const EMPTY_PRICE: PriceFields = {
  kind: 'flat',
  amount: '',
  first: '',
  further: '',
  weightSteps: [FIRST_STEP],
  priceSteps: [FIRST_STEP],
}

export function priceFieldsOf(price: Price, currency: string): PriceFields {
  const fields = { ...EMPTY_PRICE, kind: price.kind }
  switch (price.kind) {
    case 'flat':
      return { ...fields, amount: textIn(price.amounts, currency) }
    case 'item':
      return { ...fields, first: textIn(price.first, currency), further: textIn(price.further, currency) }
    case 'weight':
      return {
        ...fields,
        weightSteps: price.steps.map(({ upToGrams, amounts }, place) => ({
          key: `step.${place}`,
          upTo: upToGrams === null ? '' : String(upToGrams),
          amount: textIn(amounts, currency),
          otherEnds: [],
          otherAmounts: othersIn(amounts, currency),
        })),
      }
    case 'price':
      return {
        ...fields,
        priceSteps: price.steps.map(({ upTo, amounts }, place) => ({
          key: `step.${place}`,
          upTo: textIn(upTo, currency),
          amount: textIn(amounts, currency),
          otherEnds: othersIn(upTo, currency),
          otherAmounts: othersIn(amounts, currency),
        })),
      }
    case 'carrier':
      return fields
  }
}

/** What is sent. Amounts in other currencies come from the price as it is, unless it is reckoned in another way now. */
export function priceIn(fields: PriceFields, currency: string, before: Price | undefined): Price {
  const { kind, amount, first, further } = fields
  switch (kind) {
    case 'flat': {
      const known = before?.kind === 'flat' ? before.amounts : []
      return { kind, amounts: withText(known, amount, currency) }
    }
    case 'item': {
      const known = before?.kind === 'item' ? before : { first: [], further: [] }
      return {
        kind,
        first: withText(known.first, first, currency),
        further: withText(known.further, further, currency),
      }
    }
    case 'weight':
      return {
        kind,
        steps: fields.weightSteps.map((row) => ({
          upToGrams: row.upTo.trim() === '' ? null : Number(row.upTo.trim()),
          amounts: withText(row.otherAmounts, row.amount, currency),
        })),
      }
    case 'price':
      return {
        kind,
        steps: fields.priceSteps.map((row) => {
          const upTo = withText(row.otherEnds, row.upTo, currency)
          return { upTo: upTo.length > 0 ? upTo : null, amounts: withText(row.otherAmounts, row.amount, currency) }
        }),
      }
    case 'carrier':
      if (before?.kind !== 'carrier') throw new Error('Only a rate that is a carrier’s already stays one here.')
      return before
  }
}

/** Why it can't be saved, before the server is asked. */
export function priceObstacle(fields: PriceFields, currency: string, before: Price | undefined): string | undefined {
  const { kind, amount, first, further } = fields
  const has = (typed: string, others: object[] = []) => typed.trim() !== '' || others.length > 0
  switch (kind) {
    case 'flat': {
      if (isUnfit(amount, currency)) return UNFIT
      return has(amount, before?.kind === 'flat' ? othersIn(before.amounts, currency) : []) ? undefined : PRICELESS
    }
    case 'item': {
      if ([first, further].some((typed) => isUnfit(typed, currency))) return UNFIT
      const others = before?.kind === 'item' ? othersIn(before.first, currency) : []
      if (has(first) !== has(further)) return 'Both the first and each further piece need a price; it may be 0.'
      return has(first, others) ? undefined : PRICELESS
    }
    case 'weight':
      if (fields.weightSteps.some(({ upTo }) => !/^\s*\d*\s*$/.test(upTo))) return 'Weights are whole grams.'
      return stepsObstacle(fields.weightSteps, currency)
    case 'price':
      if (fields.priceSteps.some(({ upTo }) => isUnfit(upTo, currency))) return UNFIT
      return stepsObstacle(fields.priceSteps, currency)
    case 'carrier':
      return undefined
  }
}

const UNFIT = 'An amount is not readable, or too large.'
const PRICELESS = 'It needs a price; it may be 0.'

function stepsObstacle(rows: StepRow[], currency: string): string | undefined {
  if (rows.some(({ amount }) => isUnfit(amount, currency))) return UNFIT
  if (rows.some(({ amount, otherAmounts }) => amount.trim() === '' && otherAmounts.length === 0)) {
    return 'Each step needs a price; it may be 0.'
  }
  const isOpenTooEarly = rows.slice(0, -1).some(({ upTo, otherEnds }) => upTo.trim() === '' && otherEnds.length === 0)
  return isOpenTooEarly ? 'Only the last step may be without an end.' : undefined
}

/** The currencies besides the shop's in which a price says something. */
export function otherCurrencies(price: Price | undefined, currency: string): string[] {
  if (!price) return []
  const lists =
    price.kind === 'flat'
      ? [price.amounts]
      : price.kind === 'item'
        ? [price.first]
        : price.kind === 'carrier'
          ? [price.fallback]
          : price.steps.map(({ amounts }) => amounts)
  return [...new Set(lists.flatMap((list) => othersIn(list, currency).map((money) => money.currency)))].sort()
}

/** Whether another kind or number of steps makes old paths point to something else. */
export const isOtherwise = (changes: Partial<PriceFields>, { kind, weightSteps, priceSteps }: PriceFields): boolean =>
  (changes.kind ?? kind) !== kind ||
  (changes.weightSteps ?? weightSteps).length !== weightSteps.length ||
  (changes.priceSteps ?? priceSteps).length !== priceSteps.length
