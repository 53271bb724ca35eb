import { describe, expect, it } from 'vitest'
import { toPreview } from './preview.ts'

describe('a preview', () => {
  it.each([
    ['a short text as it is', 'Free from €50.00', 'Free from €50.00'],
    ['lines as one', ' Two\n\n lines\t', 'Two lines'],
    ['whole words of a long text', `${'word '.repeat(39)}€50.00 and more`, `${'word '.repeat(39).trim()}…`],
    ['the beginning of a long word', 'x'.repeat(300), `${'x'.repeat(199)}…`],
  ])('shows %s', (_what, text, preview) => expect(toPreview(text)).toBe(preview))
})
