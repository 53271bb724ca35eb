import { describe, expect, it } from 'vitest'
import { insertPlaceholder } from './email-labels.ts'

describe('a placeholder', () => {
  it('is put where the cursor is, in place of what is marked', () => {
    expect(insertPlaceholder('Hello you!', { name: 'buyerName', isBlock: false }, 6, 9)).toBe('Hello {{buyerName}}!')
  })

  it('that is a table gets a line of its own', () => {
    const items = { name: 'items', isBlock: true }
    expect(insertPlaceholder('You have bought this: bye', items, 21, 21)).toBe(
      'You have bought this:\n\n{{items}}\n\nbye',
    )
    expect(insertPlaceholder('', items, 0, 0)).toBe('{{items}}')
  })
})
