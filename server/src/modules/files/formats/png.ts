import { crc32 } from 'node:zlib'
import { exifOf, orientationIn, turned } from './orientation.ts'
import { keptBetween, noteDropped, type Part, partCounter, type ReadFormat } from './read-image.ts'

/** Exif, and texts of any kind, XMP among them. */
const PRIVATE = ['eXIf', 'tEXt', 'zTXt', 'iTXt']
const SIGNATURE_BYTES = 8
/** The signature and the first chunk, which every PNG has. */
const HEADER_BYTES = SIGNATURE_BYTES + 25

export const readPng: ReadFormat = (bytes) => {
  const dropped: Part[] = []
  const countPart = partCounter()
  let orientation: number | undefined
  if (bytes.toString('latin1', 8, 16) !== '\0\0\0\rIHDR') throw new RangeError('no header')
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  let at = HEADER_BYTES
  for (let type = ''; type !== 'IEND'; ) {
    countPart()
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) throw new RangeError('cut off')
    type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'eXIf') orientation ??= orientationIn(bytes.subarray(at + 8, at + 8 + length))
    if (PRIVATE.includes(type)) noteDropped(dropped, at, end)
    at = end
  }
  const held = orientation ?? 1
  const header = bytes.subarray(0, HEADER_BYTES)
  const kept = keptBetween(bytes, HEADER_BYTES, at, dropped)
  return { ...turned(width, height, held), bytes: Buffer.concat([header, ...chunkOf(exifOf(held)), ...kept]) }
}

function chunkOf(exif: Buffer | undefined): Buffer[] {
  if (!exif) return []
  const content = Buffer.concat([Buffer.from('eXIf'), exif])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(exif.length)
  sum.writeUInt32BE(crc32(content))
  return [length, content, sum]
}
