import { describe, expect, it } from 'vitest'
import { cutPassages, MAX_PASSAGE_LENGTH } from './passages.ts'

describe('cutPassages', () => {
  it('cuts at headings and keeps what lists and tables say, as plain text', () => {
    const body = `Before **noon**, see [our page](https://example.com/page).

# Prices & times

| To | Price | Free from |
|---|---|---|
| Germany | €4.90 | €50 |
| Elsewhere | €12.90 | |

## Steps

1. Pack it
2. Send it
   - with the label
   - or not

> It’s \`quick\`.

##

<script>alert(1)</script>`
    expect(cutPassages(body)).toEqual([
      { heading: null, text: 'Before noon, see our page.' },
      { heading: 'Prices & times', text: 'Germany: Price €4.90, Free from €50\nElsewhere: Price €12.90' },
      { heading: 'Steps', text: '1. Pack it\n2. Send it\n- with the label\n- or not\nIt’s quick.' },
      { heading: null, text: '<script>alert(1)</script>' },
    ])
  })

  it.each([
    ['sentences', 'We answer every message within a day. '.repeat(100)],
    ['words without sentences', 'word '.repeat(1000)],
    ['one word', 'x'.repeat(5000)],
    ['one word of pairs', `x${'😀'.repeat(2000)}`],
    ['paragraphs', 'A short paragraph that stays whole.\n\n'.repeat(200)],
  ])('cuts long %s into parts that fit, without losing anything', (_kind, body) => {
    const texts = cutPassages(`# Long\n\n${body}`).map(({ text }) => text)
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.filter((text) => text.length > MAX_PASSAGE_LENGTH || text === '')).toEqual([])
    const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')
    expect(withoutSpaces(texts.join(''))).toBe(withoutSpaces(body))
    expect(texts.join('').isWellFormed()).toBe(true)
  })

  it('returns nothing for a text without words', () => {
    expect(cutPassages('# Only a heading\n\n---')).toEqual([])
  })
})
