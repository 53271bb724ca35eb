import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isHandle, slugify } from './slug.ts'

const anyTitle = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', 'É', 'ß', '-', ' ', '𐐀', '\u0301', '\ufe0f', 'が', 'ำ'), maxLength: 300 }),
)

describe('slugify', () => {
  it.each([
    ['Linen Shirt', 'linen-shirt'],
    ['  --Linen   &  Shirt!--  ', 'linen-shirt'],
    ['Crème brûlée (6 pcs)', 'creme-brulee-6-pcs'],
    ['Straße STRAẞE', 'strasse-strasse'],
    ['Smørrebrød Ærø Œuvre Ǽ', 'smorrebrod-aero-oeuvre-ae'],
    ['Đặng Łódź Þór Ħal Iğdır İzmir', 'dang-lodz-thor-hal-igdir-izmir'],
    ['E\u0301te\u0301', 'ete'],
    ['ﬁne Ｗｉｄｅ ½ ① x²', 'fine-wide-1-2-1-x2'],
    ['Чайник йога', 'чайник-йога'],
    ['ドレス 赤', 'ドレス-赤'],
    ['한국 차', '한국-차'],
    ['हिन्दी चाय', 'हिन्दी-चाय'],
    ['น้ำชา', 'น้ําชา'],
    ['شاي أخضر', 'شاي-أخضر'],
    ['I ❤️ tea', 'i-tea'],
    ['Soft\u00adware', 'software'],
  ])('turns %j into %j', (title, slug) => {
    expect(slugify(title)).toBe(slug.normalize('NFC'))
  })

  it.each(['', '   ', '!!!', '❤️', '---', '\u0301', '\ud800', '\u200d\u3164'])('returns nothing for %j', (title) => {
    expect(slugify(title)).toBeUndefined()
  })

  it('has at most 100 whole characters, and does not end in a hyphen', () => {
    expect(slugify('a'.repeat(101))).toBe('a'.repeat(100))
    expect(slugify(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99))
    expect(slugify(`a${'𐐨'.repeat(200)}`)).toBe(`a${'𐐨'.repeat(99)}`)
  })

  it('returns a handle that is its own slug, whatever the title', () => {
    fc.assert(
      fc.property(anyTitle, (title) => {
        const slug = slugify(title)
        if (slug === undefined) return
        expect(isHandle(slug)).toBe(true)
        expect(Array.from(slug).length).toBeLessThanOrEqual(100)
        expect(slugify(slug)).toBe(slug)
      }),
      { numRuns: 3_000 },
    )
  })

  it('returns a handle for every single letter in Unicode', () => {
    const unfit: string[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      const letter = String.fromCodePoint(code)
      const slug = /[\p{L}\p{N}]/u.test(letter) ? slugify(letter) : undefined
      if (slug !== undefined && !(isHandle(slug) && slugify(slug) === slug)) unfit.push(letter)
    }
    expect(unfit).toEqual([])
  })
})

describe('isHandle', () => {
  it.each(['a', 'linen-shirt', '2026', 'café', 'чай-2', 'हिन्दी', '茶', 'a'.repeat(200)])('accepts %j', (text) => {
    expect(isHandle(text)).toBe(true)
  })

  it.each([
    ...['', '-', '-a', 'a-', 'a--b', 'A', 'a b', 'a_b', 'a/b', 'a.b', 'a%20', 'a\n', '..', 'cafe\u0301', '\u0301a'],
    ...['a\ufe0f', 'a\u200db', '❤', '\ud800', 'a'.repeat(201)],
  ])('rejects %j', (text) => {
    expect(isHandle(text)).toBe(false)
  })
})
