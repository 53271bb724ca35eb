import { expect, it } from 'vitest'
import { checkOut, createReadyCart, openCheckoutShop } from '../../../test/checkout-shop.ts'
import type { Shop } from '../../../test/open-shop.ts'
import { readPdfStrings, readPdfText } from '../../../test/read-pdf.ts'
import { errorOf, importJugs, orderMugs } from '../../../test/sample-orders.ts'

async function readDocument({ server, liveKey }: Shop, path: string) {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${liveKey}` } })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return { text: readPdfText(bytes), bytes, fileName: response.headers.get('content-disposition') }
}

const EUR = (amount: number) => ({ amount, currency: 'EUR' })
const ADDRESS = {
  name: 'Jürgen Łukasiewicz',
  company: 'Ωμέγα & Söhne',
  line1: 'Bäckerstraße 5',
  postalCode: '1010',
  city: 'Wien',
  country: 'AT',
}

it('prints an invoice with exactly the amounts of the order, and a packing slip without any', async () => {
  const shop = await openCheckoutShop()
  const policy = { title: 'Legal notice', body: 'Hazel GmbH, **ATU12345678**' }
  expect((await shop.api.send('PUT', '/v1/policies/legal_notice', policy)).status).toBe(200)
  const order = await importJugs(shop.api, {
    fulfilled: false,
    items: [
      { title: 'Krug „Größe“', sku: 'JUG', quantity: 3, unitPrice: EUR(123_456), discount: EUR(1), tax: EUR(61_728) },
      { title: 'Gutschein', quantity: 1, unitPrice: EUR(1000), requiresShipping: false },
    ],
    shipping: { title: 'Post', amount: EUR(590), tax: EUR(98) },
    payments: [{ kind: 'external', amount: EUR(1000), status: 'paid', refunded: EUR(250) }],
    shippingAddress: ADDRESS,
    billingAddress: ADDRESS,
    note: 'Bitte läuten',
  })
  const { text, bytes, fileName } = await readDocument(shop, `/v1/orders/${order.id}/invoice.pdf`)
  expect(fileName).toBe(`inline; filename="invoice-${order.number}.pdf"`)
  const lines = text.split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      `Invoice #${order.number}`,
      ...['Jürgen Łukasiewicz', 'Ωμέγα & Söhne', 'Bäckerstraße 5', '1010 Wien', 'Austria', 'grace@example.com'],
      ...['Krug „Größe“', 'SKU JUG', '3', '€1,234.56', '−€0.01', '€617.28', '€3,703.67'],
      ...['Subtotal', 'Shipping (Post)', '€5.90', 'Total', 'Refunded', '−€2.50', 'Amount due'],
      'Hazel GmbH, ATU12345678',
    ]),
  )
  const format = (amount: number) =>
    `€${new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(amount / 100)}`
  const { totals } = order
  for (const { amount } of [totals.subtotal, totals.tax, totals.total, totals.due]) {
    expect(lines).toContain(format(amount))
  }
  expect(lines[lines.indexOf('Includes tax') + 1]).toBe(format(totals.tax.amount))
  // Only the glyphs in use are embedded.
  expect(bytes.length).toBeLessThan(80_000)

  const slip = await readDocument(shop, `/v1/orders/${order.id}/packing-slip.pdf`)
  expect(slip.text).toContain('Packing slip')
  expect(slip.text).toContain('3 of 3')
  expect(slip.text).toContain('Note: Bitte läuten')
  expect(slip.text).not.toMatch(/€|Gutschein/)

  const items = [{ itemId: order.items[0].id, quantity: 2 }]
  expect((await shop.api.post(`/v1/orders/${order.id}/fulfillments`, { items })).status).toBe(201)
  expect((await readDocument(shop, `/v1/orders/${order.id}/packing-slip.pdf`)).text).toContain('1 of 3')
})

it('prints many items on several pages, and no drafts', async () => {
  const shop = await openCheckoutShop()
  const items = Array.from({ length: 60 }, (_, index) => ({
    title: `Item ${index + 1} ${'with a long name '.repeat(3)}`,
    quantity: 1,
    unitPrice: EUR(100),
  }))
  const { id } = await importJugs(shop.api, { items })
  const { text } = await readDocument(shop, `/v1/orders/${id}/invoice.pdf`)
  expect(text.match(/^Quantity$/gm)?.length).toBeGreaterThan(1)
  for (const index of [1, 30, 60]) expect(text).toMatch(new RegExp(`^Item ${index} `, 'm'))
  const { body: draft } = await shop.api.post('/v1/orders', {
    kind: 'draft',
    items: [{ title: 'Work', unitPrice: EUR(900), quantity: 1 }],
  })
  for (const name of ['invoice', 'packing-slip']) {
    expect(errorOf(await shop.api.get(`/v1/orders/${draft.id}/${name}.pdf`))).toEqual([409, 'conflict'])
  }
})

it('leaves out properties that are the shop’s own, and cuts long ones', async () => {
  const shop = await openCheckoutShop()
  const properties = { Engraving: 'Ada '.repeat(125), _bin: 'B7' }
  const cart = await createReadyCart(shop, { items: [{ variantId: shop.mug, quantity: 1, properties }] })
  const { id } = (await checkOut(shop, cart.id)).body.order
  for (const name of ['invoice', 'packing-slip']) {
    const { text } = await readDocument(shop, `/v1/orders/${id}/${name}.pdf`)
    expect(text).toMatch(/Engraving: Ada[^_]+… · SKU/)
    expect(text).not.toMatch(/_bin|B7/)
    expect(text.match(/Ada /g)?.length).toBeLessThan(80)
  }
})

it('starts each row below the amounts of the previous one', async () => {
  const shop = await openCheckoutShop()
  const items = [
    { title: 'Ship', quantity: 1, unitPrice: EUR(9_007_199_254_700) },
    { title: 'Buoy', quantity: 1, unitPrice: EUR(100) },
  ]
  const { id } = await importJugs(shop.api, { items })
  const strings = readPdfStrings((await readDocument(shop, `/v1/orders/${id}/invoice.pdf`)).bytes)
  const [ship, buoy] = ['Ship', 'Buoy'].map((title) => strings.findIndex(({ text }) => text === title))
  const amounts = strings.slice(ship, buoy)
  expect(new Set(amounts.map(({ y }) => y)).size).toBeGreaterThan(1)
  expect(strings[buoy ?? 0]?.y).toBeLessThan(Math.min(...amounts.map(({ y }) => y)))
})

it('names each tax rate of an order with its amount', async () => {
  const shop = await openCheckoutShop()
  const rates = [{ class: 'standard', name: 'VAT', percentage: 20 }]
  const region = await shop.api.post('/v1/taxes/regions', { area: { country: 'AT' }, rates })
  expect(region.status).toBe(201)
  const order = await orderMugs(shop, 2)
  const lines = (await readDocument(shop, `/v1/orders/${order.id}/invoice.pdf`)).text.split('\n')
  for (const { name, percentage, amount } of order.taxes) {
    const at = lines.indexOf(`${order.totals.taxIncluded ? 'Includes ' : ''}${name} ${percentage}%`)
    expect(lines[at + 1]).toBe(`€${(amount.amount / 100).toFixed(2)}`)
  }
  expect(order.taxes.length).toBeGreaterThan(0)
})
