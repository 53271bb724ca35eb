import { describe, expect, it } from 'vitest'
import { createApiClient, openIsolatedShop, openShop, type Shop } from '../../../test/open-shop.ts'
import { drawPng, sampleImage, toBlob } from '../../../test/sample-images.ts'
import { addProduct } from '../../../test/sample-products.ts'
import { signIn } from '../../../test/sign-in.ts'
import { fileNameOf } from '../../kit/file-key.ts'
import { removeUnusedFiles } from './jobs.ts'

const UPLOAD = '/v1/catalog/images'
const PRODUCTS = '/v1/catalog/products'
const MAX_BYTES = 10 * 1024 ** 2
const HOUR_MS = 3_600_000

const uploadTo = async ({ api }: Pick<Shop, 'api'>, shade = 1): Promise<string> =>
  (await api.post(UPLOAD, toBlob(drawPng({ shade })))).body.url
const pathOf = (url: string) => new URL(url).pathname
const filesOf = async ({ server, live, test }: Shop) =>
  (
    await server.db.pool.query(
      'select environment_id, name, is_stored from files where environment_id = any($1) order by created_at',
      [[live.environmentId, test.environmentId]],
    )
  ).rows
const urlsOf = (product: { images: { url: string }[] }) => product.images.map(({ url }) => url)

describe('POST /v1/catalog/images', () => {
  it.each([
    ['plain.png', 'image/png', 'png'],
    ['plain.jpg', 'image/jpeg', 'jpg'],
    ['plain.webp', 'image/webp', 'webp'],
    ['plain.gif', 'image/gif', 'gif'],
    ['plain.avif', 'image/avif', 'avif'],
  ] as const)('stores %s under the hash of its bytes, and serves it', async (file, contentType, extension) => {
    const shop = await openShop()
    const bytes = sampleImage(file)
    const { status, body } = await shop.api.post(UPLOAD, toBlob(bytes, contentType))
    const name = fileNameOf(bytes, contentType)
    expect(name).toMatch(new RegExp(`^[0-9a-f]{64}\\.${extension}$`))
    const url = `http://127.0.0.1/files/${shop.live.environmentId}/${name}`
    expect([status, body]).toEqual([201, { url, width: 4, height: 3, sizeBytes: bytes.length, contentType }])
    const served = await fetch(shop.server.url + pathOf(body.url))
    expect([served.status, served.headers.get('content-type')]).toEqual([200, contentType])
    expect(Buffer.from(await served.arrayBuffer())).toEqual(bytes)
  })

  it('returns the same response for the same image, even under concurrency, and stores it once', async () => {
    const shop = await openShop()
    const responses = await Promise.all(Array.from({ length: 6 }, () => shop.api.post(UPLOAD, toBlob(drawPng()))))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await filesOf(shop)).toHaveLength(1)
  })

  it('writes once per Idempotency-Key, and rejects other bytes or another type with the same key', async () => {
    const shop = await openShop()
    const send = (shade: number, type = 'image/png') =>
      shop.api.post(UPLOAD, toBlob(drawPng({ shade })), { 'idempotency-key': 'one', 'content-type': type })
    const first = await send(1)
    await shop.server.db.pool.query('delete from files where environment_id = $1', [shop.live.environmentId])
    for (const again of [await send(1), await send(1, 'IMAGE/PNG; charset=binary')]) {
      expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([201, 'true', first.body])
    }
    for (const other of [await send(2), await send(1, 'image/gif')]) {
      expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused'])
    }
    expect(await filesOf(shop)).toEqual([])
  })

  it('separates the files of each environment', async () => {
    const shop = await openShop()
    const live = await uploadTo(shop)
    const test = await uploadTo({ api: shop.sandbox })
    expect([live, test].map(pathOf)).toEqual([
      expect.stringContaining(`/files/${shop.live.environmentId}/`),
      expect.stringContaining(`/files/${shop.test.environmentId}/`),
    ])
    expect((await filesOf(shop)).map((row) => row.environment_id)).toEqual([
      shop.live.environmentId,
      shop.test.environmentId,
    ])
  })

  it('removes the location from a photo', async () => {
    const shop = await openShop()
    const { body } = await shop.api.post(UPLOAD, toBlob(sampleImage('camera.jpg'), 'image/jpeg'))
    expect([body.width, body.height]).toEqual([3, 4])
    const served = await (await fetch(shop.server.url + pathOf(body.url))).text()
    expect(served).not.toMatch(/secret-owner|51,30N|GPS/)
  })

  it('accepts 10 MB, from API keys and from staff', async () => {
    const shop = await openShop()
    const largest = toBlob(drawPng({ sizeBytes: MAX_BYTES }))
    expect((await shop.api.post(UPLOAD, largest)).body.sizeBytes).toBe(MAX_BYTES)
    const agent = await signIn(shop, 'agent')
    const chosen = { 'x-environment-id': shop.test.environmentId }
    const response = await agent.post(`/dashboard/api${UPLOAD}`, toBlob(drawPng()), chosen)
    expect([response.status, response.body.url]).toEqual([201, expect.stringContaining(shop.test.environmentId)])
    const viewer = await signIn(shop, 'viewer')
    expect((await viewer.post(`/dashboard/api${UPLOAD}`, toBlob(drawPng()), chosen)).status).toBe(403)
  })

  it.each([
    ['one byte more than 10 MB', toBlob(drawPng({ sizeBytes: MAX_BYTES + 1 })), 413, 'at most 10 MB'],
    ['an empty body', toBlob(Buffer.alloc(0)), 400, 'empty'],
    ['a type that does not match the body', toBlob(sampleImage('plain.jpg')), 400, 'the body is image/jpeg'],
    ['HTML declared as an image', toBlob(Buffer.from('<html>')), 400, 'not an image of type image/png'],
    ['a truncated header', toBlob(drawPng().subarray(0, 18)), 400, 'damaged or incomplete'],
    ['30,000 by 30,000 pixels', toBlob(drawPng({ width: 30_000, height: 30_000 })), 400, 'at most 8000'],
    ['SVG', toBlob(Buffer.from('<svg/>'), 'image/svg+xml'), 415, 'SVG is not accepted'],
    [
      'form data',
      toBlob(Buffer.from('x'), 'multipart/form-data; boundary=x'),
      415,
      'Send the image as the request body',
    ],
    ['JSON', { url: 'http://169.254.169.254/' }, 415, 'Send the image as the request body'],
    ['a missing content type', toBlob(drawPng(), ''), 415, 'image/png, image/jpeg'],
  ])('rejects %s, and stores nothing', async (_name, body, status, message) => {
    const shop = await openShop()
    const response = await shop.api.post(UPLOAD, body)
    expect([response.status, response.body.error?.message]).toEqual([status, expect.stringContaining(message)])
    expect(await filesOf(shop)).toEqual([])
  })

  it('rejects visitors, and keeps the body limit and content types of other routes', async () => {
    const shop = await openShop()
    expect((await shop.storefront.post(UPLOAD, toBlob(drawPng()))).status).toBe(401)
    const large = await shop.api.patch('/v1/workspace', { name: 'x'.repeat(1_100_000) })
    expect([large.status, large.body.error.message]).toEqual([413, 'The body must have at most 128 kB.'])
    const asImage = await shop.api.send('PATCH', '/v1/workspace', toBlob(drawPng()))
    expect(asImage.status).toBe(415)
  })

  it('returns storage_full when the environment has 10 GB, and only for that environment', async () => {
    const shop = await openShop()
    await uploadTo(shop)
    await shop.server.db.pool.query(
      `insert into files (environment_id, name, size_bytes, width, height, is_stored, created_at)
       select $1, 'big' || n, 2147483647, 1, 1, true, now() from generate_series(1, 5) as n`,
      [shop.live.environmentId],
    )
    const again = await shop.api.post(UPLOAD, toBlob(drawPng({ shade: 1 })))
    expect([again.status, again.body.error?.code]).toEqual([422, 'storage_full'])
    await shop.server.db.pool.query(`delete from files where environment_id = $1 and name = 'big1'`, [
      shop.live.environmentId,
    ])
    expect((await shop.api.post(UPLOAD, toBlob(drawPng({ shade: 1 })))).status).toBe(201)
    expect((await shop.sandbox.post(UPLOAD, toBlob(drawPng({ shade: 1 })))).status).toBe(201)
  })
})

describe('GET /files/:environmentId/:name', () => {
  it('is public and immutable, and sandboxes the content', async () => {
    const shop = await openShop()
    const path = pathOf(await uploadTo(shop, 0))
    const response = await fetch(shop.server.url + path)
    const hash = /([0-9a-f]{64})\.png$/.exec(path)?.[1]
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(drawPng().length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${hash}"`,
    })
    expect(response.headers.has('x-ratelimit-limit')).toBe(false)
    await response.arrayBuffer()
    for (const tag of [`"${hash}"`, `W/"${hash}"`, `"other", "${hash}"`, '*']) {
      const unchanged = await fetch(shop.server.url + path, { headers: { 'if-none-match': tag } })
      expect([tag, unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).toEqual([
        tag,
        304,
        '',
        `"${hash}"`,
      ])
    }
    const other = await fetch(shop.server.url + path, { headers: { 'if-none-match': '"other"' } })
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, drawPng().length])
    const head = await fetch(shop.server.url + path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(drawPng().length)])
  })

  it('returns our 404 error for any other name', async () => {
    const shop = await openShop()
    const path = pathOf(await uploadTo(shop))
    const [, , environmentId, name = ''] = path.split('/')
    const anybody = createApiClient(shop.server.url)
    for (const wrong of [
      `/files/${shop.test.environmentId}/${name}`,
      `/files/${environmentId}/${name.replace('.png', '.jpg')}`,
      `/files/${environmentId}/${name.toUpperCase()}`,
      `/files/${environmentId}/${'0'.repeat(64)}.png`,
      `/files/${environmentId}/..%2f${environmentId}%2f${name}`,
      `/files/${environmentId}/..%2f..%2fsecret-key`,
      `/files/..%2f..%2f/secret-key`,
      `/files/${environmentId}/%00`,
      `/files/incoming/${name}`,
      `/files/${environmentId}/`,
      `/files/${environmentId}`,
      '/files/',
    ]) {
      const response = await anybody.get(wrong)
      expect([wrong, response.status, response.body.error.code]).toEqual([wrong, 404, 'not_found'])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    expect((await anybody.send('DELETE', path)).status).toBe(404)
    expect((await anybody.get(path)).status).toBe(200)
  })
})

describe('product images', () => {
  it('are stored as paths and returned as absolute URLs, so that a response can be sent back', async () => {
    const shop = await openIsolatedShop()
    const url = await uploadTo(shop)
    const externalUrl = 'https://cdn.example.com/a.jpg'
    const cached = url.replace('http://127.0.0.1', 'https://cdn.example.com')
    const drawn = '/demo-images/shirt.svg'
    const product = await addProduct(shop.api, {
      images: [{ url: pathOf(url) }, { url: externalUrl }, { url: drawn }, { url: cached }],
    })
    const expectedUrls = [url, externalUrl, `http://127.0.0.1${drawn}`, url]
    expect(urlsOf(product)).toEqual(expectedUrls)
    expect(urlsOf((await shop.storefront.get(`/v1/products/${product.id}`)).body)).toEqual(expectedUrls)
    const stored = async () =>
      (await shop.server.db.pool.query('select url from product_images order by position')).rows.map((row) => row.url)
    expect(await stored()).toEqual([pathOf(url), externalUrl, drawn, pathOf(url)])
    const again = await shop.api.patch(`${PRODUCTS}/${product.id}`, {
      images: product.images.map(({ url, alt }: { url: string; alt: string }) => ({ url, alt })),
    })
    expect(urlsOf(again.body)).toEqual(expectedUrls)
    expect(await stored()).toEqual([pathOf(url), externalUrl, drawn, pathOf(url)])
  })

  it('reject missing files and files of another environment or workspace', async () => {
    const shop = await openShop()
    const other = await openShop(shop.server)
    const foreignUrls = [await uploadTo(other), await uploadTo({ api: shop.sandbox })]
    const ownUrl = await uploadTo(shop)
    const wrong = [
      ...foreignUrls,
      ...foreignUrls.map(pathOf),
      `/files/${shop.live.environmentId}/${'0'.repeat(64)}.png`,
      `/files/${shop.live.environmentId}/../${pathOf(ownUrl).slice(7)}`,
      `${pathOf(ownUrl)}?x=1`,
      '/files/',
      '/files/../v1/products',
    ]
    const before = await addProduct(shop.api, { images: [{ url: ownUrl }] })
    for (const url of wrong) {
      const images = [{ url: ownUrl }, { url }]
      for (const response of [
        await shop.api.post(PRODUCTS, { title: 'Mug', variants: before.variants.slice(0, 1), images }),
        await shop.api.patch(`${PRODUCTS}/${before.id}`, { title: 'Other', images }),
      ]) {
        const { status, body } = response
        expect([url, status, body.error.code]).toEqual([url, 400, 'invalid_request'])
      }
      const { body } = await shop.api.patch(`${PRODUCTS}/${before.id}`, { images })
      expect([url, body.error.details]).toEqual([
        url,
        [{ path: '/images/1/url', message: expect.stringContaining('POST /v1/catalog/images') }],
      ])
    }
    expect((await shop.api.get(`${PRODUCTS}/${before.id}`)).body).toEqual(before)
    for (const url of ['/v1/products', '//evil.example/x.png', 'file:///etc/passwd', '/demo-images/../v1/x']) {
      const response = await shop.api.patch(`${PRODUCTS}/${before.id}`, { images: [{ url }] })
      expect([url, response.status]).toEqual([url, 400])
    }
  })

  it('can’t reference a file of another environment, enforced by the database', async () => {
    const shop = await openShop()
    const { id } = await addProduct(shop.api)
    const foreignPath = pathOf(await uploadTo({ api: shop.sandbox }))
    const write = (url: string) =>
      shop.server.db.pool.query('update product_images set url = $1 where product_id = $2', [url, id])
    await expect(write(foreignPath)).rejects.toThrow('check constraint')
    const unknown = `/files/${shop.live.environmentId}/${'0'.repeat(64)}.png`
    await expect(write(unknown)).rejects.toThrow('foreign key')
  })
})

describe('unused files', () => {
  async function openWithClock() {
    const shop = await openIsolatedShop()
    const cleanAfter = (hours: number) =>
      removeUnusedFiles.run({ ...shop.server.system, now: new Date(Date.now() + hours * HOUR_MS) })
    const isServed = async (url: string) => (await fetch(shop.server.url + pathOf(url))).status === 200
    return { shop, cleanAfter, isServed }
  }

  it('are removed after a day, unless a product uses them', async () => {
    const { shop, cleanAfter, isServed } = await openWithClock()
    const [used, unused] = [await uploadTo(shop, 1), await uploadTo(shop, 2)]
    const { id } = await addProduct(shop.api, { images: [{ url: used }] })
    await cleanAfter(23)
    expect([await isServed(used), await isServed(unused)]).toEqual([true, true])
    await cleanAfter(25)
    expect([await isServed(used), await isServed(unused)]).toEqual([true, false])
    expect(await filesOf(shop)).toHaveLength(1)
    await cleanAfter(1000)
    expect(await isServed(used)).toBe(true)

    // The day starts when the file was last seen in use, not at upload, so that pages still showing it have time.
    await shop.api.send('DELETE', `${PRODUCTS}/${id}`)
    await cleanAfter(1001)
    await cleanAfter(1024)
    expect(await isServed(used)).toBe(true)
    await cleanAfter(1026)
    expect(await isServed(used)).toBe(false)
    expect(await filesOf(shop)).toEqual([])
  })

  it('are kept while a description, policy, collection or theme uses them', async () => {
    const { shop, cleanAfter, isServed } = await openWithClock()
    const urls: string[] = []
    for (const shade of [1, 2, 3, 4, 5]) urls.push(await uploadTo(shop, shade))
    const [described, legal, branded, collected = '', loose] = urls
    await addProduct(shop.api, { images: [], description: `![A shirt](${described})` })
    await shop.api.send('PUT', '/v1/policies/terms', { title: 'Terms', body: `![Seal](${legal})` })
    await shop.api.send('PUT', '/v1/theme', { brand: { name: 'Shop', logoUrl: branded } })
    await shop.server.db.pool.query(
      `insert into collections (environment_id, id, handle, title, description, image_id, image_url, image_alt, status, kind,
         match, rules, sort, version, created_at, updated_at)
       values ($1, 'coll_1', 'a', 'A', '', 'img_1', $2, '', 'active', 'manual', 'all', '[]', 'manual', 1, now(), now())`,
      [shop.live.environmentId, collected],
    )
    const titled = await shop.api.post('/v1/catalog/images?title=Later', toBlob(drawPng({ shade: 6 })))
    await cleanAfter(100)
    await cleanAfter(200)
    const { data } = (await shop.api.get('/v1/catalog/images?used=false')).body
    expect(data).toMatchObject([{ url: titled.body.url, used: false }])
    expect((await shop.api.get('/v1/catalog/images?used=true')).body.data).toHaveLength(4)
    const served = await Promise.all([described, legal, branded, collected, loose].map((url = '') => isServed(url)))
    expect(served).toEqual([true, true, true, true, false])
  })

  it('restart their day when uploaded again, and can be used again after removal', async () => {
    const { shop, cleanAfter, isServed } = await openWithClock()
    const url = await uploadTo(shop)
    await shop.server.db.pool.query(`update files set unused_since = now() - interval '30 hours'`)
    expect(await uploadTo(shop)).toBe(url)
    await cleanAfter(0)
    expect(await isServed(url)).toBe(true)

    await cleanAfter(48)
    const rejected = await shop.api.post(PRODUCTS, { title: 'Mug', variants: [], images: [{ url }] })
    expect([rejected.status, await isServed(url)]).toEqual([400, false])
    expect(await uploadTo(shop)).toBe(url)
    await addProduct(shop.api, { images: [{ url }] })
    expect(await isServed(url)).toBe(true)
  })

  it('are not removed from a product that is saved concurrently', async () => {
    const { shop, cleanAfter, isServed } = await openWithClock()
    const urls: string[] = []
    for (let shade = 0; shade < 12; shade++) urls.push(await uploadTo(shop, shade))
    const saved: string[] = []
    const save = async (url: string) => {
      const product = await addProduct(shop.api, { images: [{ url }] }).catch(() => undefined)
      if (product) saved.push(url)
    }
    await Promise.all([cleanAfter(48), ...urls.map(save), cleanAfter(48)])
    await cleanAfter(96)
    for (const url of urls) expect([url, await isServed(url)]).toEqual([url, saved.includes(url)])
  })

  it('are not lost when the same image is uploaded during removal', async () => {
    const { shop, cleanAfter, isServed } = await openWithClock()
    for (let round = 0; round < 8; round++) {
      const url = await uploadTo(shop, round)
      await shop.server.db.pool.query(`update files set unused_since = now() - interval '30 hours'`)
      await Promise.all([cleanAfter(0), uploadTo(shop, round)])
      expect([round, await isServed(url)]).toEqual([round, true])
      await addProduct(shop.api, { images: [{ url }] })
    }
  })
})

describe('the media library', () => {
  const upload = async (shop: Shop, title: string, shade: number) =>
    (await shop.api.post(`/v1/catalog/images?title=${encodeURIComponent(title)}`, toBlob(drawPng({ shade })))).body
  const nameOf = (url: string) => url.split('/').at(-1) ?? ''
  const listed = async (shop: Shop, query = '') => (await shop.api.get(`/v1/catalog/images${query}`)).body

  it('lists, finds and pages images, and deletes only what nothing uses', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    const [summer, winter] = [await upload(shop, 'Summer.png', 1), await upload(shop, 'Winter 100%.png', 2)]
    const images = [{ url: summer.url, alt: 'A beach' }]
    const product = await addProduct(shop.api, { title: 'Towel', images })
    const { data } = await listed(shop)
    expect(data).toMatchObject([
      { title: 'Winter 100%.png', url: winter.url, used: false, productCount: 0 },
      { title: 'Summer.png', url: summer.url, used: true, productCount: 1, width: 4, height: 3 },
    ])
    for (const q of ['summ', 'BEACH', 'towel'])
      expect((await listed(shop, `?q=${q}`)).data).toMatchObject([{ url: summer.url }])
    expect((await listed(shop, '?used=false')).data).toMatchObject([{ url: winter.url }])
    const first = await listed(shop, '?limit=1')
    expect((await listed(shop, `?limit=1&cursor=${first.nextCursor}`)).data).toMatchObject([{ url: summer.url }])
    expect((await listed(other)).data).toEqual([])

    const remove = (by: Shop, url: string) => by.api.send('DELETE', `/v1/catalog/images/${nameOf(url)}`)
    expect((await remove(other, winter.url)).status).toBe(404)
    expect((await remove(shop, summer.url)).status).toBe(409)
    expect((await remove(shop, winter.url)).status).toBe(204)
    expect((await remove(shop, winter.url)).status).toBe(404)
    await shop.api.patch(`/v1/catalog/products/${product.id}`, { images: [] })
    await shop.api.send('PUT', '/v1/theme', { brand: { logoUrl: summer.url } })
    expect((await remove(shop, summer.url)).status).toBe(409)
    // Uploaded again, it is there again.
    await upload(shop, 'Winter.png', 2)
    expect((await listed(shop)).data.map(({ title }: { title: string }) => title)).toContain('Winter.png')
  })
})
