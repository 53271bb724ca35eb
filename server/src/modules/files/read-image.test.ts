import fc from 'fast-check'
import { imageSize } from 'image-size'
import { describe, expect, it } from 'vitest'
import { drawPng, sampleImage } from '../../../test/sample-images.ts'
import { AppError } from '../../kit/errors.ts'
import type { ImageType } from '../../kit/file-key.ts'
import { readImage } from './read-image.ts'

const SAMPLES: [string, ImageType][] = [
  ['plain.png', 'image/png'],
  ['plain.jpg', 'image/jpeg'],
  ['progressive.jpg', 'image/jpeg'],
  ['plain.webp', 'image/webp'],
  ['lossless.webp', 'image/webp'],
  ['plain.gif', 'image/gif'],
  ['plain.avif', 'image/avif'],
]
const CAMERA: [string, ImageType][] = [
  ['camera.jpg', 'image/jpeg'],
  ['camera.png', 'image/png'],
  ['camera.webp', 'image/webp'],
]

const box = (type: string, content: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

describe('readImage', () => {
  it.each(SAMPLES)('reads the same size of %s as image-size, and keeps its bytes', (file, type) => {
    const bytes = sampleImage(file)
    const { width, height } = imageSize(bytes)
    expect(readImage(bytes, type)).toEqual({ width, height, bytes })
    expect([width, height]).toEqual([4, 3])
  })

  it.each(CAMERA)('removes author and location from %s, and keeps its orientation', (file, type) => {
    const bytes = sampleImage(file)
    const image = readImage(bytes, type)
    expect([image.width, image.height]).toEqual([3, 4])
    for (const secret of ['secret-owner', 'GPSLatitude', '51,30N', 'xmpmeta', 'XML:com.adobe.xmp']) {
      expect([secret, image.bytes.includes(secret)]).toEqual([secret, false])
    }
    expect(bytes.includes('secret-owner')).toBe(true)
    // Color profiles are preserved.
    expect([image.bytes.length < bytes.length, /ICC/i.test(image.bytes.toString('latin1'))]).toEqual([true, true])
    expect(readImage(image.bytes, type)).toEqual(image)
    if (type === 'image/jpeg') expect(imageSize(image.bytes).orientation).toBe(6)
  })

  it('drops data after the end of a JPEG, such as the video or second image of a phone', () => {
    const bytes = sampleImage('plain.jpg')
    expect(readImage(Buffer.concat([bytes, sampleImage('camera.jpg')]), 'image/jpeg').bytes).toEqual(bytes)
  })

  it.each([
    ['30,000 by 30,000 pixels', drawPng({ width: 30_000, height: 30_000 }), '30000 × 30000'],
    ['8,001 pixels high', drawPng({ height: 8001 }), 'at most 8000'],
    ['no pixels', drawPng({ width: 0 }), 'damaged or incomplete'],
    ['a truncated header', sampleImage('plain.png').subarray(0, 20), 'damaged or incomplete'],
    ['a missing end', sampleImage('plain.png').subarray(0, -12), 'damaged or incomplete'],
    ['the bytes of a JPEG', sampleImage('plain.jpg'), 'the body is image/jpeg'],
    [
      'the bytes of an HTML page',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      'not an image of type image/png',
    ],
    ['no bytes', Buffer.alloc(0), 'empty'],
  ])('rejects a PNG with %s, and names the reason', (_name, bytes, message) => {
    expect(() => readImage(bytes, 'image/png')).toThrow(message)
  })

  it('accepts 8,000 pixels per side', () => {
    expect(readImage(drawPng({ width: 8000, height: 8000 }), 'image/png').width).toBe(8000)
  })

  it('limits the time for a file of nothing but tiny chunks', () => {
    const sizes = Buffer.concat(Array.from({ length: 400_000 }, () => box('ispe', Buffer.alloc(12, 9))))
    const meta = Buffer.concat([Buffer.alloc(4), box('iprp', box('ipco', sizes))])
    const avif = Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0avifmif1')), box('meta', meta)])
    expect(() => readImage(avif, 'image/avif')).toThrow('damaged')
    const notes = Buffer.concat(Array.from({ length: 2000 }, () => Buffer.from([0xff, 0xe1, 0, 2])))
    const jpeg = sampleImage('plain.jpg')
    const withComments = Buffer.concat([jpeg.subarray(0, 2), notes, jpeg.subarray(2)])
    expect(() => readImage(withComments, 'image/jpeg')).toThrow('damaged')
  })

  it('parses or rejects any damaged image', () => {
    const samples = [...SAMPLES, ...CAMERA].map(([file, type]) => [sampleImage(file), type] as const)
    const damage = fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 6 })
    fc.assert(
      fc.property(fc.constantFrom(...samples), damage, fc.nat(2000), ([bytes, type], changes, cut) => {
        const damaged = Buffer.from(bytes.subarray(0, cut > 1000 ? bytes.length : cut))
        for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value
        try {
          const { width, height, bytes: cleaned } = readImage(damaged, type)
          expect(Math.max(width, height)).toBeLessThanOrEqual(8000)
          expect(cleaned.length).toBeLessThanOrEqual(damaged.length + 50)
        } catch (error) {
          if (!(error instanceof AppError && error.status === 400)) throw error
        }
      }),
      { numRuns: 3000 },
    )
  })
})
