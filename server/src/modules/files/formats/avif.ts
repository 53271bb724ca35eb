import { chunkCounter, type ImageParser } from './image-parser.ts'

interface Box {
  type: string
  start: number
  end: number
}

/** Exif data is stored among the pixels and referenced by offsets from other boxes, so it is not removed. */
export const readAvif: ImageParser = (bytes) => {
  const meta = findBox(bytes, 'meta', 0, bytes.length)
  const properties = findBox(bytes, 'iprp', meta.start + 4, meta.end)
  const list = findBox(bytes, 'ipco', properties.start, properties.end)
  let [width, height] = [0, 0]
  // There are sizes for the image, its tiles and its alpha plane; the image is the largest.
  for (const { type, start } of boxesIn(bytes, list.start, list.end)) {
    if (type !== 'ispe') continue
    width = Math.max(width, bytes.readUInt32BE(start + 4))
    height = Math.max(height, bytes.readUInt32BE(start + 8))
  }
  return { width, height, bytes }
}

function findBox(bytes: Buffer, type: string, from: number, to: number): Box {
  for (const box of boxesIn(bytes, from, to)) if (box.type === type) return box
  throw new RangeError(`no ${type}`)
}

function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  const countChunk = chunkCounter()
  for (let at = from; at + 8 <= to; ) {
    countChunk()
    const short = bytes.readUInt32BE(at)
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short || to - at
    const head = short === 1 ? 16 : 8
    if (length < head || at + length > to) throw new RangeError('cut off')
    yield { type: bytes.toString('latin1', at + 4, at + 8), start: at + head, end: at + length }
    at += length
  }
}
