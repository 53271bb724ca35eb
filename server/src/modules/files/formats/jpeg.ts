import { type ByteRange, chunkCounter, dropRange, type ImageParser, remainingBytes } from './image-parser.ts'
import { orientationExif, orientedSize, readOrientation } from './orientation.ts'

const START_OF_SCAN = 0xda
const END = 0xd9
const EXIF = 'Exif\0\0'
/** SOF0 to SOF15; C4, C8 and CC are other markers. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Exif and XMP, IPTC metadata, and the index of additional images after this one, which have their own Exif. */
const isPrivate = (marker: number, head: string) =>
  marker === 0xe1 || marker === 0xed || (marker === 0xe2 && head.startsWith('MPF\0'))

export const readJpeg: ImageParser = (bytes) => {
  const dropped: ByteRange[] = []
  const countChunk = chunkCounter()
  let size: { width: number; height: number } | undefined
  let orientation: number | undefined
  let at = 2
  while (at < bytes.length) {
    countChunk()
    if (bytes[at] !== 0xff) throw new RangeError('no marker')
    if (bytes[at + 1] === 0xff) {
      at += 1
      continue
    }
    const marker = bytes.readUInt8(at + 1)
    if (marker === END) {
      at += 2
      break
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4 || end > bytes.length) throw new RangeError('cut off')
    const head = marker >= 0xe1 && marker <= 0xed ? bytes.toString('latin1', at + 4, at + 10) : ''
    if (isFrame(marker)) size ??= { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    if (head === EXIF) orientation ??= readOrientation(bytes.subarray(at + 10, end))
    if (isPrivate(marker, head)) dropRange(dropped, at, end)
    at = marker === START_OF_SCAN ? endOfScan(bytes, end) : end
  }
  if (!size) throw new RangeError('no size')
  const exifOrientation = orientation ?? 1
  // Data after the end marker is not part of the image: phones append videos there.
  const remaining = remainingBytes(bytes, 2, at, dropped)
  return {
    ...orientedSize(size.width, size.height, exifOrientation),
    bytes: Buffer.concat([bytes.subarray(0, 2), ...exifSegment(orientationExif(exifOrientation)), ...remaining]),
  }
}

/**
 * Inside a scan, FF is followed by 0 or one of eight restart markers; anything else ends it. An image without an end
 * marker is still displayable.
 */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length - 1; at++) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] as number
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

function exifSegment(exif: Buffer | undefined): Buffer[] {
  if (!exif) return []
  const head = Buffer.from([0xff, 0xe1, 0, 2 + EXIF.length + exif.length])
  return [head, Buffer.from(EXIF, 'latin1'), exif]
}
