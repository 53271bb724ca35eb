import { expect, it } from 'vitest'
import { themeCss } from '../../../server/src/modules/theme/css.ts'
import { themeCssVariables } from './css-variables.ts'

const STYLE = {
  colors: {
    primary: '#7a1f3d',
    onPrimary: '#ffffff',
    background: '#fffdf8',
    surface: '#f4efe4',
    text: '#221d18',
    mutedText: '#675e54',
    border: '#8c8275',
    success: '#1a7f4b',
    warning: '#8f5b00',
    danger: '#b3261e',
  },
  typography: { headingFamily: 'serif', bodyFamily: 'sans-serif', baseSizePx: 17, scale: 1.2 },
  shape: { radiusPx: 0, spacingPx: 4 },
}

it('uses the same variables in the preview as in storefronts', () => {
  const declarations = Object.entries(themeCssVariables(STYLE)).map(([name, value]) => `${name}:${value}`)
  const brand = { name: 'x', tagline: null, logoUrl: null, faviconUrl: null }
  expect(`:root{${declarations.join(';')}}`).toBe(themeCss({ ...STYLE, brand }))
})

it('omits an incomplete color', () => {
  const variables = themeCssVariables({ ...STYLE, colors: { ...STYLE.colors, text: '#12' } })
  expect(variables).not.toHaveProperty('--color-text')
  expect(variables).toHaveProperty('--color-primary', '#7a1f3d')
})
