import { moved } from '../parts/moved.ts'
import { type Draft, newKey, type OptionDraft, type VariantDraft } from './draft.ts'

export const MAX_VARIANTS = 2000
export const MAX_OPTIONS = 5
export const MAX_VALUES = 250

/** Every variant gets the first value of the new option; further values bring further variants. */
export function addOption(draft: Draft): Draft {
  const value = { key: newKey(), text: '' }
  return {
    ...draft,
    options: [...draft.options, { key: newKey(), name: '', values: [value] }],
    variants: draft.variants.map((variant) => ({ ...variant, values: [...variant.values, value.key] })),
  }
}

/** Of the variants that differ in this option only, the first one stays. */
export function removeOption(draft: Draft, optionKey: string): Draft {
  const at = indexOf(draft, optionKey)
  const seen = new Set<string>()
  const variants = draft.variants
    .map((variant) => ({ ...variant, values: variant.values.toSpliced(at, 1) }))
    .filter(({ values }) => {
      const name = values.join()
      return !seen.has(name) && seen.add(name)
    })
  return { ...draft, options: draft.options.toSpliced(at, 1), variants }
}

/** One more variant for each that is there in the other options, priced as its like. */
export function addValue(draft: Draft, optionKey: string, text: string): Draft {
  const at = indexOf(draft, optionKey)
  const value = { key: newKey(), text }
  const likes = new Map<string, VariantDraft>()
  for (const variant of draft.variants) {
    const others = variant.values.toSpliced(at, 1).join()
    if (!likes.has(others)) likes.set(others, variant)
  }
  const more = [...likes.values()].map((like) => variantLike(like, like.values.with(at, value.key)))
  return inOrder({
    ...changeOption(draft, optionKey, ({ values }) => ({ values: [...values, value] })),
    variants: [...draft.variants, ...more],
  })
}

export function removeValue(draft: Draft, optionKey: string, valueKey: string): Draft {
  return {
    ...changeOption(draft, optionKey, ({ values }) => ({ values: values.filter(({ key }) => key !== valueKey) })),
    variants: draft.variants.filter(({ values }) => !values.includes(valueKey)),
  }
}

export const renameOption = (draft: Draft, optionKey: string, name: string): Draft =>
  changeOption(draft, optionKey, () => ({ name }))

export const renameValue = (draft: Draft, optionKey: string, valueKey: string, text: string): Draft =>
  changeOption(draft, optionKey, ({ values }) => ({
    values: values.map((value) => (value.key === valueKey ? { ...value, text } : value)),
  }))

/** Shoppers choose in this order, and variants are listed in it. */
export function moveValue(draft: Draft, optionKey: string, valueKey: string, by: -1 | 1): Draft {
  return inOrder(
    changeOption(draft, optionKey, ({ values }) => {
      const at = values.findIndex(({ key }) => key === valueKey)
      return { values: moved(values, at, at + by) }
    }),
  )
}

/** How many combinations of values have no variant. */
export const countMissing = ({ options, variants }: Pick<Draft, 'options' | 'variants'>): number =>
  options.reduce((product, { values }) => product * values.length, 1) - variants.length

export function addMissing(draft: Draft): Draft {
  const there = new Set(draft.variants.map(({ values }) => values.join()))
  const all = draft.options.reduce<string[][]>(
    (rows, { values }) => rows.flatMap((row) => values.map(({ key }) => [...row, key])),
    [[]],
  )
  const missing = all.filter((values) => !there.has(values.join()))
  const more = missing.flatMap((values) => {
    const like = mostAlike(draft.variants, values)
    return like ? [variantLike(like, values)] : []
  })
  return inOrder({ ...draft, variants: [...draft.variants, ...more] })
}

export const removeVariant = (draft: Draft, variantKey: string): Draft => ({
  ...draft,
  variants: draft.variants.filter(({ key }) => key !== variantKey),
})

/** Variants that would be gone and that somebody may miss: saved ones, and those that were given a name of their own. */
export function missedIn(before: Draft, after: Draft): VariantDraft[] {
  const kept = new Set(after.variants.map(({ key }) => key))
  return before.variants.filter(({ key, id, sku, barcode }) => !kept.has(key) && (id || sku || barcode))
}

/** How many there would be with one more value here. */
export function countWith(draft: Draft, optionKey: string): number {
  const at = indexOf(draft, optionKey)
  return draft.variants.length + new Set(draft.variants.map(({ values }) => values.toSpliced(at, 1).join())).size
}

const indexOf = ({ options }: Draft, optionKey: string) => options.findIndex(({ key }) => key === optionKey)

const changeOption = (
  draft: Draft,
  optionKey: string,
  change: (option: OptionDraft) => Partial<OptionDraft>,
): Draft => ({
  ...draft,
  options: draft.options.map((option) => (option.key === optionKey ? { ...option, ...change(option) } : option)),
})

/** SKU and barcode name one variant only, and nobody has counted yet what there is of another. */
const variantLike = ({ id: _, ...like }: VariantDraft, values: string[]): VariantDraft => ({
  ...like,
  key: newKey(),
  values,
  sku: '',
  barcode: '',
  stock: '',
  unseen: {},
})

/** The one that shares most values. */
function mostAlike(variants: VariantDraft[], values: string[]): VariantDraft | undefined {
  const shared = (variant: VariantDraft) => variant.values.filter((value, at) => value === values[at]).length
  return variants.reduce<VariantDraft | undefined>(
    (best, variant) => (best && shared(best) >= shared(variant) ? best : variant),
    undefined,
  )
}

/** By the first option, then the second…, each in the order of its values. */
function inOrder(draft: Draft): Draft {
  const place = new Map(draft.options.flatMap(({ values }) => values.map(({ key }, at) => [key, at] as const)))
  const compare = (one: VariantDraft, other: VariantDraft) => {
    for (const [at, value] of one.values.entries()) {
      const difference = (place.get(value) ?? 0) - (place.get(other.values[at] ?? '') ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  }
  return { ...draft, variants: draft.variants.toSorted(compare) }
}
