/** Colors of one image: four shades of the object, and matching accents. */
export interface Inks {
  main: string
  light: string
  shade: string
  deep: string
  accent: string
  paper: string
  wood: string
  bark: string
  leaf: string
  metal: string
}

/** Draws an object on an 800 × 800 canvas, standing on a floor at y = 640. */
export type Draw = (inks: Inks) => string

export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}"${radius ? ` rx="${radius}"` : ''} fill="${fill}"/>`

export const disc = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`

export const oval = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${height}" fill="${fill}"/>`

export const area = (path: string, fill: string): string => `<path d="${path}" fill="${fill}"/>`

export const line = (path: string, stroke: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** Adds the mirror image, since most objects are symmetric. */
export const mirrored = (half: string): string => `${half}<g transform="matrix(-1 0 0 1 800 0)">${half}</g>`

export const rotated = (degrees: number, drawn: string): string =>
  `<g transform="rotate(${degrees} 400 400)">${drawn}</g>`

export const each = <Item>(items: readonly Item[], draw: (item: Item, at: number) => string): string =>
  items.map(draw).join('')
