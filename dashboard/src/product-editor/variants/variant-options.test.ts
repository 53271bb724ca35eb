import { describe, expect, it } from 'vitest'
import { emptyDraft, type ProductDraft, updateVariant, variantLabel } from '../product-draft.ts'
import {
  addMissingVariants,
  addOption,
  addValue,
  countMissingVariants,
  countWithNewValue,
  moveValue,
  removedVariants,
  removeOption,
  removeValue,
  removeVariant,
  renameOption,
  renameValue,
} from './variant-options.ts'

const labels = (draft: ProductDraft) => draft.variants.map((variant) => variantLabel(draft.options, variant))
const optionKey = (draft: ProductDraft, at: number) => draft.options[at]?.key ?? ''
const valueKey = (draft: ProductDraft, at: number, place: number) => draft.options[at]?.values[place]?.key ?? ''

function withOption(draft: ProductDraft, name: string, [first = '', ...others]: string[]): ProductDraft {
  const at = draft.options.length
  let next = addOption(draft)
  const key = optionKey(next, at)
  next = renameValue(renameOption(next, key, name), key, valueKey(next, at, 0), first)
  return others.reduce((grown, value) => addValue(grown, key, value), next)
}

function shirt(): ProductDraft {
  const bare = emptyDraft('EUR')
  const priced = updateVariant(bare, bare.variants[0]?.key ?? '', {
    prices: { EUR: { price: '49.00', compareAt: '' } },
    sku: 'LS',
  })
  return withOption(withOption(priced, 'Size', ['S', 'M']), 'Color', ['White', 'Sky'])
}

describe('options and variants', () => {
  it('adds sorted variants for a new value, copying the price but not the SKU', () => {
    const draft = shirt()
    expect(labels(draft)).toEqual(['S / White', 'S / Sky', 'M / White', 'M / Sky'])
    expect(draft.variants.map(({ prices }) => prices.EUR?.price)).toEqual(['49.00', '49.00', '49.00', '49.00'])
    expect(draft.variants.map(({ sku }) => sku)).toEqual(['LS', '', '', ''])
    expect(countWithNewValue(draft, optionKey(draft, 0))).toBe(6)
    const more = addValue(draft, optionKey(draft, 0), 'L')
    expect(labels(more).slice(4)).toEqual(['L / White', 'L / Sky'])
    expect(more.variants.slice(0, 4)).toEqual(draft.variants)
  })

  it('renames a value without touching variants', () => {
    const draft = shirt()
    const renamed = renameValue(draft, optionKey(draft, 1), valueKey(draft, 1, 1), 'White')
    expect(renamed.variants).toBe(draft.variants)
    expect(labels(renamed)).toEqual(['S / White', 'S / White', 'M / White', 'M / White'])
  })

  it('removes the variants of a removed value, and merges those of a removed option', () => {
    const draft = shirt()
    const narrower = removeValue(draft, optionKey(draft, 0), valueKey(draft, 0, 0))
    expect(labels(narrower)).toEqual(['M / White', 'M / Sky'])
    expect(removedVariants(draft, narrower).map(({ sku }) => sku)).toEqual(['LS'])
    const plainer = removeOption(draft, optionKey(draft, 1))
    expect(labels(plainer)).toEqual(['S', 'M'])
    expect(plainer.variants[0]?.sku).toBe('LS')
    const bare = removeOption(plainer, optionKey(plainer, 0))
    expect([labels(bare), bare.options]).toEqual([[''], []])
  })

  it('sorts variants when values move', () => {
    const draft = shirt()
    const swapped = moveValue(draft, optionKey(draft, 0), valueKey(draft, 0, 1), -1)
    expect(labels(swapped)).toEqual(['M / White', 'M / Sky', 'S / White', 'S / Sky'])
    expect(labels(moveValue(draft, optionKey(draft, 0), valueKey(draft, 0, 0), -1))).toEqual(labels(draft))
  })

  it('counts removed combinations, does not re-add them with new values, and restores them on request', () => {
    const draft = shirt()
    const fewer = removeVariant(draft, draft.variants[3]?.key ?? '')
    expect(countMissingVariants(fewer)).toBe(1)
    expect(labels(addValue(fewer, optionKey(fewer, 0), 'L'))).toEqual([
      'S / White',
      'S / Sky',
      'M / White',
      'L / White',
      'L / Sky',
    ])
    const whole = addMissingVariants(fewer)
    expect([labels(whole), countMissingVariants(whole)]).toEqual([labels(draft), 0])
    expect(whole.variants[3]?.prices.EUR?.price).toBe('49.00')
  })
})
