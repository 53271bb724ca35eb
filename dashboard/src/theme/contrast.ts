import type { ThemeColors } from './theme.ts'

interface ContrastPair {
  on: keyof ThemeColors
  under: keyof ThemeColors
  needed: number
  ratio: number
}

/** Mirrors the server's rule, to warn while a color is picked; a test compares the two. */
const REQUIRED_CONTRASTS: [on: keyof ThemeColors, under: keyof ThemeColors, ratio: number][] = [
  ['text', 'background', 4.5],
  ['text', 'surface', 4.5],
  ['onPrimary', 'primary', 4.5],
  ['mutedText', 'background', 4.5],
  ['mutedText', 'surface', 4.5],
  ['border', 'background', 3],
  ['success', 'background', 3],
  ['warning', 'background', 3],
  ['danger', 'background', 3],
]

const HEX = /^#[0-9a-f]{6}$/i
export const isHex = (text: string) => HEX.test(text)

/** Pairs in which this color is the foreground; none while either color is incomplete. */
export function contrastPairs(colours: ThemeColors, name: keyof ThemeColors): ContrastPair[] {
  return REQUIRED_CONTRASTS.filter(([on, under]) => on === name && isHex(colours[on]) && isHex(colours[under])).map(
    ([on, under, needed]) => ({ on, under, needed, ratio: contrastRatio(colours[on], colours[under]) }),
  )
}

export const isLowContrast = ({ ratio, needed }: ContrastPair) => ratio < needed

/** Truncated, not rounded: 4.499 fails and must not show as 4.5. */
export const formatRatio = ({ ratio }: Pick<ContrastPair, 'ratio'>) => (Math.floor(ratio * 100) / 100).toFixed(2)

/** From 1 (equal) to 21 (black and white), in either order. */
function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
