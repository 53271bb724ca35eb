import type { Brand, Colors, Shape, Typography } from './schemas.ts'

/** Generic families; quoted, they would be font names. */
const GENERIC = new Set(
  'serif sans-serif monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace ui-rounded math emoji'.split(
    ' ',
  ),
)

interface ThemeStyles {
  brand: Brand
  colors: Colors
  typography: Typography
  shape: Shape
}

/** One rule of custom properties, for a style sheet or a `<style>` element. */
export function themeCss({ brand, colors, typography, shape }: ThemeStyles): string {
  const properties: [string, string][] = [
    ...Object.entries(colors).map(([name, hex]): [string, string] => [`color-${toKebabCase(name)}`, hex]),
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

/** Quotes every font name in a list such as `Inter, "Helvetica Neue", serif`, so that no name is parsed as CSS. */
export function fontFamilies(list: string): string {
  const names = list.split(',').map((name) => name.replaceAll(/["']/g, '').trim())
  return names
    .filter((name) => name !== '')
    .map((name) => (GENERIC.has(name.toLowerCase()) ? name.toLowerCase() : cssString(name)))
    .join(',')
}

/**
 * Escapes every character that is not known to be safe, so that no quote, backslash, newline or `</style>` ends the
 * string.
 */
export const cssString = (text: string): string =>
  `"${text.replaceAll(/[^\w \-./:?&=%#~+,@!]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`

const toKebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
