/** The colors of a theme that text, borders and icons are compared on. */
type ColorName =
  | 'text'
  | 'mutedText'
  | 'onPrimary'
  | 'border'
  | 'success'
  | 'warning'
  | 'danger'
  | 'background'
  | 'surface'
  | 'primary'

/**
 * WCAG 2.2: 1.4.3 requires 4.5 for text and 3 for large text; 1.4.11 requires 3 for borders and icons that carry
 * meaning. The server rejects what is below; a page warns while the color is picked.
 */
export const MIN_CONTRASTS: [on: ColorName, under: ColorName, ratio: number][] = [
  ['text', 'background', 4.5],
  ['text', 'surface', 4.5],
  ['onPrimary', 'primary', 4.5],
  // Links and quiet buttons are text in this color.
  ['primary', 'background', 4.5],
  ['primary', 'surface', 4.5],
  ['mutedText', 'background', 4.5],
  ['mutedText', 'surface', 4.5],
  ['border', 'background', 3],
  ['success', 'background', 3],
  ['warning', 'background', 3],
  ['danger', 'background', 3],
]

/** From 1 (identical) to 21 (black and white), in either order. */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Truncated, not rounded: 4.499 fails and must not be shown as 4.5. */
export const formatRatio = (ratio: number) => (Math.floor(ratio * 100) / 100).toFixed(2)

/** Relative luminance of an sRGB color such as `#1a2b3c`. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
