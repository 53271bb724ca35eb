import { expect, it } from 'vitest'
import { openIsolatedShop, openShop, type Shop } from '../../../../test/open-shop.ts'
import { importFile } from '../../../../test/product-files.ts'
import { eur, SHIRT } from '../../../../test/sample-products.ts'
import type { NewProduct } from '../schemas.ts'

const money = (amount: number, currency: string) => ({ amount, currency })
const minimal = { prices: [{ price: eur(1) }] }

/** Texts that commonly break spreadsheets, parsers and escaping. */
const TEXTS = [
  'He said "no"',
  '"',
  '""',
  'comma, and; semicolon',
  'two\nlines',
  'two\r\nlines',
  'an old\rMac',
  '\n',
  ' spaces around ',
  '\ttab',
  '=1+1',
  '+49 30 1234',
  '-20 %',
  "'-20 %",
  "''=x",
  "'tis",
  '@home',
  '👩‍👩‍👧 family 🎉',
  'Ünïcödé ﷽ 漢字 עברית',
  '\ufeffmark',
  '\ufffd',
  'x'.repeat(255),
  'TRUE',
  '007',
  '1.10',
  'null',
  'Default Title',
  '<p>Bold &amp; <b>"quoted"</b></p>',
]

function sampleProducts(): NewProduct[] {
  const unusual = TEXTS.map((text, n): NewProduct => {
    // Titles and names need a visible character.
    const title = /\S/.test(text) ? text : `${text}.`
    const short = title.slice(0, 50)
    const name = short.replaceAll(':', ';')
    const second = `${name.slice(0, 48)}2`
    return {
      title,
      handle: `odd-${n}`,
      description: `${text}\n\n- ${text}`,
      vendor: text.slice(0, 100),
      type: text.slice(0, 100),
      category: text,
      tags: [`${text.slice(0, 90)}`, 'plain', `a, ${text.slice(0, 90)}`],
      seo: { title: text, description: text },
      customFields: { text, list: [1, -0, 1.5e-7, null, { deep: [text] }], 'a.b-c': true },
      externalId: text,
      options: [
        { name, values: ['unused', short, `${short}!`] },
        { name: second, values: [short] },
      ],
      variants: [`${short}!`, short].map((value) => ({
        options: { [name]: value, [second]: short },
        sku: text.slice(0, 100),
        barcode: text.slice(0, 100),
        externalId: text,
        taxable: value === short,
        imageUrl: value === short ? `https://cdn.example.com/${n}.jpg` : null,
        prices: [{ price: eur(n), compareAtPrice: eur(n + 1) }],
      })),
      images: [{ url: `https://cdn.example.com/${n}.jpg`, alt: text }],
    }
  })
  const currencies = ['EUR', 'USD', 'JPY', 'KWD', 'ISK', 'TND'].map(
    (currency, n): NewProduct => ({
      title: `In ${currency}`,
      variants: [
        {
          prices: [
            { price: money(1, currency), compareAtPrice: money(1999, currency) },
            ...(currency === 'CHF' ? [] : [{ price: money(Number.MAX_SAFE_INTEGER - n, 'CHF') }]),
          ],
          cost: money(1234, currency),
        },
      ],
    }),
  )
  const statuses = (['draft', 'active', 'archived'] as const).map(
    (status): NewProduct => ({
      title: `Is ${status}`,
      status,
      taxClass: status === 'draft' ? 'none' : `${status}-goods`,
      giftCard: status === 'active',
      publishAt: '2030-01-01T00:00:00.123Z',
      unpublishAt: '2031-01-01T02:00:00+02:00',
      variants: [
        {
          ...minimal,
          trackStock: status === 'active',
          inventoryPolicy: status === 'draft' ? 'deny' : 'continue',
          requiresShipping: status === 'active',
          weightGrams: status === 'draft' ? 0 : 250,
        },
      ],
    }),
  )
  const five = ['A', 'B', 'C', 'D', 'E']
  const shapes: NewProduct[] = [
    SHIRT,
    { title: 'Nothing but a price', variants: [minimal] },
    {
      title: 'Empty texts',
      seo: { title: '', description: '' },
      externalId: '',
      variants: [{ ...minimal, sku: '', barcode: '', externalId: '' }],
    },
    {
      title: 'Really titled',
      options: [{ name: 'Title', values: ['Default Title'] }],
      variants: [{ ...minimal, options: { Title: 'Default Title' } }],
    },
    {
      title: 'Titled twice',
      options: [{ name: 'Title', values: ['Default Title', 'Other'] }],
      variants: ['Other', 'Default Title'].map((value) => ({ ...minimal, options: { Title: value } })),
    },
    {
      title: 'Five options',
      options: five.map((name) => ({ name, values: ['1', '2'] })),
      variants: ['1', '2'].map((value) => ({
        ...minimal,
        options: Object.fromEntries(five.map((name) => [name, value])),
      })),
    },
    {
      title: 'More images than variants',
      variants: [minimal],
      images: Array.from({ length: 12 }, (_, n) => ({
        url: `https://cdn.example.com/${n}.jpg`,
        alt: n % 2 ? '' : `No. ${n}`,
      })),
    },
    {
      title: 'One image twice',
      variants: [minimal],
      images: Array(3).fill({ url: 'https://cdn.example.com/same.jpg', alt: 'same' }),
    },
    {
      title: 'One SKU for all',
      options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
      variants: ['L', 'S', 'M'].map((value) => ({ ...minimal, sku: 'SAME', options: { Size: value } })),
    },
    { title: 'Sold abroad only', variants: [{ prices: [{ price: money(500, 'USD') }] }] },
    { title: '漢字', variants: [minimal] },
    { title: '!!!', variants: [minimal] },
    {
      title: 'Many',
      options: [{ name: 'N', values: Array.from({ length: 120 }, (_, n) => `n${n}`) }],
      variants: Array.from({ length: 120 }, (_, n) => ({ ...minimal, options: { N: `n${n}` }, sku: `N-${n}` })),
    },
    ...Array.from(
      { length: 10 },
      (_, n): NewProduct => ({ title: 'The same title', tags: [], variants: [{ prices: [{ price: eur(n) }] }] }),
    ),
  ]
  return [...unusual, ...currencies, ...statuses, ...shapes]
}

async function readAll(shop: Shop, caller = shop.api) {
  const all: { id: string; handle: string }[] = []
  let cursor = ''
  do {
    const { body } = await caller.get(`/v1/catalog/products?limit=100${cursor && `&cursor=${cursor}`}`)
    all.push(...body.data)
    cursor = body.nextCursor ?? ''
  } while (cursor)
  return all
}
const exportAll = async (shop: Shop): Promise<string> => (await shop.api.get('/v1/catalog/export')).body
const countEvents = async (shop: Shop) =>
  (await shop.server.db.pool.query('select count(*)::int from events')).rows[0].count

it('importing an exported file changes nothing, and recreates the same catalog in another environment', async () => {
  const shop = await openIsolatedShop()
  await shop.server.startWorker()
  const products = sampleProducts()
  expect(products.length).toBeGreaterThanOrEqual(60)
  for (const product of products) {
    const { status, body } = await shop.api.post('/v1/catalog/products', product)
    expect([product.title, status, body.error]).toEqual([product.title, 201, undefined])
  }
  const [before, events, file] = [await readAll(shop), await countEvents(shop), await exportAll(shop)]

  const report = await importFile(shop, file)
  expect(report.errors).toEqual([])
  expect(report).toMatchObject({
    status: 'completed',
    warnings: [],
    counts: { created: 0, updated: 0, unchanged: products.length, failed: 0 },
  })
  expect(await readAll(shop)).toEqual(before)
  expect(await countEvents(shop)).toBe(events)
  expect(await exportAll(shop)).toBe(file)

  const other = await openShop(shop.server)
  expect(await importFile(other, file, '?onError=abort')).toMatchObject({ counts: { created: products.length } })
  expect((await exportAll(other)).split('\r\n')).toEqual(file.split('\r\n'))
})
