import { describe, expect, it } from 'vitest'
import { formatRatio } from '../../../sdk/src/contrast.ts'
import { findLowContrasts } from '../../../server/src/modules/theme/contrast.ts'
import { contrastPairs, isHex, isLowContrast } from './contrast.ts'
import type { ThemeColors } from './theme.ts'
import { COLOR_NAMES } from './theme-labels.ts'

const makeColors = (hexOf: (index: number) => string): ThemeColors => ({
  primary: hexOf(0),
  onPrimary: hexOf(1),
  background: hexOf(2),
  surface: hexOf(3),
  text: hexOf(4),
  mutedText: hexOf(5),
  border: hexOf(6),
  success: hexOf(7),
  warning: hexOf(8),
  danger: hexOf(9),
})

/** Deterministic, with distant consecutive values. */
const hexOf = (number: number) => `#${((number * 0x9e3779b1) >>> 8).toString(16).padStart(6, '0').slice(-6)}`

const describeLowContrasts = (colors: ThemeColors) =>
  COLOR_NAMES.flatMap((name) => contrastPairs(colors, name))
    .filter(isLowContrast)
    .map(
      (pair) =>
        `${pair.on} on ${pair.under} has a contrast of ${formatRatio(pair.ratio)}:1 and needs at least ${pair.needed}:1`,
    )

describe('contrast warnings', () => {
  it('matches the server’s rejections', () => {
    let lowCount = 0
    for (let round = 1; round <= 300; round += 1) {
      const colors = makeColors((index) => hexOf(round * 10 + index))
      const expected = findLowContrasts(colors).map(({ message }) => message)
      expect(describeLowContrasts(colors).sort()).toEqual(expected.sort())
      lowCount += expected.length
    }
    expect(lowCount).toBeGreaterThan(300)
  })

  it('ignores a color that is still being typed', () => {
    const white = makeColors(() => '#ffffff')
    expect(contrastPairs(white, 'text')).toHaveLength(2)
    expect(contrastPairs({ ...white, text: '#12' }, 'text')).toEqual([])
    expect(['#fff', 'red', '#GGGGGG', '#1f3a5f;'].some(isHex)).toBe(false)
  })
})
