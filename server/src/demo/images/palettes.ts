import type { Inks } from './shapes.ts'

/** The color of the object, of the background and of the accents. */
const PALETTES: Record<string, [main: string, back: string, accent: string]> = {
  white: ['#f6f2ea', '#d9e2e4', '#c98b6b'],
  cream: ['#f1e3c6', '#e2d3c4', '#8a5a44'],
  sand: ['#d9bd94', '#f3eadb', '#6f8f8a'],
  oak: ['#b07d4f', '#f2e8da', '#4f6b4a'],
  terracotta: ['#c8694a', '#f6e3d8', '#f2c7a0'],
  rose: ['#e0a3a3', '#f8ebe8', '#8c4a56'],
  berry: ['#8e3b56', '#f1dfe2', '#e3a75b'],
  mustard: ['#dba63a', '#f8efd6', '#5b5a7a'],
  moss: ['#86985c', '#eef0df', '#c4743f'],
  forest: ['#3f6350', '#dfeae1', '#d9a85c'],
  sea: ['#4f9a9a', '#dff0ee', '#e58c6a'],
  sky: ['#86b4d6', '#e6f1f8', '#d97f59'],
  navy: ['#33476b', '#e0e6f0', '#d8a24a'],
  lilac: ['#a899c9', '#efebf6', '#5e7a5c'],
  charcoal: ['#4b4f57', '#e7e6e3', '#cf7b54'],
}

export const PALETTE_NAMES = Object.keys(PALETTES)

export function resolvePalette(palette: string): { inks: Inks; background: string } | undefined {
  const colors = Object.hasOwn(PALETTES, palette) ? PALETTES[palette] : undefined
  if (!colors) return undefined
  const [main, background, accent] = colors
  const inks: Inks = {
    main,
    light: mix(main, '#ffffff', 0.28),
    shade: mix(main, '#2b2233', 0.16),
    deep: mix(main, '#2b2233', 0.42),
    accent,
    paper: '#fffaf1',
    wood: '#c39a6b',
    bark: '#8f6844',
    leaf: '#6b8f62',
    metal: '#aab3b8',
  }
  return { inks, background }
}

export function mix(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from = 0, to = 0] = [one, other].map((color) => Number.parseInt(color.slice(at, at + 2), 16))
    return Math.round(from + (to - from) * share)
  })
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
