import { expect, it } from 'vitest'
import { openServer } from '../../../test/open-server.ts'
import { buildStorefront } from '../../app.ts'
import { DRAWING_NAMES, drawImage } from './draw-image.ts'
import { PALETTE_NAMES } from './palettes.ts'

it('draws every drawing in every palette, small and distinct', () => {
  const drawn = DRAWING_NAMES.flatMap((thing) => PALETTE_NAMES.map((palette) => drawImage(`${thing}-${palette}`) ?? ''))
  expect(drawn.length).toBeGreaterThan(25 * 12)
  expect(new Set(drawn).size).toBe(drawn.length)
  for (const picture of drawn) {
    expect(picture).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^>]*>.*<\/svg>$/)
    expect(picture).not.toMatch(/NaN|undefined|script|href|style=/)
    expect(Buffer.byteLength(picture)).toBeLessThan(4000)
  }
})

it('serves images as immutable, with a policy that blocks scripts', async () => {
  const { url } = await openServer()
  const response = await fetch(`${url}/demo-images/mug-sea.svg`)
  expect(response.status).toBe(200)
  expect(await response.text()).toBe(drawImage('mug-sea'))
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const etag = response.headers.get('etag') ?? ''
  const again = await fetch(`${url}/demo-images/mug-sea.svg`, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  const head = await fetch(`${url}/demo-images/mug-sea.svg`, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
})

const UNKNOWN_IMAGES = [
  'mug.svg',
  'mug-sea',
  'mug-sea.png',
  'mug-pink.svg',
  'yeti-sea.svg',
  'mug-sea-x.svg',
  'constructor-sea.svg',
  'mug-__proto__.svg',
  '%3Cscript%3E-sea.svg',
]

it('returns 404 for an unknown image without echoing its name', async () => {
  const { url } = await openServer()
  for (const file of UNKNOWN_IMAGES) {
    const response = await fetch(`${url}/demo-images/${file}`)
    expect([file, response.status, response.headers.get('cache-control')]).toEqual([file, 404, 'no-store'])
    expect(await response.json()).toMatchObject({ error: { code: 'not_found', message: 'No such image.' } })
  }
})

it('serves images on the storefront address too', async () => {
  const { db, system } = await openServer()
  const storefront = await buildStorefront({ ...system, db, clock: () => new Date(), isDraining: () => false })
  const response = await storefront.inject('/demo-images/mug-sea.svg')
  await storefront.close()
  expect([response.statusCode, response.body]).toEqual([200, drawImage('mug-sea')])
})
