import { type ByteRange, chunkCounter, dropRange, type ImageParser, remainingBytes } from './image-parser.ts'
import { orientationExif, orientedSize, readOrientation } from './orientation.ts'

const HEADER_BYTES = 12
const HAS_EXIF = 0x08
const HAS_XMP = 0x04

export const readWebp: ImageParser = (bytes) => {
  const dropped: ByteRange[] = []
  const countChunk = chunkCounter()
  let orientation: number | undefined
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) throw new RangeError('cut off')
  const { width, height } = readSize(bytes)
  for (let at = HEADER_BYTES; at + 8 <= end; ) {
    countChunk()
    const length = bytes.readUInt32LE(at + 4)
    // Chunks start at even offsets; some encoders omit the padding of the last one.
    const next = Math.min(at + 8 + length + (length % 2), end)
    if (at + 8 + length > end) throw new RangeError('cut off')
    const type = bytes.toString('latin1', at, at + 4)
    if (type === 'EXIF') orientation ??= readOrientation(stripExifPrefix(bytes.subarray(at + 8, at + 8 + length)))
    if (type === 'EXIF' || type === 'XMP ') dropRange(dropped, at, next)
    at = next
  }
  const exifOrientation = orientation ?? 1
  const isExtended = bytes.toString('latin1', 12, 16) === 'VP8X'
  const exif = isExtended ? orientationExif(exifOrientation) : undefined
  const remaining = Buffer.concat([
    bytes.subarray(0, HEADER_BYTES),
    ...remainingBytes(bytes, HEADER_BYTES, end, dropped),
    ...exifChunk(exif),
  ])
  remaining.writeUInt32LE(remaining.length - 8, 4)
  if (isExtended) remaining.writeUInt8((remaining.readUInt8(20) & ~HAS_EXIF & ~HAS_XMP) | (exif ? HAS_EXIF : 0), 20)
  return { ...orientedSize(width, height, exifOrientation), bytes: remaining }
}

/** The first chunk contains it, in a different layout for each of the three formats. */
function readSize(bytes: Buffer): { width: number; height: number } {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    default:
      throw new RangeError('no size')
  }
}

/** Some encoders add the JPEG prefix. */
const stripExifPrefix = (exif: Buffer) => (exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif)

function exifChunk(exif: Buffer | undefined): Buffer[] {
  if (!exif) return []
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(exif.length, 4)
  return [head, exif]
}
