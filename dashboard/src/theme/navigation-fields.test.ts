import { describe, expect, it } from 'vitest'
import { newRow, toNavigation, toNavigationFields } from './navigation-fields.ts'

const NAVIGATION = {
  header: [
    { label: 'Shop', items: [{ label: 'Chairs', collection: 'chairs' }] },
    { label: 'The stool', product: 'stool' },
  ],
  footer: [{ label: 'About', url: '/about' }],
}

describe('navigation form fields', () => {
  it('round-trips a navigation', () => {
    expect(toNavigation(toNavigationFields(NAVIGATION))).toEqual(NAVIGATION)
  })

  it('gives rows unique keys, and the same keys for the same navigation', () => {
    const { header, footer } = toNavigationFields(NAVIGATION)
    const keys = [...header, ...footer].flatMap(({ key, items }) => [key, ...items.map((item) => item.key)])
    expect(new Set([...keys, newRow().key, newRow().key]).size).toBe(6)
    expect(toNavigationFields(NAVIGATION)).toEqual({ header, footer })
  })

  it('trims labels and drops the address of a link without a target', () => {
    const row = { ...newRow(), label: ' Shop ', to: 'none' as const, address: '/x' }
    expect(toNavigation({ header: [row], footer: [] })).toEqual({ header: [{ label: 'Shop' }], footer: [] })
  })
})
