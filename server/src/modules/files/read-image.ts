import { AppError, invalidRequest } from '../../kit/errors.ts'
import { IMAGE_TYPES, type ImageType } from '../../kit/file-key.ts'
import { readAvif } from './formats/avif.ts'
import type { ImageParser, ParsedImage } from './formats/image-parser.ts'
import { readJpeg } from './formats/jpeg.ts'
import { readPng } from './formats/png.ts'
import { readWebp } from './formats/webp.ts'

/** More than any screen displays. A browser decodes 8,000 × 8,000 pixels into 256 MB. */
const MAX_SIDE_PX = 8000

const readGif: ImageParser = (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), bytes })

/**
 * Parsed here, because camera metadata has to be located anyway. The library `image-size` (2.0.4) is only used to
 * verify results in tests: a crafted AVIF of 160 kB blocks it, and so the server, for 22 s, and 10 MB of zeros as a
 * JPEG for 3 s.
 */
const FORMATS: Record<ImageType, { matches: (head: string) => boolean; read: ImageParser }> = {
  'image/png': { matches: (head) => head.startsWith('\x89PNG\r\n\x1a\n'), read: readPng },
  'image/jpeg': { matches: (head) => head.startsWith('\xff\xd8\xff'), read: readJpeg },
  'image/webp': { matches: (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8), read: readWebp },
  'image/gif': { matches: (head) => /^GIF8[79]a/.test(head), read: readGif },
  'image/avif': { matches: (head) => /^ftypavi[fs]/.test(head.slice(4)), read: readAvif },
}

/**
 * Returns the image to store, or throws with the reason for rejecting it. The bytes determine the type, not the
 * Content-Type.
 */
export function readImage(bytes: Buffer, declared: ImageType): ParsedImage {
  if (bytes.length === 0) throw invalidRequest('The body is empty. Send the image as the request body.')
  const head = bytes.toString('latin1', 0, 16)
  const type = IMAGE_TYPES.find((type) => FORMATS[type].matches(head))
  if (!type) throw invalidRequest(`The body is not an image of type ${declared}.`)
  if (type !== declared) throw invalidRequest(`Content-Type is ${declared}, but the body is ${type}.`)
  const image = parseImage(FORMATS[type].read, bytes)
  const { width, height } = image
  if (Math.min(width, height) < 1) throw damagedImage()
  if (Math.max(width, height) > MAX_SIDE_PX) {
    const message = `The image is ${width} × ${height} pixels. Each side can be at most ${MAX_SIDE_PX} pixels.`
    throw new AppError('invalid_request', message, { fields: { width, height, limit: MAX_SIDE_PX } })
  }
  return image
}

function parseImage(read: ImageParser, bytes: Buffer): ParsedImage {
  try {
    return read(bytes)
  } catch (error) {
    if (error instanceof RangeError) throw damagedImage()
    throw error
  }
}

const damagedImage = () => invalidRequest('The image is damaged or incomplete. Open it, save it again and retry.')
