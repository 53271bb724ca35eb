import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'

/** Made by a real encoder, 4 × 3 pixels each; the camera images have a rotated orientation and a GPS position. */
export const sampleImage = (file: string): Buffer => readFileSync(new URL(`images/${file}`, import.meta.url))

interface PngOptions {
  width?: number
  height?: number
  /** Makes a different image. */
  shade?: number
  /** Padded to this length with a chunk that decoders ignore. */
  sizeBytes?: number
}

/** A PNG of one shade. Above 100 pixels a side, it declares its full size but contains only the first rows. */
export function drawPng({ width = 4, height = 3, shade = 0, sizeBytes = 0 }: PngOptions = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const row = Buffer.concat([
    Buffer.alloc(1),
    Buffer.alloc(Math.min(width, 100), shade % 256),
    Buffer.alloc(3, shade >> 8),
  ])
  const rows = Buffer.concat(Array.from({ length: Math.min(height, 100) }, () => row))
  const parts = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('IDAT', deflateSync(rows))]
  const length = [...parts, chunk('IEND')].reduce((sum, part) => sum + part.length, 0)
  if (sizeBytes > 0) parts.push(chunk('stUf', Buffer.alloc(sizeBytes - length - 12)))
  return Buffer.concat([...parts, chunk('IEND')])
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}

/** A body that carries its own type. */
export const toBlob = (bytes: Buffer, type = 'image/png') => new Blob([new Uint8Array(bytes)], { type })
