import { clothing } from './clothing.ts'
import { home } from './home.ts'
import { kitchen } from './kitchen.ts'
import { leisure } from './leisure.ts'
import { mix, resolvePalette } from './palettes.ts'
import { type Draw, disc, oval, rect } from './shapes.ts'

const DRAWINGS: Record<string, Draw> = { ...clothing, ...home, ...kitchen, ...leisure }

export const DRAWING_NAMES = Object.keys(DRAWINGS)

/**
 * Draws an image such as `mug-terracotta` as SVG. The name only selects a drawing and a palette: none of its text
 * reaches the markup.
 */
export function drawImage(name: string): string | undefined {
  const [drawing = '', palette = '', ...rest] = name.split('-')
  const draw = Object.hasOwn(DRAWINGS, drawing) ? DRAWINGS[drawing] : undefined
  const resolved = resolvePalette(palette)
  if (!draw || !resolved || rest.length > 0) return undefined
  const { inks, background } = resolved
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 800 800">',
    rect(0, 0, 800, 800, background),
    disc(400, 390, 320, mix(background, '#ffffff', 0.42)),
    oval(400, 648, 270, 26, mix(background, '#2b2233', 0.14)),
    draw(inks),
    '</svg>',
  ].join('')
}
