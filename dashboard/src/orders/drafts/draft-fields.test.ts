import { describe, expect, it } from 'vitest'
import type { Order } from '../orders.ts'
import { eur, SAMPLE_ITEM, SAMPLE_ORDER } from '../sample-order.testing.ts'
import {
  addCustomItem,
  addVariant,
  diffDraft,
  EMPTY_DRAFT,
  estimateTotal,
  toDraftContents,
  toDraftFields,
  validateDraft,
} from './draft-fields.ts'

const MUG = {
  variantId: 'var_1',
  title: 'Mug',
  description: 'MUG',
  price: eur(2499),
  image: null,
  requiresShipping: true,
}
const draft: Order = {
  ...SAMPLE_ORDER,
  status: 'draft',
  shippingAddress: { name: 'Ada', country: 'AT' },
  items: [
    { ...SAMPLE_ITEM, unitPrice: eur(2499) },
    { ...SAMPLE_ITEM, id: 'li_2', title: 'Work', sku: null, unitPrice: eur(900), requiresShipping: false },
  ],
  draft: {
    items: [
      { variantId: 'var_1', quantity: 2 },
      { title: 'Work', quantity: 1, unitPrice: eur(900), requiresShipping: false, taxClass: 'reduced' },
    ],
    shipping: { title: 'Post', amount: eur(490) },
  },
}

describe('draft form fields', () => {
  it('round-trips a draft: an item without its own price keeps the catalog price', () => {
    expect(toDraftContents(toDraftFields(draft), 'EUR')).toEqual(draft.draft)
    expect(estimateTotal(toDraftFields(draft), 'EUR')).toEqual(eur(2 * 2499 + 900 + 490))
  })

  it('sends only changed fields', () => {
    const before = toDraftFields(draft)
    expect(diffDraft({ ...before, email: '' }, before, 'EUR')).toEqual({ email: null })
    expect(diffDraft({ ...before, shippingPrice: '', shippingTitle: '' }, before, 'EUR')).toEqual({ shipping: null })
    const rows = addVariant(before.rows, MUG)
    expect(diffDraft({ ...before, rows }, before, 'EUR')).toMatchObject({ items: [{ quantity: 3 }, {}] })
  })

  it('reports what is missing', () => {
    const mugs = { ...EMPTY_DRAFT, rows: addVariant([], MUG) }
    expect(validateDraft(EMPTY_DRAFT, 'EUR')).toBe('Add an item.')
    expect(validateDraft(mugs, 'EUR')).toBeUndefined()
    expect(validateDraft({ ...mugs, rows: addCustomItem(mugs.rows, 'own') }, 'EUR')).toBe(
      'Enter a name for each custom item.',
    )
    expect(validateDraft({ ...mugs, shippingPrice: 'five' }, 'EUR')).toBe('Enter a valid shipping price.')
    const address = { ...EMPTY_DRAFT.address, city: 'Wien' }
    expect(validateDraft({ ...mugs, address }, 'EUR')).toBe('Select a country for the address.')
  })
})
