import type { ProductDraft, VariantDraft } from '../product-draft.ts'

export type BulkField = 'price' | 'compareAt' | 'cost' | 'weightGrams' | 'stock'

/** Sets the same value on each of these variants; an empty value clears the field. */
export function setFieldForAll(
  draft: ProductDraft,
  keys: Set<string>,
  field: BulkField,
  currency: string,
  value: string,
): ProductDraft {
  const withValue = (variant: VariantDraft): VariantDraft => {
    if (field === 'cost') return { ...variant, cost: value, costCurrency: currency }
    if (field === 'weightGrams') return { ...variant, weightGrams: value }
    // Stock of a saved variant is adjusted, not set.
    if (field === 'stock') return variant.id ? variant : { ...variant, stock: value }
    const price = variant.prices[currency] ?? { price: '', compareAt: '' }
    return { ...variant, prices: { ...variant.prices, [currency]: { ...price, [field]: value } } }
  }
  return { ...draft, variants: draft.variants.map((variant) => (keys.has(variant.key) ? withValue(variant) : variant)) }
}

export const removeCurrency = (draft: ProductDraft, currency: string): ProductDraft => ({
  ...draft,
  variants: draft.variants.map((variant) => {
    const { [currency]: _, ...prices } = variant.prices
    return { ...variant, prices }
  }),
})
