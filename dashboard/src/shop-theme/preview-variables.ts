import { isHex } from './contrast.ts'
import type { ThemeSettings } from './theme.ts'

type Look = Pick<ThemeSettings, 'colours' | 'typography' | 'shape'>

/** The custom properties of the same names that the server writes for storefronts. A colour that is still being typed is left out. */
export function previewVariables({ colours, typography, shape }: Look): Record<string, string> {
  const painted = Object.entries(colours).filter(([, hex]) => isHex(hex))
  return {
    ...Object.fromEntries(painted.map(([name, hex]) => [`--colour-${kebab(name)}`, hex])),
    '--font-heading': typography.headingFamily,
    '--font-body': typography.bodyFamily,
    '--font-size': `${typography.baseSizePx}px`,
    '--font-scale': String(typography.scale),
    '--radius': `${shape.radiusPx}px`,
    '--spacing': `${shape.spacingPx}px`,
  }
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
