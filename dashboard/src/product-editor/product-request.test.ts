import { describe, expect, it } from 'vitest'
import type { Product } from '../products/products.ts'
import { fieldLabel, toFieldErrors } from './field-paths.ts'
import { toDuplicateDraft, toProductDraft, updateVariant } from './product-draft.ts'
import { diffRequests, toProductRequest } from './product-request.ts'
import { changedFields, keepLaterEdits, rebase, restoreKeys } from './rebase.ts'
import { addValue, renameOption, renameValue } from './variants/variant-options.ts'

const eur = (amount: number) => ({ amount, currency: 'EUR' })

const variant = (size: string, amount: number): Product['variants'][number] => ({
  id: `var_${size}`,
  options: { Size: size },
  sku: `LS-${size}`,
  barcode: null,
  prices: [
    { price: eur(amount), compareAtPrice: null },
    { price: { amount: 5500, currency: 'JPY' }, compareAtPrice: { amount: 6000, currency: 'JPY' } },
  ],
  cost: eur(1500),
  weightGrams: 220,
  requiresShipping: true,
  trackStock: true,
  inventoryPolicy: 'deny',
  maxQuantityPerOrder: null,
  externalId: `erp-${size}`,
  taxable: size === 'S',
  imageUrl: null,
})

const SHIRT: Product = {
  id: 'prod_1',
  handle: 'linen-shirt',
  title: 'Linen shirt',
  description: 'Light and *airy*.',
  vendor: 'Hilda & Sons',
  type: 'Shirts',
  category: '1604',
  tags: ['summer'],
  status: 'active',
  publishAt: '2026-11-15T12:30:00.000Z',
  unpublishAt: null,
  seo: { title: 'Linen shirts', description: null },
  customFields: { care: 'cold wash', sizes: [1, 2], code: '12' },
  externalId: null,
  taxClass: 'reduced',
  giftCard: false,
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: [variant('S', 3900), variant('M', 4900)],
  rating: null,
  images: [{ id: 'img_1', url: 'https://cdn.example.com/a.jpg', alt: 'A shirt' }],
  version: 3,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
}

const draft = toProductDraft(SHIRT, 'EUR')
const first = draft.variants[0]?.key ?? ''
const sizes = draft.options[0]?.key ?? ''

describe('product request', () => {
  it('equals an untouched product and has no changes', () => {
    const { body, errors } = toProductRequest(draft, 'EUR')
    const {
      id: _,
      version: __,
      createdAt: ___,
      updatedAt: ____,
      externalId: _____,
      rating: ______,
      images,
      ...rest
    } = SHIRT
    expect(body).toEqual({ ...rest, images: images.map(({ url, alt }) => ({ url, alt })) })
    expect(errors).toEqual({})
    expect(diffRequests(body, toProductRequest(toProductDraft(SHIRT, 'EUR'), 'EUR').body)).toEqual({})
  })

  it('contains only changed fields', () => {
    const before = toProductRequest(draft, 'EUR').body
    const changed = updateVariant({ ...draft, title: 'Linen top' }, first, {
      prices: { EUR: { price: '35,5', compareAt: '' } },
    })
    const changes = diffRequests(before, toProductRequest(changed, 'EUR').body)
    expect(Object.keys(changes)).toEqual(['title', 'variants'])
    expect(changes.variants).toMatchObject([{ id: 'var_S', prices: [{ price: eur(3550) }] }, { id: 'var_M' }])
  })

  it('sets stock only for new variants that track it', () => {
    const stocked = addValue(addValue(draft, sizes, 'L'), sizes, 'XL')
    const [saved, , large, huge] = stocked.variants.map(({ key }) => key)
    let typed = updateVariant(stocked, saved ?? '', { stock: '5' })
    typed = updateVariant(typed, large ?? '', { stock: ' 7 ' })
    typed = updateVariant(typed, huge ?? '', { stock: '9', trackStock: false })
    const { variants } = toProductRequest(typed, 'EUR').body
    expect(variants.map(({ stock }) => stock)).toEqual([undefined, undefined, 7, undefined])
    const wrong = updateVariant(stocked, large ?? '', { stock: '1.5' })
    expect(toProductRequest(wrong, 'EUR').errors).toEqual({ [`/variants/${large}/stock`]: 'Enter a whole number' })
  })

  it('reports input that cannot be parsed, by field', () => {
    const wrong = renameOption(
      updateVariant({ ...draft, title: ' ', customFields: [{ key: 'x', name: 'my field', text: '' }] }, first, {
        prices: { EUR: { price: '1.000', compareAt: '' }, USD: { price: '', compareAt: '5' } },
        weightGrams: '1.5',
      }),
      sizes,
      '',
    )
    expect(Object.keys(toProductRequest(wrong, 'EUR').errors).sort()).toEqual([
      '/customFields/x',
      `/options/${sizes}/name`,
      '/title',
      '/variants/var_S/price/EUR',
      '/variants/var_S/price/USD',
      '/variants/var_S/weightGrams',
    ])
    expect(toProductRequest(updateVariant(draft, first, { prices: {} }), 'EUR').errors).toEqual({
      '/variants/var_S/price/EUR': 'Enter a price',
    })
  })

  it('counts input that cannot be parsed as a change', () => {
    const before = toProductRequest(draft, 'EUR').body
    const typed = updateVariant(draft, first, { maxQuantityPerOrder: 'many' })
    expect(Object.keys(diffRequests(before, toProductRequest(typed, 'EUR').body))).toEqual(['variants'])
  })

  it('contains nothing that identifies the original of a duplicate', () => {
    const text = JSON.stringify(toProductRequest(toDuplicateDraft(SHIRT, 'EUR'), 'EUR').body)
    for (const name of ['var_S', 'LS-S', 'erp-S', '"linen-shirt"']) expect(text).not.toContain(name)
    expect(toProductRequest(toDuplicateDraft(SHIRT, 'EUR'), 'EUR').body).toMatchObject({
      title: 'Linen shirt (copy)',
      status: 'draft',
    })
  })
})

it.each([
  ['/variants/1/prices/1/compareAtPrice/amount', '/variants/var_M/compareAt/JPY', 'Compare-at price of M in JPY'],
  ['/variants/0/prices/0/price/amount', '/variants/var_S/price/EUR', 'Price of S in EUR'],
  ['/variants/0/sku', '/variants/var_S/sku', 'SKU of S'],
  ['/variants', '/variants', 'Variants'],
  ['/options/0/values/1', '/options/option0/values/option0value1', 'Options'],
  ['/options/0/name', '/options/option0/name', 'Options'],
  ['/images/0/url', '/images/img_1/url', 'Images'],
  ['/customFields/care', '/customFields/care', 'Custom fields'],
  ['/seo/description', '/seo/description', 'Meta description'],
  ['/unpublishAt', '/unpublishAt', 'Unpublish date'],
])('maps an error at %s to the field %s, labeled %s', (path, field, label) => {
  expect(toFieldErrors([{ path, message: 'is wrong' }], draft)).toEqual({ [field]: 'is wrong' })
  expect(fieldLabel(field, draft)).toBe(label)
})

describe('concurrent edits', () => {
  const theirs: Product = {
    ...SHIRT,
    version: 4,
    vendor: 'Other',
    options: [{ name: 'Size', values: ['M'] }],
    variants: [variant('M', 9900)],
    images: [{ id: 'img_2', url: 'https://cdn.example.com/a.jpg', alt: 'A shirt' }],
  }

  it('detects their changes and ignores new image ids', () => {
    expect(changedFields(SHIRT, theirs)).toEqual(['vendor', 'options', 'variants'])
  })

  it('keeps local changes on top of theirs', () => {
    const mine = { ...draft, title: 'Mine' }
    const changes = diffRequests(toProductRequest(draft, 'EUR').body, toProductRequest(mine, 'EUR').body)
    const next = rebase(mine, changes, toProductDraft(theirs, 'EUR'))
    expect([next.title, next.vendor, next.variants.length]).toEqual(['Mine', 'Other', 1])
  })

  it('turns variants they removed into new ones if kept', () => {
    const mine = addValue(draft, sizes, 'L')
    const changes = diffRequests(toProductRequest(draft, 'EUR').body, toProductRequest(mine, 'EUR').body)
    const next = rebase(mine, changes, toProductDraft(theirs, 'EUR'))
    expect(next.variants.map(({ id }) => id)).toEqual([undefined, 'var_M', undefined])
    expect(next.options[0]?.values.map(({ text }) => text)).toEqual(['S', 'M', 'L'])
  })
})

describe('after saving', () => {
  const sent = addValue(draft, sizes, 'L')
  const stored: Product = {
    ...SHIRT,
    title: 'Linen shirt, tidied',
    options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
    variants: [variant('S', 3900), variant('M', 4900), variant('L', 3900)],
  }
  const saved = restoreKeys(toProductDraft(stored, 'EUR'), sent)

  it('keeps row keys and takes over new ids', () => {
    expect(saved.variants.map(({ key }) => key)).toEqual(sent.variants.map(({ key }) => key))
    expect(saved.variants.map(({ values }) => values)).toEqual(sent.variants.map(({ values }) => values))
    expect(saved.variants[2]?.id).toBe('var_L')
    expect(toProductRequest(saved, 'EUR').body).toEqual(toProductRequest(toProductDraft(stored, 'EUR'), 'EUR').body)
  })

  it('keeps edits made during the request', () => {
    expect(keepLaterEdits(saved, sent, sent)).toBe(saved)
    const large = sent.variants[2]
    const typed = updateVariant(sent, large?.key ?? '', { sku: 'LS-XL' })
    const now = renameValue(typed, sizes, large?.values[0] ?? '', 'XL')
    const next = keepLaterEdits(saved, sent, now)
    expect(next.title).toBe('Linen shirt, tidied')
    expect(next.variants[2]).toMatchObject({ id: 'var_L', sku: 'LS-XL' })
    expect(next.options[0]?.values[2]?.text).toBe('XL')
  })
})
