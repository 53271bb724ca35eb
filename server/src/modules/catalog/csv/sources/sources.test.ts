import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { openServer } from '../../../../../test/open-server.ts'
import { openShop, type Shop } from '../../../../../test/open-shop.ts'
import { csv, importFile } from '../../../../../test/product-files.ts'
import { eur } from '../../../../../test/sample-products.ts'

const readSample = (name: string) =>
  readFileSync(new URL(`../../../../../test/product-file-samples/${name}.csv`, import.meta.url), 'utf8')

let shop: Shop
const getProduct = async (sku: string) => (await shop.api.get(`/v1/catalog/products?sku=${sku}`)).body.data[0]

/** What another system's file creates stays the same when it, or our export, is imported again. */
async function expectRoundTrip(file: string, products: number): Promise<void> {
  const unchanged = { created: 0, updated: 0, failed: 0 }
  expect(await importFile(shop, file)).toMatchObject({ errors: [], counts: { ...unchanged, unchanged: products } })
  const response = await fetch(`${shop.server.url}/v1/catalog/export`, {
    headers: { authorization: `Bearer ${shop.liveKey}` },
  })
  expect(await importFile(shop, await response.text())).toMatchObject({ errors: [], warnings: [], counts: unchanged })
}

beforeAll(async () => {
  const closers: (() => Promise<void>)[] = []
  const server = await openServer({}, (close) => void closers.push(close))
  await server.startWorker()
  shop = await openShop(server)
  return async () => {
    for (const close of closers.toReversed()) await close()
  }
})

describe('Shopify', () => {
  it('imports taxable, category, variant images and metafields', async () => {
    const file = readSample('shopify')
    const report = await importFile(shop, file)
    expect(report).toMatchObject({ errors: [], counts: { created: 2 } })
    expect(report.warnings.map(({ column }: { column: string }) => column)).toEqual(
      expect.arrayContaining(['Variant Fulfillment Service', 'Variant Weight Unit']),
    )
    const board = await getProduct('OB-S')
    expect(board).toMatchObject({
      category: 'Home & Garden > Kitchen & Dining > Cutting Boards',
      customFields: {
        'custom.care': 'Oil twice a year',
        'mm-google-shopping.google_product_category': '666',
        'mm-google-shopping.condition': 'new',
        'mm-google-shopping.custom_product': 'TRUE',
      },
      images: [
        { url: 'https://cdn.example.com/board.jpg', alt: 'An oak board' },
        { url: 'https://cdn.example.com/board-side.jpg' },
        { url: 'https://cdn.example.com/board-small.jpg' },
      ],
      variants: [
        { taxable: true, imageUrl: 'https://cdn.example.com/board-small.jpg' },
        { taxable: true, imageUrl: 'https://cdn.example.com/board-side.jpg' },
      ],
    })
    expect(await getProduct('GB-1')).toMatchObject({ category: '', variants: [{ taxable: false, imageUrl: null }] })
    await expectRoundTrip(file, 2)
  })

  it('changes only the metafields that have a column', async () => {
    const { id } = await getProduct('OB-S')
    await shop.api.patch(`/v1/catalog/products/${id}`, {
      customFields: { 'custom.care': 'x', 'custom.count': 5, other: 1 },
    })
    const header = ['Handle', 'Care (product.metafields.custom.care)', 'Count (product.metafields.custom.count)']
    await importFile(shop, csv([...header, 'New (product.metafields.a.b)'], ['oak-board', '', '5', 'yes']))
    expect((await getProduct('OB-S')).customFields).toEqual({ 'custom.count': 5, other: 1, 'a.b': 'yes' })
  })

  it('does not tax a variant that is not taxable, and shows its own image in the cart', async () => {
    const { id, variants } = await getProduct('OB-L')
    const [small, large] = variants
    await shop.api.patch(`/v1/catalog/products/${id}`, {
      taxClass: 'reduced',
      variants: [{ id: small.id, taxable: false }, { id: large.id }],
    })
    const { rows } = await shop.server.db.pool.query(
      `select data ->> 'taxClass' as class, data -> 'image' ->> 'url' as image from offers
       where environment_id = $1 and product_id = $2 order by variant_id`,
      [shop.live.environmentId, id],
    )
    expect(rows).toEqual([
      { class: 'none', image: 'https://cdn.example.com/board-small.jpg' },
      { class: 'reduced', image: 'https://cdn.example.com/board-side.jpg' },
    ])
    const unknown = [{ id: small.id, imageUrl: 'https://cdn.example.com/other.jpg' }, { id: large.id }]
    const rejected = await shop.api.patch(`/v1/catalog/products/${id}`, { variants: unknown })
    expect([rejected.status, rejected.body.error.details[0].path]).toEqual([400, '/variants/0/imageUrl'])
    const { body } = await shop.api.patch(`/v1/catalog/products/${id}`, {
      images: [{ url: 'https://cdn.example.com/board-side.jpg' }],
    })
    expect(body.variants.map(({ imageUrl }: { imageUrl: string | null }) => imageUrl)).toEqual([
      null,
      'https://cdn.example.com/board-side.jpg',
    ])
  })
})

describe('WooCommerce', () => {
  it('imports simple and variable products', async () => {
    const file = readSample('woocommerce')
    expect(await importFile(shop, file)).toMatchObject({ errors: [], counts: { created: 4 } })
    expect(await getProduct('HOODIE-BLUE')).toMatchObject({
      handle: 'hoodie',
      title: 'Hoodie',
      description: '<p>Soft\nand warm.</p>',
      vendor: 'Hilda',
      status: 'active',
      type: 'Hoodies',
      category: 'Clothing > Hoodies',
      tags: ['warm', '"zip, up"'],
      externalId: 'woocommerce:10',
      seo: { title: 'Warm hoodies' },
      customFields: { care: 'Cold wash', material: 'Cotton' },
      options: [{ name: 'Color', values: ['Blue', 'Red'] }],
      images: ['hoodie-1', 'hoodie-2', 'hoodie-blue'].map((name) => ({ url: `https://cdn.example.com/${name}.jpg` })),
      variants: [
        {
          sku: 'HOODIE-BLUE',
          barcode: '4006381333931',
          options: { Color: 'Blue' },
          weightGrams: 600,
          trackStock: true,
          inventoryPolicy: 'deny',
          imageUrl: 'https://cdn.example.com/hoodie-blue.jpg',
          prices: [{ price: eur(3950), compareAtPrice: eur(4500) }],
          externalId: 'woocommerce:11',
        },
        {
          sku: 'HOODIE-RED',
          options: { Color: 'Red' },
          trackStock: true,
          inventoryPolicy: 'continue',
          prices: [{ price: eur(4500), compareAtPrice: null }],
        },
      ],
    })
    // A sale with dates ends: the regular price is imported.
    expect(await getProduct('EBOOK')).toMatchObject({
      description: 'A short story.',
      taxClass: 'reduced-rate',
      options: [],
      variants: [
        {
          taxable: false,
          requiresShipping: false,
          trackStock: false,
          prices: [{ price: eur(500), compareAtPrice: null }],
        },
      ],
    })
    expect(await getProduct('MUG')).toMatchObject({
      handle: 'mug',
      status: 'draft',
      customFields: { material: 'Clay' },
    })
    expect(await getProduct('MUG-2')).toMatchObject({ handle: 'mug-22', status: 'draft' })
    await expectRoundTrip(file, 4)
  })

  it('names the row and column of each error', async () => {
    const header = [
      'ID',
      'Type',
      'SKU',
      'Name',
      'Stock',
      'Regular price',
      'Parent',
      'Attribute 1 name',
      'Attribute 1 value(s)',
    ]
    const file = csv(
      header,
      ['1', 'grouped', 'G', 'Set', '', '', '', '', ''],
      ['2', 'variation', 'V', 'Lost', '', '5', 'NOWHERE', 'Size', 'S'],
      ['3', 'variable', 'C', 'Cap', '', '', '', 'Size', 'S, M'],
      ['4', 'variation', 'C-1', 'Cap – any', 'parent', '5', 'C', 'Size', ''],
      ['5', 'simple', 'B', 'Bag', '', 'cheap', '', '', ''],
      ['6', 'simple', 'N', '', '', '5', '', '', ''],
      ['7', 'variable', 'E', 'Empty', '', '', '', 'Size', 'S'],
      ['8', 'simple', 'OK', 'Fine', '', '5', '', '', ''],
    )
    const { errors, counts } = await importFile(shop, file)
    expect(counts).toMatchObject({ created: 1 })
    expect(errors.map(({ row, column }: { row: number; column: string }) => [row, column]).toSorted()).toEqual([
      [2, 'Type'],
      [3, 'Parent'],
      [5, 'Attribute 1 value(s)'],
      [5, 'Stock'],
      [6, 'Regular price'],
      [7, 'Name'],
      [8, 'Type'],
    ])
    expect(errors.find(({ row }: { row: number }) => row === 2).message).toBe(
      'must be simple, variable or variation, not "grouped"',
    )
  })
})

describe('Medusa', () => {
  it('imports one row per variant', async () => {
    const file = readSample('medusa')
    const report = await importFile(shop, file)
    expect(report).toMatchObject({ errors: [], counts: { created: 2 } })
    expect(report.warnings).toContainEqual({
      column: 'Variant Price North America [USD]',
      message: 'is not supported and is ignored',
    })
    expect(await getProduct('SWEAT-S-BLACK')).toMatchObject({
      handle: 'sweatshirt',
      title: 'Medusa Sweatshirt',
      status: 'active',
      tags: ['warm', 'new in'],
      customFields: { subtitle: 'Cozy', material: 'Cotton' },
      externalId: 'medusa:prod_1',
      options: [
        { name: 'Size', values: ['S', 'M'] },
        { name: 'Color', values: ['Black'] },
      ],
      images: ['front', 'back'].map((side) => ({ url: `https://cdn.example.com/sweatshirt-${side}.png` })),
      variants: [
        {
          barcode: '4006381333931',
          weightGrams: 400,
          trackStock: true,
          inventoryPolicy: 'deny',
          prices: [{ price: eur(2950) }, { price: { amount: 3200, currency: 'USD' } }],
        },
        { weightGrams: 450, inventoryPolicy: 'continue' },
      ],
    })
    expect(await getProduct('CARD')).toMatchObject({
      status: 'draft',
      externalId: 'card-1',
      options: [],
      variants: [{ trackStock: false, prices: [{ price: eur(500) }] }],
    })
    await expectRoundTrip(file, 2)
  })

  it('names the row and column of each error', async () => {
    const header = [
      'Product Handle',
      'Product Title',
      'Product Status',
      'Variant SKU',
      'Variant Price EUR',
      'Product Image 1',
    ]
    const { errors } = await importFile(
      shop,
      csv(header, ['a', 'A', 'sold', 'A-1', '1,5', 'no url'], ['', '', '', 'B-1', '5', '']),
    )
    expect(errors.map(({ row, column }: { row: number; column: string }) => [row, column]).toSorted()).toEqual([
      [2, 'Product Image 1'],
      [2, 'Product Status'],
      [2, 'Variant Price EUR'],
      [3, 'Product Handle'],
    ])
  })
})
