import { moveItem } from '../../ui/move-item.ts'
import { newKey, type OptionDraft, type ProductDraft, type VariantDraft } from '../product-draft.ts'

export const MAX_VARIANTS = 2000
export const MAX_OPTIONS = 5
export const MAX_VALUES = 250

/** Every variant gets the first value of the new option; more values add more variants. */
export function addOption(draft: ProductDraft): ProductDraft {
  const value = { key: newKey(), text: '' }
  return {
    ...draft,
    options: [...draft.options, { key: newKey(), name: '', values: [value] }],
    variants: draft.variants.map((variant) => ({ ...variant, values: [...variant.values, value.key] })),
  }
}

/** Of variants that differ only in this option, the first one remains. */
export function removeOption(draft: ProductDraft, optionKey: string): ProductDraft {
  const at = optionIndex(draft, optionKey)
  const seen = new Set<string>()
  const variants = draft.variants
    .map((variant) => ({ ...variant, values: variant.values.toSpliced(at, 1) }))
    .filter(({ values }) => {
      const name = values.join()
      return !seen.has(name) && seen.add(name)
    })
  return { ...draft, options: draft.options.toSpliced(at, 1), variants }
}

/** Adds a variant for each existing combination of the other options, priced like its closest match. */
export function addValue(draft: ProductDraft, optionKey: string, text: string): ProductDraft {
  const at = optionIndex(draft, optionKey)
  const value = { key: newKey(), text }
  const templates = new Map<string, VariantDraft>()
  for (const variant of draft.variants) {
    const others = variant.values.toSpliced(at, 1).join()
    if (!templates.has(others)) templates.set(others, variant)
  }
  const added = [...templates.values()].map((template) => copyVariant(template, template.values.with(at, value.key)))
  return sortVariants({
    ...updateOption(draft, optionKey, ({ values }) => ({ values: [...values, value] })),
    variants: [...draft.variants, ...added],
  })
}

export function removeValue(draft: ProductDraft, optionKey: string, valueKey: string): ProductDraft {
  return {
    ...updateOption(draft, optionKey, ({ values }) => ({ values: values.filter(({ key }) => key !== valueKey) })),
    variants: draft.variants.filter(({ values }) => !values.includes(valueKey)),
  }
}

export const renameOption = (draft: ProductDraft, optionKey: string, name: string): ProductDraft =>
  updateOption(draft, optionKey, () => ({ name }))

export const renameValue = (draft: ProductDraft, optionKey: string, valueKey: string, text: string): ProductDraft =>
  updateOption(draft, optionKey, ({ values }) => ({
    values: values.map((value) => (value.key === valueKey ? { ...value, text } : value)),
  }))

/** Shoppers choose in this order, and variants are sorted by it. */
export function moveValue(draft: ProductDraft, optionKey: string, valueKey: string, by: -1 | 1): ProductDraft {
  return sortVariants(
    updateOption(draft, optionKey, ({ values }) => {
      const at = values.findIndex(({ key }) => key === valueKey)
      return { values: moveItem(values, at, at + by) }
    }),
  )
}

/** Number of value combinations without a variant. */
export const countMissingVariants = ({ options, variants }: Pick<ProductDraft, 'options' | 'variants'>): number =>
  options.reduce((product, { values }) => product * values.length, 1) - variants.length

export function addMissingVariants(draft: ProductDraft): ProductDraft {
  const existing = new Set(draft.variants.map(({ values }) => values.join()))
  const all = draft.options.reduce<string[][]>(
    (rows, { values }) => rows.flatMap((row) => values.map(({ key }) => [...row, key])),
    [[]],
  )
  const missing = all.filter((values) => !existing.has(values.join()))
  const added = missing.flatMap((values) => {
    const template = closestVariant(draft.variants, values)
    return template ? [copyVariant(template, values)] : []
  })
  return sortVariants({ ...draft, variants: [...draft.variants, ...added] })
}

export const removeVariant = (draft: ProductDraft, variantKey: string): ProductDraft => ({
  ...draft,
  variants: draft.variants.filter(({ key }) => key !== variantKey),
})

/** Removed variants that someone may miss: saved ones, and those with their own SKU or barcode. */
export function removedVariants(before: ProductDraft, after: ProductDraft): VariantDraft[] {
  const remaining = new Set(after.variants.map(({ key }) => key))
  return before.variants.filter(({ key, id, sku, barcode }) => !remaining.has(key) && (id || sku || barcode))
}

/** Number of variants after adding one more value to this option. */
export function countWithNewValue(draft: ProductDraft, optionKey: string): number {
  const at = optionIndex(draft, optionKey)
  return draft.variants.length + new Set(draft.variants.map(({ values }) => values.toSpliced(at, 1).join())).size
}

const optionIndex = ({ options }: ProductDraft, optionKey: string) => options.findIndex(({ key }) => key === optionKey)

const updateOption = (
  draft: ProductDraft,
  optionKey: string,
  change: (option: OptionDraft) => Partial<OptionDraft>,
): ProductDraft => ({
  ...draft,
  options: draft.options.map((option) => (option.key === optionKey ? { ...option, ...change(option) } : option)),
})

/** SKU and barcode are unique, and stock of the copy has not been counted yet. */
const copyVariant = ({ id: _, ...template }: VariantDraft, values: string[]): VariantDraft => ({
  ...template,
  key: newKey(),
  values,
  sku: '',
  barcode: '',
  stock: '',
  imageUrl: '',
  preserved: {},
})

/** The variant that shares the most values. */
function closestVariant(variants: VariantDraft[], values: string[]): VariantDraft | undefined {
  const shared = (variant: VariantDraft) => variant.values.filter((value, at) => value === values[at]).length
  return variants.reduce<VariantDraft | undefined>(
    (best, variant) => (best && shared(best) >= shared(variant) ? best : variant),
    undefined,
  )
}

/** Sorts by the first option, then the second, and so on, each in the order of its values. */
function sortVariants(draft: ProductDraft): ProductDraft {
  const positions = new Map(draft.options.flatMap(({ values }) => values.map(({ key }, at) => [key, at] as const)))
  const compare = (one: VariantDraft, other: VariantDraft) => {
    for (const [at, value] of one.values.entries()) {
      const difference = (positions.get(value) ?? 0) - (positions.get(other.values[at] ?? '') ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  }
  return { ...draft, variants: draft.variants.toSorted(compare) }
}
