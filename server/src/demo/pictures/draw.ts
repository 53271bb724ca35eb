import { cooked } from './cooked.ts'
import { kept } from './kept.ts'
import { made } from './made.ts'
import { inksOf, mix } from './palettes.ts'
import { type Draw, disc, oval, rect } from './shapes.ts'
import { worn } from './worn.ts'

const THINGS: Record<string, Draw> = { ...worn, ...kept, ...cooked, ...made }

export const THING_NAMES = Object.keys(THINGS)

/** A picture as SVG by its name, such as `mug-terracotta`; of the name nothing but which thing and which colours gets into it. */
export function drawPicture(name: string): string | undefined {
  const [thing = '', palette = '', ...rest] = name.split('-')
  const draw = Object.hasOwn(THINGS, thing) ? THINGS[thing] : undefined
  const colours = inksOf(palette)
  if (!draw || !colours || rest.length > 0) return undefined
  const { inks, back } = colours
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 800 800">',
    rect(0, 0, 800, 800, back),
    disc(400, 390, 320, mix(back, '#ffffff', 0.42)),
    oval(400, 648, 270, 26, mix(back, '#2b2233', 0.14)),
    draw(inks),
    '</svg>',
  ].join('')
}
