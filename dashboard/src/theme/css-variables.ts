import { isHex } from './contrast.ts'
import type { ThemeSettings } from './theme.ts'

type ThemeStyle = Pick<ThemeSettings, 'colors' | 'typography' | 'shape'>

/** The same custom properties that the server generates for storefronts. Incomplete colors are omitted. */
export function themeCssVariables({ colors, typography, shape }: ThemeStyle): Record<`--${string}`, string> {
  const validColors = Object.entries(colors).filter(([, hex]) => isHex(hex))
  return {
    ...Object.fromEntries(validColors.map(([name, hex]) => [`--color-${toKebabCase(name)}`, hex])),
    '--font-heading': typography.headingFamily,
    '--font-body': typography.bodyFamily,
    '--font-size': `${typography.baseSizePx}px`,
    '--font-scale': String(typography.scale),
    '--radius': `${shape.radiusPx}px`,
    '--spacing': `${shape.spacingPx}px`,
  }
}

const toKebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
