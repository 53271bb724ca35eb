import { contrastRatio, MIN_CONTRASTS } from '../../../sdk/src/contrast.ts'
import type { ThemeColors } from './theme.ts'

interface ContrastPair {
  on: keyof ThemeColors
  under: keyof ThemeColors
  needed: number
  ratio: number
}

const HEX = /^#[0-9a-f]{6}$/i
export const isHex = (text: string) => HEX.test(text)

/** Pairs in which this color is the foreground; none while either color is incomplete. */
export function contrastPairs(colors: ThemeColors, name: keyof ThemeColors): ContrastPair[] {
  return MIN_CONTRASTS.filter(([on, under]) => on === name && isHex(colors[on]) && isHex(colors[under])).map(
    ([on, under, needed]) => ({ on, under, needed, ratio: contrastRatio(colors[on], colors[under]) }),
  )
}

export const isLowContrast = ({ ratio, needed }: ContrastPair) => ratio < needed
