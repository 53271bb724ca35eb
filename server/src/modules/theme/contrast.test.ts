import { expect, it } from 'vitest'
import { contrastRatio } from '../../../../sdk/src/contrast.ts'
import { completeTheme } from './complete-theme.ts'
import { findLowContrasts } from './contrast.ts'

const { colors } = completeTheme({}, { name: 'Shop', currency: 'EUR' })

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.478],
  ['#767676', '#ffffff', 4.542],
  ['#949494', '#ffffff', 3.033],
  ['#ff0000', '#ffffff', 3.998],
  ['#0000ff', '#ffffff', 8.592],
])('computes the contrast of %s and %s as %d in either order', (one, other, ratio) => {
  expect(contrastRatio(one, other)).toBeCloseTo(ratio, 3)
  expect(contrastRatio(other, one)).toBeCloseTo(ratio, 3)
})

it('accepts the default colors', () => {
  expect(findLowContrasts(colors)).toEqual([])
})

it('requires links in the primary color to be readable', () => {
  const yellow = { ...colors, primary: '#ffcc00', onPrimary: '#000000' }
  expect(findLowContrasts(yellow)).toMatchObject([
    { path: '/colors/primary', background: 'background', ratio: 1.51, minRatio: 4.5 },
    { path: '/colors/primary', background: 'surface', minRatio: 4.5 },
  ])
})

it('checks muted text on surfaces too', () => {
  const grey = { ...colors, text: '#000000', primary: '#000000', surface: '#767676', mutedText: '#767676' }
  expect(findLowContrasts(grey)).toMatchObject([
    { path: '/colors/mutedText', message: 'mutedText on surface has a contrast of 1.00:1 and needs at least 4.5:1' },
  ])
})

it('reports each pair below its minimum and never rounds the ratio up', () => {
  const errors = findLowContrasts({
    ...colors,
    text: '#777777',
    onPrimary: '#1f3a5f',
    border: '#ffffff',
    danger: '#ffff00',
  })
  expect(errors).toMatchObject([
    { path: '/colors/text', message: 'text on background has a contrast of 4.47:1 and needs at least 4.5:1' },
    { path: '/colors/text', message: expect.stringContaining('text on surface has a contrast of 4.1') },
    { path: '/colors/onPrimary', message: 'onPrimary on primary has a contrast of 1.00:1 and needs at least 4.5:1' },
    { path: '/colors/border', message: 'border on background has a contrast of 1.00:1 and needs at least 3:1' },
    { path: '/colors/danger', message: 'danger on background has a contrast of 1.07:1 and needs at least 3:1' },
  ])
})
