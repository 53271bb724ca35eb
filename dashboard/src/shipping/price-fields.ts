import { isInvalidAmount, otherCurrencyAmounts, toAmountInput, withAmount } from '../ui/amounts.ts'
import type { RatePrice } from './shipping.ts'

export type PriceKind = RatePrice['kind']

/** A tier in the form, with its amounts in other currencies. */
export interface TierFields {
  key: string
  upTo: string
  amount: string
  otherUpTos: ReturnType<typeof otherCurrencyAmounts>
  otherAmounts: ReturnType<typeof otherCurrencyAmounts>
}

/** Holds the fields of every kind, so switching back restores what was typed. */
export interface PriceFields {
  kind: PriceKind
  amount: string
  first: string
  additional: string
  weightTiers: TierFields[]
  priceTiers: TierFields[]
}

let tierCount = 0
export function newTier(): TierFields {
  tierCount += 1
  return { key: `new.${tierCount}`, upTo: '', amount: '', otherUpTos: [], otherAmounts: [] }
}

const FIRST_TIER: TierFields = { key: 'first', upTo: '', amount: '', otherUpTos: [], otherAmounts: [] }

export const EMPTY_PRICE: PriceFields = {
  kind: 'flat',
  amount: '',
  first: '',
  additional: '',
  weightTiers: [FIRST_TIER],
  priceTiers: [FIRST_TIER],
}

export function toPriceFields(price: RatePrice, currency: string): PriceFields {
  const fields = { ...EMPTY_PRICE, kind: price.kind }
  switch (price.kind) {
    case 'flat':
      return { ...fields, amount: toAmountInput(price.amounts, currency) }
    case 'item':
      return {
        ...fields,
        first: toAmountInput(price.first, currency),
        additional: toAmountInput(price.additional, currency),
      }
    case 'weight':
      return {
        ...fields,
        weightTiers: price.tiers.map(({ upToGrams, amounts }, index) => ({
          key: `tier.${index}`,
          upTo: upToGrams === null ? '' : String(upToGrams),
          amount: toAmountInput(amounts, currency),
          otherUpTos: [],
          otherAmounts: otherCurrencyAmounts(amounts, currency),
        })),
      }
    case 'price':
      return {
        ...fields,
        priceTiers: price.tiers.map(({ upTo, amounts }, index) => ({
          key: `tier.${index}`,
          upTo: toAmountInput(upTo, currency),
          amount: toAmountInput(amounts, currency),
          otherUpTos: otherCurrencyAmounts(upTo, currency),
          otherAmounts: otherCurrencyAmounts(amounts, currency),
        })),
      }
    case 'carrier':
      return fields
  }
}

/** Amounts in other currencies come from the saved price, unless its kind changed. */
export function toPrice(fields: PriceFields, currency: string, existing: RatePrice | undefined): RatePrice {
  const { kind, amount, first, additional } = fields
  switch (kind) {
    case 'flat': {
      const existingAmounts = existing?.kind === 'flat' ? existing.amounts : []
      return { kind, amounts: withAmount(existingAmounts, amount, currency) }
    }
    case 'item': {
      const existingAmounts = existing?.kind === 'item' ? existing : { first: [], additional: [] }
      return {
        kind,
        first: withAmount(existingAmounts.first, first, currency),
        additional: withAmount(existingAmounts.additional, additional, currency),
      }
    }
    case 'weight':
      return {
        kind,
        tiers: fields.weightTiers.map((tier) => ({
          upToGrams: tier.upTo.trim() === '' ? null : Number(tier.upTo.trim()),
          amounts: withAmount(tier.otherAmounts, tier.amount, currency),
        })),
      }
    case 'price':
      return {
        kind,
        tiers: fields.priceTiers.map((tier) => {
          const upTo = withAmount(tier.otherUpTos, tier.upTo, currency)
          return { upTo: upTo.length > 0 ? upTo : null, amounts: withAmount(tier.otherAmounts, tier.amount, currency) }
        }),
      }
    case 'carrier':
      if (existing?.kind !== 'carrier') throw new Error('This form cannot create carrier rates.')
      return existing
  }
}

/** Why the price cannot be saved; checked before a request is sent. */
export function validatePrice(
  fields: PriceFields,
  currency: string,
  existing: RatePrice | undefined,
): string | undefined {
  const { kind, amount, first, additional } = fields
  const hasAmount = (text: string, others: object[] = []) => text.trim() !== '' || others.length > 0
  switch (kind) {
    case 'flat': {
      if (isInvalidAmount(amount, currency)) return INVALID_AMOUNT
      return hasAmount(amount, existing?.kind === 'flat' ? otherCurrencyAmounts(existing.amounts, currency) : [])
        ? undefined
        : PRICE_REQUIRED
    }
    case 'item': {
      if ([first, additional].some((text) => isInvalidAmount(text, currency))) return INVALID_AMOUNT
      const others = existing?.kind === 'item' ? otherCurrencyAmounts(existing.first, currency) : []
      if (hasAmount(first) !== hasAmount(additional))
        return 'Enter prices for the first item and each additional item, or 0.'
      return hasAmount(first, others) ? undefined : PRICE_REQUIRED
    }
    case 'weight':
      if (fields.weightTiers.some(({ upTo }) => !/^\s*\d*\s*$/.test(upTo))) return 'Enter weights in whole grams.'
      return validateTiers(fields.weightTiers, currency)
    case 'price':
      if (fields.priceTiers.some(({ upTo }) => isInvalidAmount(upTo, currency))) return INVALID_AMOUNT
      return validateTiers(fields.priceTiers, currency)
    case 'carrier':
      return undefined
  }
}

const INVALID_AMOUNT = 'An amount is invalid or too large.'
const PRICE_REQUIRED = 'Enter a price, or 0.'

function validateTiers(tiers: TierFields[], currency: string): string | undefined {
  if (tiers.some(({ amount }) => isInvalidAmount(amount, currency))) return INVALID_AMOUNT
  if (tiers.some(({ amount, otherAmounts }) => amount.trim() === '' && otherAmounts.length === 0)) {
    return 'Enter a price for each tier, or 0.'
  }
  const hasEarlyOpenEnd = tiers
    .slice(0, -1)
    .some(({ upTo, otherUpTos }) => upTo.trim() === '' && otherUpTos.length === 0)
  return hasEarlyOpenEnd ? 'Only the last tier can have no limit.' : undefined
}

/** Currencies other than the shop's in which the price has amounts. */
export function otherCurrencies(price: RatePrice | undefined, currency: string): string[] {
  if (!price) return []
  const lists =
    price.kind === 'flat'
      ? [price.amounts]
      : price.kind === 'item'
        ? [price.first]
        : price.kind === 'carrier'
          ? [price.fallback]
          : price.tiers.map(({ amounts }) => amounts)
  return [
    ...new Set(lists.flatMap((list) => otherCurrencyAmounts(list, currency).map((money) => money.currency))),
  ].sort()
}

/** True if a new kind or number of tiers makes existing error paths point elsewhere. */
export const changesPaths = (changes: Partial<PriceFields>, { kind, weightTiers, priceTiers }: PriceFields): boolean =>
  (changes.kind ?? kind) !== kind ||
  (changes.weightTiers ?? weightTiers).length !== weightTiers.length ||
  (changes.priceTiers ?? priceTiers).length !== priceTiers.length
