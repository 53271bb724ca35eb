import { describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { addProduct, eur, SHIRT } from '../../../test/sample-products.ts'

const BULK = '/v1/catalog/products/bulk'
const price = (amount: number) => [{ price: eur(amount) }]
const mug = (handle: string, more: object = {}) => ({
  handle,
  title: 'Mug',
  variants: [{ sku: handle.toUpperCase(), prices: price(900) }],
  ...more,
})

async function upsert(shop: Shop, matchBy: string, products: unknown[], more: object = {}) {
  const response = await shop.api.post(BULK, { matchBy, products, ...more })
  expect([response.status, response.body.error]).toEqual([200, undefined])
  return response.body.results
}
const outcomesOf = (outcomes: { outcome: string }[]) => outcomes.map(({ outcome }) => outcome)
const read = async (shop: Shop, id: string) => (await shop.api.get(`/v1/catalog/products/${id}`)).body
const eventsOf = async (shop: Shop) =>
  (await shop.api.get('/v1/events?limit=100')).body.data.map(({ type }: { type: string }) => type)

describe('POST /v1/catalog/products/bulk', () => {
  it('creates, updates and skips unchanged products, and a failed one does not affect the others', async () => {
    const shop = await openShop()
    const [existing, same] = [await addProduct(shop.api, { handle: 'known' }), await addProduct(shop.api)]
    const outcomes = await upsert(shop, 'handle', [
      mug('new'),
      { handle: 'known', vendor: 'Other' },
      { handle: same.handle, title: same.title, tags: same.tags, variants: same.variants, images: SHIRT.images },
      { title: 'Nameless', variants: [{ prices: price(1) }] },
      mug('wrong', { variants: [{ prices: price(-1) }], color: 'red' }),
      mug('backwards', { publishAt: '2030-01-02T00:00:00Z', unpublishAt: '2030-01-01T00:00:00Z' }),
      'not a product',
      { handle: 'untitled', variants: [{ prices: price(1) }] },
    ])
    expect(outcomesOf(outcomes)).toEqual(['created', 'updated', 'unchanged', ...Array(5).fill('failed')])
    expect(outcomes.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(
      outcomes.slice(3).map(({ error }: { error: { details: { path: string }[] } }) => error.details[0]?.path),
    ).toEqual(['/handle', '/color', '/unpublishAt', '', '/title'])
    expect(await read(shop, outcomes[0].productId)).toMatchObject({ handle: 'new', version: 1 })
    const { version, updatedAt, ...changed } = await read(shop, existing.id)
    expect([version, changed]).toEqual([
      2,
      { ...changed, vendor: 'Other', variants: existing.variants, images: existing.images },
    ])
    expect(await read(shop, same.id)).toEqual(same)
    expect(await eventsOf(shop)).toEqual(['product.updated', 'product.created', 'product.created', 'product.created'])
    expect((await shop.api.get('/v1/catalog/products')).body.data).toHaveLength(3)
    expect((await shop.sandbox.get('/v1/catalog/products')).body.data).toEqual([])
  })

  it('matches variants by SKU, else by options, and keeps their ids and omitted fields', async () => {
    const shop = await openShop()
    const shirt = await addProduct(shop.api)
    const [smallWhite, smallSky, mediumWhite, mediumSky] = shirt.variants
    const variants = [
      { sku: mediumSky.sku, weightGrams: 250 },
      { options: { Size: 'S', Color: 'White' }, sku: 'RENAMED' },
      { options: { Size: 'M', Color: 'White' }, sku: smallSky.sku, prices: price(1000) },
      { options: { Size: 'S', Color: 'Sky' }, sku: 'FRESH', prices: price(2000) },
    ]
    const [outcome] = await upsert(shop, 'handle', [{ handle: shirt.handle, variants }], { otherVariants: 'delete' })
    expect(outcome).toEqual({ index: 0, outcome: 'updated', productId: shirt.id })
    const after = (await read(shop, shirt.id)).variants
    expect(after.map(({ id }: { id: string }) => id)).toEqual([
      mediumSky.id,
      smallWhite.id,
      smallSky.id,
      expect.not.stringMatching(mediumWhite.id),
    ])
    expect(after[0]).toEqual({ ...mediumSky, weightGrams: 250 })
    expect(after[1]).toEqual({ ...smallWhite, sku: 'RENAMED' })
    const priceless = await upsert(shop, 'handle', [{ handle: shirt.handle, variants: [{ options: {}, sku: 'NEW' }] }])
    expect(priceless[0].error.details).toMatchObject([{ path: '/variants/0/prices' }])
  })

  it('changes the given variants and keeps the others with their stock, unless otherVariants is delete', async () => {
    const shop = await openShop()
    const shirt = await addProduct(shop.api, { variants: (SHIRT.variants ?? []).map((one) => ({ ...one, stock: 5 })) })
    const [first, second, third, fourth] = shirt.variants
    const named = { sku: second.sku, prices: price(3000) }
    const outcomes = await upsert(shop, 'sku', [{ variants: [{ ...named, stock: 9 }] }, { variants: [named] }])
    expect(outcomesOf(outcomes)).toEqual(['updated', 'unchanged'])
    const cheaper = { ...second, prices: [{ price: eur(3000), compareAtPrice: null }] }
    expect((await read(shop, shirt.id)).variants).toEqual([first, cheaper, third, fourth])
    const levels = (await shop.api.get(`/v1/inventory?productId=${shirt.id}`)).body.data
    expect(levels.map(({ onHand }: { onHand: number }) => onHand)).toEqual([5, 5, 5, 5])

    // A new variant comes last; a complete list sets a new order.
    const sizes = [
      { name: 'Size', values: ['S', 'M', 'L'] },
      { name: 'Color', values: ['White', 'Sky'] },
    ]
    const large = { options: { Size: 'L', Color: 'Sky' }, sku: 'LS-L-Sky', prices: price(100), stock: 2 }
    const feed = { handle: shirt.handle, options: sizes, variants: [large, { sku: first.sku, barcode: '1' }] }
    await upsert(shop, 'handle', [feed, { handle: shirt.handle, variants: [{ sku: large.sku, barcode: '2' }] }])
    const skus = async () => (await read(shop, shirt.id)).variants.map(({ sku }: { sku: string }) => sku)
    const all = [first.sku, second.sku, third.sku, fourth.sku, large.sku]
    expect(await skus()).toEqual(all)
    await upsert(shop, 'handle', [{ handle: shirt.handle, variants: all.toReversed().map((sku) => ({ sku })) }])
    expect(await skus()).toEqual(all.toReversed())

    await upsert(shop, 'sku', [{ variants: [{ sku: third.sku }] }], { otherVariants: 'delete' })
    expect(await skus()).toEqual([third.sku])
    const unknown = await shop.api.post(BULK, { matchBy: 'sku', otherVariants: 'hide', products: [mug('x')] })
    expect([unknown.status, unknown.body.error.details[0].path]).toEqual([400, '/otherVariants'])
  })

  it('reports error paths relative to the request, and identifies a kept variant by its id', async () => {
    const shop = await openShop()
    const shirt = await addProduct(shop.api)
    const [, , third, fourth] = shirt.variants
    const outcomes = await upsert(shop, 'handle', [
      { handle: shirt.handle, variants: [{ sku: fourth.sku, prices: price(-1) }] },
      { handle: shirt.handle, variants: [{ id: third.id, stock: 5 }] },
      { handle: shirt.handle, variants: [{ sku: third.sku, options: fourth.options }] },
    ])
    const [negative, stocked, duplicate] = outcomes.map(({ error }: { error: object }) => error)
    expect(negative).toMatchObject({
      message: 'The prices are not valid.',
      details: [{ path: '/variants/0/prices/0/price/amount', message: 'must not be negative' }],
    })
    expect(stocked).toMatchObject({
      message: 'Stock can only be set on new variants.',
      details: [{ path: '/variants/0/stock', message: expect.stringContaining('/v1/inventory/adjustments') }],
    })
    expect(duplicate).toMatchObject({
      message: 'The options and variants do not match.',
      details: [{ path: '/variants', variantId: fourth.id }],
    })
    expect(await read(shop, shirt.id)).toEqual(shirt)
  })

  it('matches products by any of their SKUs, and rejects SKUs of two products', async () => {
    const shop = await openShop()
    const [one, two] = [await addProduct(shop.api, { title: 'One' }), await addProduct(shop.api, { title: 'Two' })]
    await upsert(shop, 'handle', [mug('a'), mug('b')])
    const outcomes = await upsert(shop, 'sku', [
      { title: 'Cup', variants: [{ sku: 'NONE', prices: price(1) }, { sku: 'A' }].slice(1) },
      { title: 'Both', variants: [{ sku: 'LS-S-White' }] },
      { title: 'New one', variants: [{ sku: 'C', prices: price(5) }] },
      { title: 'New one', variants: [{ sku: 'D', prices: price(5) }] },
      { title: 'No SKU', variants: [{ prices: price(5) }] },
    ])
    expect(outcomesOf(outcomes)).toEqual(['updated', 'failed', 'created', 'created', 'failed'])
    expect(outcomes[1].error).toMatchObject({ code: 'conflict', handles: ['two', 'one'] })
    expect(outcomes[1]).not.toHaveProperty('productId')
    expect(await read(shop, outcomes[0].productId)).toMatchObject({ handle: 'a', title: 'Cup', version: 2 })
    expect((await read(shop, outcomes[3].productId)).handle).toBe('new-one-2')
    for (const { id, version } of [one, two]) expect((await read(shop, id)).version).toBe(version)
  })

  it('matches products by external id, and applies two entries for one product in order', async () => {
    const shop = await openShop()
    const outcomes = await upsert(shop, 'externalId', [
      { externalId: 'e1', title: 'First', handle: 'first', variants: [{ sku: 'S', prices: price(100) }] },
      { externalId: 'e1', vendor: 'Later', variants: [{ sku: 'S' }] },
      { externalId: 'e1', vendor: 'Later' },
      { externalId: 'e2', title: 'Second', handle: 'first', variants: [{ prices: price(100) }] },
      { externalId: 'e1', handle: 'moved' },
      { externalId: 'e3', title: 'Third', handle: 'first', variants: [{ prices: price(100) }] },
    ])
    expect(outcomesOf(outcomes)).toEqual(['created', 'updated', 'unchanged', 'failed', 'updated', 'created'])
    expect(outcomes[3].error).toMatchObject({ code: 'conflict', details: [{ path: '/handle' }] })
    const [first, third] = [await read(shop, outcomes[0].productId), await read(shop, outcomes[5].productId)]
    expect(first).toMatchObject({ title: 'First', vendor: 'Later', handle: 'moved', version: 1 })
    expect(third).toMatchObject({ title: 'Third', handle: 'first' })
    expect(await eventsOf(shop)).toEqual(['product.created', 'product.created'])
    // Moves a handle within one request: an identifier freed by an earlier entry is available to a later one.
    const swapped = await upsert(shop, 'externalId', [
      { externalId: 'e1', handle: 'elsewhere' },
      { externalId: 'e3', handle: 'moved' },
    ])
    expect(outcomesOf(swapped)).toEqual(['updated', 'updated'])
    expect((await read(shop, third.id)).handle).toBe('moved')
    expect((await shop.api.patch(`/v1/catalog/products/${first.id}`, { status: 'active' })).status).toBe(200)
    expect((await shop.storefront.get('/v1/products/elsewhere')).body.id).toBe(first.id)
  })

  it('writes all products except the one that the database rejects', async () => {
    const shop = await openShop()
    const products = Array.from({ length: 9 }, (_, n) => mug(`mug-${n}`))
    products[5] = mug('mug-5', { publishAt: '0000-01-01T00:00:00Z' })
    const outcomes = await upsert(shop, 'handle', products)
    expect(outcomesOf(outcomes)).toEqual(products.map((_, n) => (n === 5 ? 'failed' : 'created')))
    expect(outcomes[5].error.code).toBe('invalid_request')
    expect((await shop.api.get('/v1/catalog/products')).body.data).toHaveLength(8)
    expect(await eventsOf(shop)).toHaveLength(8)
  })

  it('accepts up to 20 MB and 500 products, and rejects a request without matchBy', async () => {
    const shop = await openShop()
    const long = 'x'.repeat(99_000)
    const many = Array.from({ length: 30 }, (_, n) => mug(`m-${n}`, { description: long }))
    expect(outcomesOf(await upsert(shop, 'handle', many))).toEqual(many.map(() => 'created'))
    const larger = Array.from({ length: 215 }, (_, n) => mug(`m-${n}`, { description: long }))
    const tooLarge = await shop.api.post(BULK, { matchBy: 'handle', products: larger })
    expect([tooLarge.status, tooLarge.body.error.message]).toEqual([413, 'The body must have at most 20 MB.'])
    for (const [body, path] of [
      [{ matchBy: 'handle', products: Array.from({ length: 501 }, () => mug('x')) }, '/products'],
      [{ matchBy: 'handle', products: [] }, '/products'],
      [{ matchBy: 'title', products: [mug('x')] }, '/matchBy'],
      [{ products: [mug('x')] }, '/matchBy'],
    ] as const) {
      const response = await shop.api.post(BULK, body)
      expect([response.status, response.body.error.details[0].path]).toEqual([400, path])
    }
    expect((await shop.api.get('/v1/catalog/products?sku=X')).body.data).toEqual([])
  })

  it('creates each product once when two requests run concurrently', async () => {
    const shop = await openShop()
    const products = Array.from({ length: 20 }, (_, n) => mug(`mug-${n}`))
    const responses = await Promise.all([
      upsert(shop, 'handle', products),
      upsert(shop, 'handle', products.toReversed()),
    ])
    const all = responses.flat().map(({ outcome }) => outcome)
    expect([all.filter((one) => one === 'created').length, all.filter((one) => one === 'unchanged').length]).toEqual([
      20, 20,
    ])
    expect(await eventsOf(shop)).toHaveLength(20)
  })
})
