const UPRIGHT = 1
const ORIENTATION_TAG = 0x0112

/** Returns the camera orientation from 1 (upright) to 8; without it the image would be displayed sideways. */
export function readOrientation(exif: Buffer): number {
  try {
    const isLittle = exif.toString('latin1', 0, 2) === 'II'
    const short = (at: number) => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
    const long = (at: number) => (isLittle ? exif.readUInt32LE(at) : exif.readUInt32BE(at))
    const directory = long(4)
    const count = short(directory)
    for (let entry = 0; entry < count; entry++) {
      const at = directory + 2 + entry * 12
      if (short(at) === ORIENTATION_TAG) return short(at + 8) <= 8 ? short(at + 8) || UPRIGHT : UPRIGHT
    }
  } catch (error) {
    // Damaged Exif is dropped anyway, so it is no reason to reject the image.
    if (!(error instanceof RangeError)) throw error
  }
  return UPRIGHT
}

/** The smallest possible Exif, with only the orientation. Undefined when upright. */
export function orientationExif(orientation: number): Buffer | undefined {
  if (orientation === UPRIGHT) return undefined
  const exif = Buffer.alloc(26)
  exif.write('MM\0*\0\0\0\x08\0\x01', 'latin1')
  exif.writeUInt16BE(ORIENTATION_TAG, 10)
  exif.writeUInt16BE(3, 12)
  exif.writeUInt32BE(1, 14)
  exif.writeUInt16BE(orientation, 18)
  return exif
}

/** From 5 on, width and height are swapped. */
export const orientedSize = (width: number, height: number, orientation: number) =>
  orientation > 4 ? { width: height, height: width } : { width, height }
