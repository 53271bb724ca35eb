import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { openFilledDemoShop } from '../../../test/demo-shop.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { fileServer } from '../../../test/open-server.ts'
import type { Shop } from '../../../test/open-shop.ts'
import { policyPageUrl } from '../../modules/policies/policies.ts'

const getServer = fileServer({ limitClock: fastClock() })
/** Chat included. Compressed, as browsers load it. */
const MAX_SCRIPT_BYTES = 150_000
let shop: Shop

beforeAll(async () => {
  shop = await openFilledDemoShop(await getServer())
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(shop.server.url + path, { headers, redirect: 'manual' })

const PAGES: [path: string, text: string, isPrivate: boolean][] = [
  ['/shop/', '<h1>Good things for every day</h1>', false],
  ['/shop/collections', '<h1>Collections</h1>', false],
  ['/shop/collections/clothing?type=Shirts&sort=price', 'Linen shirt Solveig', false],
  ['/shop/products/linen-shirt-solveig', '<h1>Linen shirt Solveig</h1>', false],
  ['/shop/search?q=mug', 'Results for “mug”', true],
  ['/shop/cart', '<h1>Cart</h1>', true],
  ['/shop/checkout', '<h1>Checkout</h1>', true],
  ['/shop/account', '<h1>Your account</h1>', true],
  ['/shop/policies/shipping', '<h1>', false],
  ['/shop/help', 'How can we help?', false],
  ['/shop/contact', '<h1>Contact us</h1>', false],
]

describe('pages of the demo shop', () => {
  it('have their content without scripts, a strict policy, little script, and no key', async () => {
    for (const [path, text, isPrivate] of PAGES) {
      const response = await get(path)
      const html = await response.text()
      expect([path, response.status, html.includes(text)]).toEqual([path, 200, true])
      const [, css = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
      const hash = createHash('sha256').update(css).digest('base64')
      expect(css.length).toBeGreaterThan(1000)
      const policy = response.headers.get('content-security-policy')
      expect(policy).toContain(`default-src 'none'; script-src 'self'; style-src 'sha256-${hash}';`)
      expect(policy).not.toContain('unsafe')
      // The policy would block both.
      expect([path, /<[^>]+ style=|<script(?![^>]* (src|type="application\/(ld\+)?json")=?)/.exec(html)]).toEqual([
        path,
        null,
      ])
      expect([path, response.headers.get('cache-control')]).toEqual([
        path,
        isPrivate ? 'private, no-store' : 'no-cache',
      ])
      expect([path, html.includes('content="noindex"')]).toEqual([path, isPrivate])
      expect(html).not.toMatch(/svc_(live|test)_/)
      const images = html.match(/<img [^>]+>/g) ?? []
      expect([path, images.filter((image) => !/ width="\d+" height="\d+"/.test(image))]).toEqual([path, []])

      const scripts = [...html.matchAll(/(?:<script[^>]+src|modulepreload" href)="([^"]+)"/g)].map(
        ([, file = '']) => file,
      )
      const sizes = await Promise.all(
        scripts.map(async (file) => {
          const script = await get(file, { 'accept-encoding': 'gzip' })
          expect([file, script.status, script.headers.get('content-encoding')]).toEqual([file, 200, 'gzip'])
          await script.arrayBuffer()
          return Number(script.headers.get('content-length'))
        }),
      )
      expect(sizes.length).toBeGreaterThan(2)
      const total = sizes.reduce((sum, size) => sum + size, 0)
      expect([path, total, total < MAX_SCRIPT_BYTES]).toEqual([path, total, true])
    }
  })

  it('describe products to search engines, with the address of the page', async () => {
    const html = await (await get('/shop/products/linen-shirt-solveig?variant=var_unknown')).text()
    expect(html).toContain('<link rel="canonical" href="http://127.0.0.1/shop/products/linen-shirt-solveig">')
    const [, jsonLd = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html) ?? []
    expect(JSON.parse(jsonLd)).toMatchObject({
      '@type': 'ProductGroup',
      url: 'http://127.0.0.1/shop/products/linen-shirt-solveig',
      aggregateRating: { reviewCount: 2 },
    })
    expect(html).toContain('The perfect summer shirt')
    const robots = await (await get('/robots.txt')).text()
    const [, sitemap = ''] = /Sitemap: http:\/\/127\.0\.0\.1(\S+)/.exec(robots) ?? []
    expect(await (await get(sitemap)).text()).toContain('<loc>')
  })

  it('say 404 for what does not exist, and show nothing of orders without their exact link', async () => {
    for (const path of ['/shop/nowhere', '/shop/products/nothing', '/shop/collections/nothing', '/shop/policies/x']) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.text()).toContain('We could not find this page')
    }
    const { body } = await shop.api.get('/v1/orders?limit=1')
    const order = body.data[0]
    for (const token of ['x', shop.live.environmentId, `${shop.live.environmentId}.AAAA`]) {
      expect((await get(`/shop/orders/${order.id}/${token}`)).status).toBe(404)
      expect((await get(`/shop/api/orders/${order.id}/${token}`)).status).toBe(404)
    }
    expect((await get('/shop/api/nothing')).headers.get('content-type')).toContain('application/json')
    expect((await get('/shop/.server/entry-server.js')).status).toBe(404)
    expect((await get('/shop/.vite/manifest.json')).status).toBe(404)
  })

  it('are where links of agents and emails lead', async () => {
    const { environmentId } = shop.live
    const ctx = { ...shop.server.system, ...shop.live, caller: { kind: 'system' } } as const
    for (const [path, target] of [
      [new URL(policyPageUrl(ctx, 'refund')).pathname, '/shop/policies/refund'],
      [`/help/${environmentId}`, '/shop/help'],
      [`/payment-return/${environmentId}`, '/shop/payment-return'],
    ] as const) {
      const response = await get(path)
      expect([path, response.status, response.headers.get('location')]).toEqual([
        path,
        302,
        `http://127.0.0.1${target}`,
      ])
      expect([target, (await get(target)).status]).toEqual([target, 200])
    }
    // A shop that is elsewhere keeps the plain pages.
    await shop.api.patch('/v1/workspace', { storefrontUrl: 'https://shop.example/products/{handle}' })
    expect((await get(`/help/${environmentId}`)).status).toBe(200)
  })
})
