/** Dimensions of an image, and its bytes without private metadata: location, time and device. */
export interface ParsedImage {
  /** As displayed, in pixels. */
  width: number
  height: number
  bytes: Buffer
}

/**
 * Throws a RangeError when the image is damaged or truncated. Never decompresses anything: only reads known offsets.
 */
export type ImageParser = (bytes: Buffer) => ParsedImage

/** Start inclusive, end exclusive. */
export type ByteRange = [start: number, end: number]

/**
 * Twenty times what encoders produce for 10 MB. A file of nothing but tiny chunks would block the server for half a
 * second.
 */
const MAX_CHUNKS = 50_000
/** More than any camera writes; each takes memory. */
const MAX_DROPPED = 1000

/** Call once per chunk read. */
export function chunkCounter(): () => void {
  let seen = 0
  return () => {
    seen += 1
    if (seen > MAX_CHUNKS) throw new RangeError('too many parts')
  }
}

export function dropRange(dropped: ByteRange[], start: number, end: number): void {
  if (dropped.length === MAX_DROPPED) throw new RangeError('too many parts')
  dropped.push([start, end])
}

/** Returns the bytes between `start` and `end` without the dropped ranges. */
export function remainingBytes(bytes: Buffer, start: number, end: number, dropped: ByteRange[]): Buffer[] {
  const remaining: Buffer[] = []
  let from = start
  for (const [dropStart, dropEnd] of dropped) {
    remaining.push(bytes.subarray(from, dropStart))
    from = dropEnd
  }
  return [...remaining, bytes.subarray(from, end)]
}
