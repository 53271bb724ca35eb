import { describe, expect, it } from 'vitest'
import { insertPlaceholder } from './email-labels.ts'

describe('insertPlaceholder', () => {
  it('inserts at the cursor and replaces the selection', () => {
    expect(insertPlaceholder('Hello you!', { name: 'customerName', block: false }, 6, 9)).toBe(
      'Hello {{customerName}}!',
    )
  })

  it('puts a table on its own line', () => {
    const items = { name: 'items', block: true }
    expect(insertPlaceholder('You have bought this: bye', items, 21, 21)).toBe(
      'You have bought this:\n\n{{items}}\n\nbye',
    )
    expect(insertPlaceholder('', items, 0, 0)).toBe('{{items}}')
  })
})
