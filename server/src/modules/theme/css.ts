import type { Brand, Colors, Shape, Typography } from './schemas.ts'

/** Families that the browser chooses itself; in quotes they would name a font. */
const GENERIC = new Set(
  'serif sans-serif monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace ui-rounded math emoji'.split(
    ' ',
  ),
)

interface ThemeStyles {
  brand: Brand
  colours: Colors
  typography: Typography
  shape: Shape
}

/** One rule of custom properties, ready for a style sheet or a `<style>` element. */
export function themeCss({ brand, colours, typography, shape }: ThemeStyles): string {
  const properties: [string, string][] = [
    ...Object.entries(colours).map(([name, hex]): [string, string] => [`colour-${toKebabCase(name)}`, hex]),
    ['font-heading', fontFamilies(typography.headingFamily)],
    ['font-body', fontFamilies(typography.bodyFamily)],
    ['font-size', `${typography.baseSizePx}px`],
    ['font-scale', String(typography.scale)],
    ['radius', `${shape.radiusPx}px`],
    ['spacing', `${shape.spacingPx}px`],
  ]
  if (brand.logoUrl !== null) properties.push(['logo', `url(${cssString(brand.logoUrl)})`])
  return `:root{${properties.map(([name, value]) => `--${name}:${value}`).join(';')}}`
}

/** `Inter, "Helvetica Neue", serif` with every name of a font as a string, so that no name can be anything else. */
export function fontFamilies(list: string): string {
  const names = list.split(',').map((name) => name.replaceAll(/["']/g, '').trim())
  return names
    .filter((name) => name !== '')
    .map((name) => (GENERIC.has(name.toLowerCase()) ? name.toLowerCase() : cssString(name)))
    .join(',')
}

/** What is not plainly harmless is written as its number: neither a quote, a backslash, a line end nor `</style>` gets out. */
export const cssString = (text: string): string =>
  `"${text.replaceAll(/[^\w \-./:?&=%#~+,@!]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`

const toKebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
