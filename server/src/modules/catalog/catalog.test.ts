import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/open-shop.ts'
import { addProduct, eur, SHIRT } from '../../../test/sample-products.ts'

const PRODUCTS = '/v1/catalog/products'
const MUG = { title: 'Mug', variants: [{ prices: [{ price: eur(900) }] }] }
const typesOf = async (shop: Awaited<ReturnType<typeof openShop>>) =>
  (await shop.api.get('/v1/events')).body.data.map(({ type }: { type: string }) => type)

describe('POST /v1/catalog/products', () => {
  it('stores all given fields and emits an event', async () => {
    const shop = await openShop()
    const created = await shop.api.post(PRODUCTS, SHIRT)
    expect(created.status).toBe(201)
    expect(created.headers.get('etag')).toBe('"1"')
    const { variants, images, id, createdAt, updatedAt, ...rest } = created.body
    const { variants: _, images: __, ...input } = SHIRT
    expect(rest).toEqual({
      ...input,
      handle: 'linen-shirt',
      category: '',
      publishAt: null,
      unpublishAt: null,
      seo: { title: 'Linen shirts', description: null },
      taxClass: 'standard',
      giftCard: false,
      rating: null,
      version: 1,
    })
    expect(variants).toHaveLength(4)
    expect(variants[1]).toEqual({
      id: expect.stringMatching(/^var_/),
      options: { Size: 'S', Color: 'Sky' },
      sku: 'LS-S-Sky',
      barcode: null,
      prices: [
        { price: eur(3900), compareAtPrice: eur(4900) },
        { price: { amount: 5500, currency: 'USD' }, compareAtPrice: null },
      ],
      cost: eur(1500),
      weightGrams: 220,
      requiresShipping: true,
      trackStock: true,
      inventoryPolicy: 'deny',
      maxQuantityPerOrder: null,
      externalId: null,
      taxable: true,
      imageUrl: null,
    })
    expect(images.map(({ alt }: { alt: string }) => alt)).toEqual(['A white shirt', ''])
    expect((await shop.api.get(`${PRODUCTS}/${id}`)).body).toEqual(created.body)
    expect(await typesOf(shop)).toEqual(['product.created'])
    expect((await shop.sandbox.get(`${PRODUCTS}/${id}`)).status).toBe(404)
  })

  it('accepts taxClass and giftCard, keeps them when omitted, and hides the tax class from buyers', async () => {
    const { api, storefront } = await openShop()
    const { id } = await addProduct(api, { taxClass: 'reduced', giftCard: true })
    expect((await api.patch(`${PRODUCTS}/${id}`, { title: 'Renamed' })).body).toMatchObject({
      taxClass: 'reduced',
      giftCard: true,
    })
    const changed = await api.patch(`${PRODUCTS}/${id}`, { taxClass: 'none', giftCard: false })
    expect(changed.body).toMatchObject({ taxClass: 'none', giftCard: false, version: 3 })
    const bulk = { matchBy: 'handle', products: [{ handle: 'linen-shirt', taxClass: 'books' }] }
    expect((await api.post(`${PRODUCTS}/bulk`, bulk)).body).toMatchObject({ results: [{ outcome: 'updated' }] })
    expect((await api.get(`${PRODUCTS}/${id}`)).body).toMatchObject({ taxClass: 'books', giftCard: false })
    const rejected = await api.patch(`${PRODUCTS}/${id}`, { taxClass: 'Reduced VAT' })
    expect([rejected.status, rejected.body.error.details[0].path]).toEqual([400, '/taxClass'])
    expect(JSON.stringify((await storefront.get(`/v1/products/${id}`)).body)).not.toContain('taxClass')
  })

  it('derives handles from titles, with a number for duplicates, even under concurrency', async () => {
    const shop = await openShop()
    const products = await Promise.all(
      Array.from({ length: 5 }, () => addProduct(shop.api, { title: 'Crème brûlée!' })),
    )
    expect(products.map(({ handle }) => handle).sort()).toEqual([
      'creme-brulee',
      'creme-brulee-2',
      'creme-brulee-3',
      'creme-brulee-4',
      'creme-brulee-5',
    ])
    const conflict = await shop.api.post(PRODUCTS, { ...MUG, handle: 'creme-brulee' })
    expect([conflict.status, conflict.body.error.details]).toMatchObject([409, [{ path: '/handle' }]])
    expect((await shop.sandbox.post(PRODUCTS, { ...MUG, handle: 'creme-brulee' })).status).toBe(201)
  })

  it('allows one product per external id, even under concurrency', async () => {
    const shop = await openShop()
    const make = () => shop.api.post(PRODUCTS, { ...MUG, externalId: 'erp-1' })
    expect((await Promise.all([make(), make(), make()])).map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const { id } = (await shop.api.post(PRODUCTS, MUG)).body
    expect((await shop.api.patch(`${PRODUCTS}/${id}`, { externalId: 'erp-1' })).status).toBe(409)
    expect((await shop.sandbox.post(PRODUCTS, { ...MUG, externalId: 'erp-1' })).status).toBe(201)
  })

  it('accepts 2,000 variants and rejects one more', async () => {
    const shop = await openShop()
    const values = (count: number) => Array.from({ length: count }, (_, n) => `v${n}`)
    const options = [
      { name: 'A', values: values(50) },
      { name: 'B', values: values(41) },
    ]
    const all = values(50).flatMap((a) =>
      values(41).map((b) => ({ options: { A: a, B: b }, prices: [{ price: eur(1) }] })),
    )
    const created = await shop.api.post(PRODUCTS, { title: 'Many', options, variants: all.slice(0, 2000) })
    expect([created.status, created.body.variants.length]).toEqual([201, 2000])
    const last = await shop.api.post(`${PRODUCTS}/${created.body.id}/variants`, all[2000])
    expect([last.status, last.body.error.message]).toEqual([400, 'A product can have at most 2000 variants.'])
    const more = await shop.api.post(PRODUCTS, { title: 'More', options, variants: all.slice(0, 2001) })
    expect([more.status, more.body.error.details[0].path]).toEqual([400, '/variants'])
  })

  it.each([
    ['no variant', { title: 'Mug' }, '/variants'],
    [
      'an unknown currency',
      { ...MUG, variants: [{ prices: [{ price: { amount: 1, currency: 'XXL' } }] }] },
      '/variants/0/prices/0/price/currency',
    ],
    ['a negative price', { ...MUG, variants: [{ prices: [{ price: eur(-1) }] }] }, '/variants/0/prices/0/price/amount'],
    [
      'a fractional price',
      { ...MUG, variants: [{ prices: [{ price: eur(1.5) }] }] },
      '/variants/0/prices/0/price/amount',
    ],
    [
      'two prices in one currency',
      { ...MUG, variants: [{ prices: [{ price: eur(1) }, { price: eur(2) }] }] },
      '/variants/0/prices/1/price/currency',
    ],
    [
      'a compare-at price below the price',
      { ...MUG, variants: [{ prices: [{ price: eur(5), compareAtPrice: eur(4) }] }] },
      '/variants/0/prices/0/compareAtPrice/amount',
    ],
    [
      'a duplicate option',
      { ...SHIRT, options: [...(SHIRT.options ?? []), { name: 'SIZE', values: ['S'] }] },
      '/options/2/name',
    ],
    [
      'a duplicate option value',
      {
        ...MUG,
        options: [{ name: 'A', values: ['x', 'X'] }],
        variants: [{ options: { A: 'x' }, prices: [{ price: eur(1) }] }],
      },
      '/options/0/values/1',
    ],
    [
      'an undefined option value',
      {
        ...MUG,
        options: [{ name: 'A', values: ['x'] }],
        variants: [{ options: { A: 'y' }, prices: [{ price: eur(1) }] }],
      },
      '/variants/0/options/A',
    ],
    ['a duplicate variant', { ...MUG, variants: [...MUG.variants, ...MUG.variants] }, '/variants/1/options'],
    [
      'a variant with an id',
      { ...MUG, variants: [{ id: 'var_01k9z3h8x2f7mtv4q6bw0ncdre', prices: [{ price: eur(1) }] }] },
      '/variants/0/id',
    ],
    [
      'an unpublishing date before the publishing date',
      { ...MUG, publishAt: '2030-01-02T00:00:00Z', unpublishAt: '2030-01-01T00:00:00Z' },
      '/unpublishAt',
    ],
    ['an image with a javascript: URL', { ...MUG, images: [{ url: 'javascript:alert(1)' }] }, '/images/0/url'],
    ['a blank title', { ...MUG, title: '   ' }, '/title'],
    [
      'a blank option name',
      { ...MUG, options: [{ name: ' ', values: ['x'] }], variants: [{ ...MUG.variants[0], options: { ' ': 'x' } }] },
      '/options/0/name',
    ],
    [
      'a blank option value',
      { ...MUG, options: [{ name: 'A', values: ['\t'] }], variants: [{ ...MUG.variants[0], options: { A: '\t' } }] },
      '/options/0/values/0',
    ],
    ['a handle with spaces', { ...MUG, handle: 'My Mug' }, '/handle'],
    [
      'an option name with a colon',
      {
        ...MUG,
        options: [{ name: 'Size: EU', values: ['x'] }],
        variants: [{ options: { 'Size: EU': 'x' }, prices: [{ price: eur(1) }] }],
      },
      '/options/0/name',
    ],
    ['an unknown field', { ...MUG, color: 'red' }, '/color'],
  ])('rejects %s with the path of the error', async (_name, body, path) => {
    const shop = await openShop()
    const response = await shop.api.post(PRODUCTS, body)
    expect([response.status, response.body.error.code]).toEqual([400, 'invalid_request'])
    expect(response.body.error.details.map((detail: { path: string }) => detail.path)).toContain(path)
    expect((await shop.api.get(PRODUCTS)).body.data).toEqual([])
  })
})

describe('handles and error details', () => {
  it('returns a readable error message', async () => {
    const { api } = await openShop()
    const errorFor = async (body: object) => {
      const { message, details } = (await api.post(PRODUCTS, { ...MUG, ...body })).body.error
      return [message, ...details.map((detail: { message: string }) => detail.message)]
    }
    expect(await errorFor({ handle: 'UPPER case' })).toEqual([
      'The body is not valid.',
      'must be lowercase letters and digits, in words separated by single hyphens, such as linen-shirt',
    ])
    expect(await errorFor({ title: '   ' })).toEqual(['The body is not valid.', 'must not be empty'])
    expect(await errorFor({ images: [{ url: 'no address' }] })).toEqual([
      'The body is not valid.',
      'must be an http or https URL, or the url of an uploaded image',
    ])
    expect(await errorFor({ taxClass: 'Reduced VAT' })).toEqual([
      'The body is not valid.',
      'must contain only lowercase letters, digits and hyphens',
    ])
    expect(await errorFor({ variants: [{ prices: [{ price: { amount: -1, currency: 'XXL' } }] }] })).toEqual([
      'The prices are not valid.',
      'must be an ISO 4217 currency code, not "XXL"',
      'must not be negative',
    ])
    expect(await errorFor({ variants: [{ options: { A: 'x' }, prices: [{ price: eur(-1) }] }] })).toEqual([
      'The variants are not valid.',
      'is not an option of this product',
      'must not be negative',
    ])
  })

  it('returns at most fifty error details with short messages', async () => {
    const shop = await openShop()
    const values = Array.from({ length: 250 }, (_, n) => `${n} ${'x'.repeat(90)}`)
    const variants = Array.from({ length: 300 }, () => ({ options: { A: 'none' }, prices: [{ price: eur(1) }] }))
    const { body } = await shop.api.post(PRODUCTS, { title: 'Many', options: [{ name: 'A', values }], variants })
    expect(body.error.details).toHaveLength(50)
    expect(JSON.stringify(body).length).toBeLessThan(200_000)
  })

  it('derives a valid handle from a long or repeated title', async () => {
    const shop = await openShop()
    const title = `${'a'.repeat(95)} bcd`
    const handles: string[] = []
    for (let count = 0; count < 3; count++) handles.push((await addProduct(shop.api, { title })).handle)
    expect(handles[1]).toBe(`${'a'.repeat(95)}-2`)
    for (const handle of handles) expect((await shop.api.post(PRODUCTS, { ...MUG, handle })).status).toBe(409)
  })
})

describe('PATCH /v1/catalog/products/:id', () => {
  it('changes the given fields and keeps the rest; given variants keep their ids, others are deleted', async () => {
    const shop = await openShop()
    const shirt = await addProduct(shop.api)
    const [first, second] = shirt.variants
    const variants = [
      { ...second, prices: [{ price: eur(3500) }] },
      { ...first, id: undefined, sku: 'NEW' },
    ]
    const { body } = await shop.api.patch(`${PRODUCTS}/${shirt.id}`, { title: 'Linen top', variants, tags: ['a', 'a'] })
    expect(body).toMatchObject({
      title: 'Linen top',
      vendor: 'Hilda & Sons',
      tags: ['a'],
      version: 2,
      handle: 'linen-shirt',
    })
    // One is matched by id, the other by its option values, so that neither loses its stock.
    expect(body.variants.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
    expect(body.variants[0].prices).toEqual([{ price: eur(3500), compareAtPrice: null }])
    expect(body.variants[1]).toEqual({ ...first, sku: 'NEW' })
    expect(body.images).toEqual(shirt.images)
    expect(await typesOf(shop)).toEqual(['product.updated', 'product.created'])
  })

  it('keeps the omitted fields of a variant, and requires the price of a new one', async () => {
    const { api } = await openShop()
    const shirt = await addProduct(api)
    const path = `${PRODUCTS}/${shirt.id}`
    const [first, second] = shirt.variants
    const { body } = await api.patch(path, { variants: [{ id: first.id, barcode: '123' }, { sku: second.sku }] })
    expect(body.variants).toEqual([{ ...first, barcode: '123' }, second])
    const priceless = await api.patch(path, { variants: [{ id: first.id }, { options: { Size: 'M', Color: 'Sky' } }] })
    expect([priceless.status, priceless.body.error.details[0].path]).toEqual([400, '/variants/1/prices'])
    const strange = await api.patch(path, { variants: [{ id: 'var_01k9z3h8x2f7mtv4q6bw0ncdre' }] })
    expect([strange.status, strange.body.error.details[0].path]).toEqual([400, '/variants/0/id'])
    const stocked = await api.patch(path, { variants: [{ id: first.id, stock: 5 }] })
    expect(stocked.body.error).toMatchObject({
      message: 'Stock can only be set on new variants.',
      details: [{ path: '/variants/0/stock' }],
    })
  })

  it('rejects a stale If-Match, and one of two concurrent changes', async () => {
    const shop = await openShop()
    const { id } = await addProduct(shop.api)
    const change = (title: string, version: string) =>
      shop.api.send('PATCH', `${PRODUCTS}/${id}`, { title }, { 'if-match': version })
    const responses = await Promise.all([change('One', '"1"'), change('Two', '"1"')])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412])
    expect((await change('Three', '"1"')).body.error.code).toBe('precondition_failed')
    expect((await change('Three', '"2"')).headers.get('etag')).toBe('"3"')
    expect((await change('Three', 'yesterday')).status).toBe(412)
  })

  it('rejects variants that do not match changed options, and a variant of another product', async () => {
    const shop = await openShop()
    const shirt = await addProduct(shop.api)
    const other = await addProduct(shop.api)
    const fewer = await shop.api.patch(`${PRODUCTS}/${shirt.id}`, { options: [{ name: 'Size', values: ['S', 'M'] }] })
    expect(fewer.status).toBe(400)
    const stolen = await shop.api.patch(`${PRODUCTS}/${shirt.id}`, { variants: [other.variants[0]] })
    expect(stolen.status).toBe(400)
    expect((await shop.api.get(`${PRODUCTS}/${other.id}`)).body.variants).toEqual(other.variants)
    expect((await shop.api.get(`${PRODUCTS}/${shirt.id}`)).body).toEqual(shirt)
  })
})

describe('GET and DELETE /v1/catalog/products', () => {
  it('filters, pages newest first, and omits deleted products', async () => {
    const shop = await openShop()
    for (const title of ['A', 'B', 'C']) await addProduct(shop.api, { title, vendor: title === 'B' ? 'Other' : 'Same' })
    const draft = await addProduct(shop.api, { title: 'D', status: 'draft', tags: ['special'] })
    const titles = async (query: string) =>
      (await shop.api.get(`${PRODUCTS}?${query}`)).body.data.map(({ title }: { title: string }) => title)
    expect(await titles('')).toEqual(['D', 'C', 'B', 'A'])
    expect(await titles('q=b')).toEqual(['B'])
    expect(await titles('vendor=Other')).toEqual(['B'])
    expect(await titles('status=draft')).toEqual(['D'])
    expect(await titles('tag=special')).toEqual(['D'])
    expect(await titles('q=special')).toEqual(['D'])
    expect(await titles('q=oth')).toEqual(['B'])
    expect(await titles('sku=LS-M-Sky&limit=2')).toEqual(['D', 'C'])
    const { nextCursor } = (await shop.api.get(`${PRODUCTS}?limit=2`)).body
    expect(await titles(`limit=2&cursor=${nextCursor}`)).toEqual(['B', 'A'])
    expect((await shop.api.send('DELETE', `${PRODUCTS}/${draft.id}`)).status).toBe(204)
    expect((await shop.api.get(`${PRODUCTS}/${draft.id}`)).status).toBe(404)
    expect((await shop.api.send('DELETE', `${PRODUCTS}/${draft.id}`)).status).toBe(404)
  })
})

describe('GET /v1/catalog/products?sort', () => {
  it('sorts by title, age and last change, across pages', async () => {
    const shop = await openShop()
    const products = []
    for (const title of ['B', 'C', 'A', 'A']) products.push(await addProduct(shop.api, { title }))
    await shop.api.patch(`/v1/catalog/products/${products[0].id}`, { vendor: 'Hilda' })
    const sorted = async (sort: string) => {
      let [found, cursor] = ['', '']
      do {
        const { body } = await shop.api.get(`/v1/catalog/products?limit=1&sort=${sort}${cursor && `&cursor=${cursor}`}`)
        for (const { title } of body.data) found += title
        cursor = body.nextCursor ?? ''
      } while (cursor)
      return found
    }
    for (const [sort, titles] of [
      ['newest', 'AACB'],
      ['oldest', 'BCAA'],
      ['title', 'AABC'],
      ['-title', 'CBAA'],
      ['updated', 'BAAC'],
    ] as const) {
      expect([sort, await sorted(sort)]).toEqual([sort, titles])
    }
  })
})
