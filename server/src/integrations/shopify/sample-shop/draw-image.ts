import { crc32, deflateSync } from 'node:zlib'
import type { Motif, SampleProduct } from './sample-product.ts'

const SIZE = 480

type Color = readonly [red: number, green: number, blue: number]
const WHITE: Color = [255, 255, 255]
const BLACK: Color = [0, 0, 0]

/** A rounded rectangle; with `hole`, only a ring of it. Positions are the center, in parts of the image. */
interface Shape {
  x: number
  y: number
  width: number
  height: number
  radius: number
  hole?: number
  /** Mixed with white (above 0) or black. */
  light: number
}

const MOTIFS: Record<Motif, Shape[]> = {
  bag: [
    { x: 0.5, y: 0.53, width: 0.38, height: 0.52, radius: 0.03, light: 0 },
    { x: 0.5, y: 0.3, width: 0.38, height: 0.07, radius: 0.01, light: -0.25 },
    { x: 0.5, y: 0.56, width: 0.24, height: 0.2, radius: 0.02, light: 0.75 },
  ],
  cup: [
    { x: 0.69, y: 0.53, width: 0.22, height: 0.24, radius: 0.11, hole: 0.035, light: -0.15 },
    { x: 0.47, y: 0.54, width: 0.38, height: 0.38, radius: 0.08, light: 0 },
    { x: 0.47, y: 0.37, width: 0.34, height: 0.05, radius: 0.02, light: -0.4 },
  ],
  pot: [
    { x: 0.72, y: 0.5, width: 0.2, height: 0.3, radius: 0.09, hole: 0.03, light: -0.3 },
    { x: 0.48, y: 0.57, width: 0.42, height: 0.36, radius: 0.12, light: 0 },
    { x: 0.48, y: 0.37, width: 0.26, height: 0.06, radius: 0.03, light: -0.2 },
    { x: 0.48, y: 0.32, width: 0.06, height: 0.05, radius: 0.025, light: -0.35 },
  ],
  bottle: [
    { x: 0.5, y: 0.3, width: 0.14, height: 0.2, radius: 0.02, light: -0.2 },
    { x: 0.5, y: 0.57, width: 0.26, height: 0.46, radius: 0.06, light: 0 },
    { x: 0.5, y: 0.6, width: 0.26, height: 0.16, radius: 0, light: 0.7 },
  ],
  box: [
    { x: 0.5, y: 0.55, width: 0.44, height: 0.4, radius: 0.02, light: 0 },
    { x: 0.5, y: 0.38, width: 0.46, height: 0.1, radius: 0.02, light: -0.15 },
    { x: 0.5, y: 0.6, width: 0.22, height: 0.12, radius: 0.01, light: 0.75 },
  ],
}

const SHADOW: Shape = { x: 0.5, y: 0.79, width: 0.5, height: 0.03, radius: 0.015, light: -0.12 }

const ROW_BYTES = 1 + SIZE * 3

/** A picture of a sample product as a PNG: it takes some milliseconds, and less space than a file. */
export function drawImage({ motif, color }: SampleProduct): Buffer {
  const base = parseColor(color)
  const background = mix(base, WHITE, 0.85)
  const rows = Buffer.alloc(SIZE * ROW_BYTES)
  for (let y = 0; y < SIZE; y++) rows.fill(Buffer.from(background), y * ROW_BYTES + 1, (y + 1) * ROW_BYTES)
  fill(rows, SHADOW, shade(background, SHADOW.light))
  for (const shape of MOTIFS[motif]) fill(rows, shape, shade(base, shape.light))
  return toPng(rows)
}

/** Visits only the pixels that the shape may cover. */
function fill(rows: Buffer, shape: Shape, color: Color): void {
  const [left, right] = range(shape.x, shape.width)
  const [top, bottom] = range(shape.y, shape.height)
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const share = coverage(shape, (x + 0.5) / SIZE, (y + 0.5) / SIZE)
      if (share === 0) continue
      const at = y * ROW_BYTES + 1 + x * 3
      for (const [channel, value] of color.entries()) {
        rows[at + channel] = blend(rows[at + channel] ?? 0, value, share)
      }
    }
  }
}

const range = (center: number, length: number) =>
  [
    Math.max(0, Math.floor((center - length / 2) * SIZE) - 1),
    Math.min(SIZE, Math.ceil((center + length / 2) * SIZE) + 1),
  ] as const

/** How much of a pixel a shape covers: its edges are smooth. */
function coverage({ x, y, width, height, radius, hole }: Shape, atX: number, atY: number): number {
  const [dx, dy] = [Math.abs(atX - x) - width / 2 + radius, Math.abs(atY - y) - height / 2 + radius]
  const distance = Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius
  const edge = hole === undefined ? distance : Math.abs(distance + hole) - hole
  return Math.min(1, Math.max(0, 0.5 - edge * SIZE))
}

const blend = (from: number, to: number, share: number) => Math.round(from + (to - from) * share)
const mix = (from: Color, to: Color, share: number): Color => [
  blend(from[0], to[0], share),
  blend(from[1], to[1], share),
  blend(from[2], to[2], share),
]
const shade = (color: Color, light: number) => mix(color, light > 0 ? WHITE : BLACK, Math.abs(light))

function parseColor(text: string): Color {
  const number = Number.parseInt(text.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

function toPng(rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE)
  header.writeUInt32BE(SIZE, 4)
  // 8 bits each of red, green and blue.
  header.set([8, 2], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')])
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}
