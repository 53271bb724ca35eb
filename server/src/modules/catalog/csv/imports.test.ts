import { describe, expect, it } from 'vitest'
import type { Shop } from '../../../../test/open-shop.ts'
import { csv, importFile, openShopWithWorker, uploadFile, waitForReport } from '../../../../test/product-files.ts'
import { addProduct, eur } from '../../../../test/sample-products.ts'

const PRODUCTS = '/v1/catalog/products'

const listed = async (shop: Shop) => (await shop.api.get(`${PRODUCTS}?limit=100`)).body.data
const byHandle = async (shop: Shop, handle: string) =>
  (await listed(shop)).find((product: { handle: string }) => product.handle === handle)
const counts = (created: number, updated: number, unchanged: number, failed: number) => ({
  created,
  updated,
  unchanged,
  failed,
})

describe('POST /v1/catalog/imports', () => {
  it('imports Shopify’s classic columns and our own', async () => {
    const shop = await openShopWithWorker()
    const file = csv(
      [
        'Handle',
        'Title',
        'Body (HTML)',
        'Vendor',
        'Type',
        'Tags',
        'Published',
        'Option1 Name',
        'Option1 Value',
        'Variant SKU',
        'Variant Grams',
        'Variant Inventory Tracker',
        'Variant Inventory Qty',
        'Variant Inventory Policy',
        'Variant Price',
        'Variant Compare At Price',
        'Variant Price JPY',
        'Variant Requires Shipping',
        'Variant Barcode',
        'Image Src',
        'Image Alt Text',
        'SEO Title',
        'Cost per item',
        'Status',
        'Custom Fields',
        'Color of the box',
      ],
      [
        'shirt',
        'Shirt',
        '<p>Airy,\n"light"</p>',
        'Hilda',
        'Shirts',
        'summer, sale',
        'TRUE',
        'Size',
        'S',
        'S-1',
        '200.0',
        'shopify',
        '5',
        'continue',
        '49.00',
        '59',
        '7000',
        'TRUE',
        '123',
        'https://cdn.example.com/1.jpg',
        'Front',
        'Best shirt',
        '12.5',
        'active',
        '{"care":"cold"}',
        'red',
      ],
      [
        'shirt',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        'M',
        'S-2',
        '',
        '',
        '',
        'deny',
        '49',
        '',
        '',
        'FALSE',
        '',
        'https://cdn.example.com/2.jpg',
        '',
        '',
        '',
        '',
        '',
        '',
      ],
      ['shirt', ...Array(18).fill(''), 'https://cdn.example.com/3.jpg', ...Array(6).fill('')],
      [
        'mug',
        'Mug',
        '',
        '',
        '',
        '',
        'FALSE',
        'Title',
        'Default Title',
        '',
        '',
        '',
        '',
        '',
        '9.9',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
      ],
    )
    const accepted = await uploadFile(shop.api, `\ufeff${file}`)
    expect(accepted.body).toMatchObject({
      id: expect.stringMatching(/^imp_/),
      status: 'queued',
      onError: 'skip',
      dryRun: false,
    })
    const report = await waitForReport(shop, accepted.body.id)
    expect(report).toMatchObject({
      status: 'completed',
      rows: { done: 4, total: 4 },
      counts: counts(2, 0, 0, 0),
      errors: [],
      errorCount: 0,
    })
    expect(report.warnings.map(({ column }: { column: string }) => column)).toEqual(['Color of the box'])
    const shirt = await byHandle(shop, 'shirt')
    expect(shirt).toMatchObject({
      title: 'Shirt',
      description: '<p>Airy,\n"light"</p>',
      tags: ['summer', 'sale'],
      status: 'active',
      seo: { title: 'Best shirt', description: null },
      customFields: { care: 'cold' },
      options: [{ name: 'Size', values: ['S', 'M'] }],
      images: [{ alt: 'Front' }, { alt: '' }, { alt: '' }],
    })
    expect(shirt.variants).toMatchObject([
      {
        options: { Size: 'S' },
        sku: 'S-1',
        weightGrams: 200,
        trackStock: true,
        inventoryPolicy: 'continue',
        cost: eur(1250),
        requiresShipping: true,
      },
      {
        options: { Size: 'M' },
        sku: 'S-2',
        weightGrams: null,
        trackStock: false,
        inventoryPolicy: 'deny',
        cost: null,
        requiresShipping: false,
      },
    ])
    expect(shirt.variants[0].prices).toEqual([
      { price: eur(4900), compareAtPrice: eur(5900) },
      { price: { amount: 7000, currency: 'JPY' }, compareAtPrice: null },
    ])
    // A new variant starts with the quantity in the file; importing the file again does not change stock.
    const levels = async () => (await shop.api.get('/v1/inventory')).body.data
    expect(await levels()).toMatchObject([{ sku: 'S-1', onHand: 5 }])
    const variantId = shirt.variants[0].id
    await shop.api.post('/v1/inventory/adjustments', { reason: 'count', changes: [{ variantId, onHand: 2 }] })
    const again = await shop.api.send('POST', '/v1/catalog/imports', file, { 'content-type': 'text/csv' })
    expect((await waitForReport(shop, again.body.id)).counts).toEqual(counts(0, 0, 2, 0))
    expect(await levels()).toMatchObject([{ sku: 'S-1', onHand: 2 }])
    expect(await byHandle(shop, 'mug')).toMatchObject({
      status: 'draft',
      options: [],
      variants: [{ options: {}, prices: [{ price: eur(990) }] }],
    })
    expect((await shop.sandbox.get(`/v1/catalog/imports/${report.id}`)).status).toBe(404)
    expect((await shop.sandbox.get(PRODUCTS)).body.data).toEqual([])
  })

  it('imports Shopify’s newer columns', async () => {
    const shop = await openShopWithWorker()
    const report = await importFile(
      shop,
      csv(
        [
          'Title',
          'URL handle',
          'Description',
          'Published on online store',
          'Status',
          'SKU',
          'Barcode',
          'Option1 name',
          'Option1 value',
          'Price',
          'Compare-at price',
          'Inventory tracker',
          'Continue selling when out of stock',
          'Weight value (grams)',
          'Requires shipping',
          'Product image URL',
          'Image alt text',
          'SEO title',
        ],
        [
          'Tee',
          'tee',
          'Soft',
          'TRUE',
          'Active',
          'T-1',
          '42',
          'Color',
          'Red',
          '19.99',
          '24.99',
          'shopify',
          'FALSE',
          '150',
          'TRUE',
          'https://cdn.example.com/t.jpg',
          'A tee',
          'Tees',
        ],
      ),
    )
    expect(report).toMatchObject({ counts: counts(1, 0, 0, 0), warnings: [] })
    expect(await byHandle(shop, 'tee')).toMatchObject({
      description: 'Soft',
      status: 'active',
      seo: { title: 'Tees' },
      variants: [
        {
          sku: 'T-1',
          barcode: '42',
          inventoryPolicy: 'deny',
          prices: [{ price: eur(1999), compareAtPrice: eur(2499) }],
        },
      ],
    })
  })

  it('changes only fields that have a column, and deletes no variant or image', async () => {
    const shop = await openShopWithWorker()
    const shirt = await addProduct(shop.api)
    const file = csv(
      ['Handle', 'Variant SKU', 'Variant Price', 'Variant Compare At Price'],
      ['linen-shirt', 'LS-M-White', '39.00', '49'],
    )
    expect(await importFile(shop, file)).toMatchObject({ counts: counts(0, 1, 0, 0) })
    const { updatedAt, ...after } = await byHandle(shop, 'linen-shirt')
    const variants = structuredClone(shirt.variants)
    variants[2].prices[0] = { price: eur(3900), compareAtPrice: eur(4900) }
    expect(after).toEqual({ ...after, ...shirt, updatedAt: after.updatedAt, variants, version: 2 })
    expect(await importFile(shop, file)).toMatchObject({ counts: counts(0, 0, 1, 0) })
    const added = csv(
      [
        'Handle',
        'Option1 Name',
        'Option1 Value',
        'Option2 Name',
        'Option2 Value',
        'Variant Price',
        'Vendor',
        'Image Src',
      ],
      ['linen-shirt', 'Size', 'L', 'Color', 'Sky', '44.00', '', 'https://cdn.example.com/new.jpg'],
    )
    expect(await importFile(shop, added)).toMatchObject({ counts: counts(0, 1, 0, 0) })
    const grown = await byHandle(shop, 'linen-shirt')
    expect(grown.variants.slice(0, 4)).toEqual(variants)
    expect(grown.variants[4]).toMatchObject({ options: { Size: 'L', Color: 'Sky' }, prices: [{ price: eur(4400) }] })
    expect(grown.options[0].values).toEqual(['S', 'M', 'L'])
    expect([grown.vendor, grown.images.length]).toEqual(['', 3])
  })

  it('adds options to a product without any, and a second variant to a product with one', async () => {
    const shop = await openShopWithWorker()
    const names = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant Price']
    await importFile(shop, csv(names, ['mug', 'Mug', 'Title', 'Default Title', '9']))
    const [{ id }] = (await byHandle(shop, 'mug')).variants
    const sized = await importFile(shop, csv(names, ['mug', 'Mug', 'Size', 'S', '9'], ['mug', '', '', 'M', '10']))
    expect(sized).toMatchObject({ counts: counts(0, 1, 0, 0), errors: [] })
    await importFile(shop, csv(names, ['cup', 'Cup', 'Size', 'S', '1']))
    await importFile(shop, csv(names, ['cup', 'Cup', 'Size', 'M', '2']))
    const [mug, cup] = [await byHandle(shop, 'mug'), await byHandle(shop, 'cup')]
    expect(mug.variants).toMatchObject([{ id, options: { Size: 'S' } }, { options: { Size: 'M' } }])
    expect(cup.variants).toMatchObject([{ options: { Size: 'S' } }, { options: { Size: 'M' } }])
  })

  it('groups the rows of a product wherever they are in the file', async () => {
    const shop = await openShopWithWorker()
    const report = await importFile(
      shop,
      csv(
        ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant Price'],
        ['b', '', '', 'M', '2'],
        ['a', 'A', 'Size', 'S', '1'],
        ['b', 'B', 'Size', 'L', '3'],
        ['a', '', '', 'M', '4'],
        ['', '', '', '', ''],
        ['', 'Made of its title', '', '', '5'],
      ),
    )
    expect(report).toMatchObject({ rows: { done: 5, total: 5 }, counts: counts(3, 0, 0, 0) })
    expect((await byHandle(shop, 'b')).options).toEqual([{ name: 'Size', values: ['M', 'L'] }])
    expect(await byHandle(shop, 'made-of-its-title')).toBeDefined()
  })
})
