import { describe, expect, it } from 'vitest'
import { tooLowContrasts } from '../../../server/src/modules/theme/contrast.ts'
import { isHex, isTooLow, pairsOf, toldRatio } from './contrast.ts'
import type { Colours } from './theme.ts'
import { COLOUR_NAMES } from './theme-words.ts'

const coloursOf = (hexOf: (place: number) => string) =>
  Object.fromEntries(COLOUR_NAMES.map((name, place) => [name, hexOf(place)])) as unknown as Colours

/** Far apart from one to the next, and the same in every run. */
const hexOf = (number: number) => `#${((number * 0x9e3779b1) >>> 8).toString(16).padStart(6, '0').slice(-6)}`

const told = (colours: Colours) =>
  COLOUR_NAMES.flatMap((name) => pairsOf(colours, name))
    .filter(isTooLow)
    .map(
      (pair) =>
        `${pair.on} on ${pair.under} has a contrast of ${toldRatio(pair)}:1 and needs at least ${pair.needed}:1`,
    )

describe('the contrast that is told while colours are picked', () => {
  it('is the one by which the server refuses them', () => {
    let refused = 0
    for (let round = 1; round <= 300; round += 1) {
      const picked = coloursOf((place) => hexOf(round * 10 + place))
      const expected = tooLowContrasts(picked).map(({ message }) => message)
      expect(told(picked).sort()).toEqual(expected.sort())
      refused += expected.length
    }
    expect(refused).toBeGreaterThan(300)
  })

  it('says nothing of a colour that is still being typed', () => {
    const white = coloursOf(() => '#ffffff')
    expect(pairsOf(white, 'text')).toHaveLength(2)
    expect(pairsOf({ ...white, text: '#12' }, 'text')).toEqual([])
    expect(['#fff', 'red', '#GGGGGG', '#1f3a5f;'].some(isHex)).toBe(false)
  })
})
