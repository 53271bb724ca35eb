import { crc32 } from 'node:zlib'
import { type ByteRange, chunkCounter, dropRange, type ImageParser, remainingBytes } from './image-parser.ts'
import { orientationExif, orientedSize, readOrientation } from './orientation.ts'

/** Exif and all kinds of text, including XMP. */
const PRIVATE = ['eXIf', 'tEXt', 'zTXt', 'iTXt']
const SIGNATURE_BYTES = 8
/** The signature and the IHDR chunk, which every PNG has. */
const HEADER_BYTES = SIGNATURE_BYTES + 25

export const readPng: ImageParser = (bytes) => {
  const dropped: ByteRange[] = []
  const countChunk = chunkCounter()
  let orientation: number | undefined
  if (bytes.toString('latin1', 8, 16) !== '\0\0\0\rIHDR') throw new RangeError('no header')
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  let at = HEADER_BYTES
  for (let type = ''; type !== 'IEND'; ) {
    countChunk()
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) throw new RangeError('cut off')
    type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'eXIf') orientation ??= readOrientation(bytes.subarray(at + 8, at + 8 + length))
    if (PRIVATE.includes(type)) dropRange(dropped, at, end)
    at = end
  }
  const exifOrientation = orientation ?? 1
  const header = bytes.subarray(0, HEADER_BYTES)
  const remaining = remainingBytes(bytes, HEADER_BYTES, at, dropped)
  return {
    ...orientedSize(width, height, exifOrientation),
    bytes: Buffer.concat([header, ...exifChunk(orientationExif(exifOrientation)), ...remaining]),
  }
}

function exifChunk(exif: Buffer | undefined): Buffer[] {
  if (!exif) return []
  const content = Buffer.concat([Buffer.from('eXIf'), exif])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(exif.length)
  checksum.writeUInt32BE(crc32(content))
  return [length, content, checksum]
}
