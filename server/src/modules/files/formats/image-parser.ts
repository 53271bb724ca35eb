/** What an image says of itself, and its bytes without what only its maker should know: where, when and with what it was taken. */
export interface ParsedImage {
  /** As it is shown, in pixels. */
  width: number
  height: number
  bytes: Buffer
}

/** Throws a RangeError when it is damaged or cut off. Nothing is ever unpacked: only what stands at known places is read. */
export type ImageParser = (bytes: Buffer) => ParsedImage

/** From one byte to before another. */
export type ByteRange = [start: number, end: number]

/** Twenty times what encoders make of 10 MB. A file of nothing but tiny parts would stop the server for half a second. */
const MAX_CHUNKS = 50_000
/** More than any camera writes; each takes memory. */
const MAX_DROPPED = 1000

/** To be called for every part that is looked at. */
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

/** What lies between `start` and `end`, less what is dropped. */
export function remainingBytes(bytes: Buffer, start: number, end: number, dropped: ByteRange[]): Buffer[] {
  const remaining: Buffer[] = []
  let from = start
  for (const [dropStart, dropEnd] of dropped) {
    remaining.push(bytes.subarray(from, dropStart))
    from = dropEnd
  }
  return [...remaining, bytes.subarray(from, end)]
}
