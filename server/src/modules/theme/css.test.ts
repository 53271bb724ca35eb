import fc from 'fast-check'
import { expect, it } from 'vitest'
import { completeTheme } from './complete-theme.ts'
import { cssString, fontFamilies, themeCss } from './css.ts'

const theme = completeTheme({}, { name: 'Shop', currency: 'EUR' })

it('renders one rule of custom properties', () => {
  const css = themeCss({ ...theme, brand: { ...theme.brand, logoUrl: 'https://example.com/logo.svg?size=2' } })
  expect(css).toMatch(/^:root\{--color-primary:#1f3a5f;--color-on-primary:#ffffff;/)
  expect(css).toContain(
    ';--font-body:system-ui,sans-serif;--font-size:16px;--font-scale:1.25;--radius:6px;--spacing:8px',
  )
  expect(css).toMatch(/;--logo:url\("https:\/\/example\.com\/logo\.svg\?size=2"\)\}$/)
})

it('omits the logo if there is none', () => {
  expect(themeCss(theme)).not.toContain('--logo')
})

it('quotes font names but not generic families', () => {
  expect(fontFamilies(`Inter, 'Helvetica Neue' ,"Fira Sans", Sans-Serif`)).toBe(
    '"Inter","Helvetica Neue","Fira Sans",sans-serif',
  )
})

it.each([
  ['a"b', '"a\\22 b"'],
  ['a\\', '"a\\5c "'],
  ['a\nb', '"a\\a b"'],
  ['</style><script>', '"\\3c /style\\3e \\3c script\\3e "'],
  ['ü😀', '"\\fc \\1f600 "'],
])('escapes %j inside a string', (text, written) => {
  expect(cssString(text)).toBe(written)
})

/** A CSS string with numeric escapes only. */
const STRING = /"(?:[^"\\\n<>]|\\[0-9a-f]{1,6} )*"/g

it('keeps the same structure for any font names and URLs', () => {
  const piece = fc.constantFrom(
    '"',
    "'",
    '\\',
    ';',
    '}',
    '{',
    '*/',
    '/*',
    '\n',
    '\r',
    '\f',
    ')',
    'url(',
    '</style>',
    'é',
    'a',
  )
  const hostile = fc.oneof(
    fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary' }),
  )
  const bare = (css: string) => css.replaceAll(STRING, 'S').replaceAll(/S(,S)*/g, 'S')
  const bodyFamily = 'Inter'
  const plain = bare(
    themeCss({
      ...theme,
      typography: { ...theme.typography, headingFamily: 'x', bodyFamily },
      brand: { ...theme.brand, logoUrl: 'x' },
    }),
  )
  fc.assert(
    fc.property(hostile, hostile, (family, logoUrl) => {
      const typography = { ...theme.typography, headingFamily: `x${family}x`, bodyFamily }
      expect(bare(themeCss({ ...theme, typography, brand: { ...theme.brand, logoUrl } }))).toBe(plain)
    }),
    { numRuns: 2000 },
  )
})
