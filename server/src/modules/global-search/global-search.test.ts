import { beforeAll, expect, it } from 'vitest'
import { addSimpleProduct } from '../../../test/cart-shop.ts'
import { type CheckoutShop, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { importJugs } from '../../../test/sample-orders.ts'

let shop: CheckoutShop
let order: { id: string; number: number }

async function search(q: string, api = shop.api) {
  const { status, body } = await api.get(`/v1/search?q=${encodeURIComponent(q)}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data as { type: string; id: string; title: string; subtitle: string | null; match: string }[]
}
const found = async (q: string) => (await search(q)).map(({ type, title, match }) => `${type} ${title} ${match}`)

beforeAll(async () => {
  shop = await openCheckoutShop()
  order = await importJugs(shop.api, { email: 'emile@example.com' })
  await shop.api.post('/v1/customers', { name: 'Émile Laurent', emails: [{ address: 'laurent@example.com' }] })
  await shop.api.post('/v1/customers', { name: 'Laurentius Mayer' })
  await addSimpleProduct(shop, { title: 'Laurel wreath', sku: 'WRE-12', price: 2900 })
  await shop.api.post('/v1/tickets', {
    subject: 'My wreath is late',
    requester: { name: 'Émile Laurent', email: 'laurent@example.com' },
    message: { text: 'Where is it?' },
  })
})

it('finds an order and a ticket by number, with and without #, before anything else', async () => {
  const { data } = (await shop.api.get('/v1/tickets')).body
  for (const q of [`#${order.number}`, String(order.number)]) {
    expect((await search(q))[0]).toMatchObject({ match: 'exact' })
    expect((await search(q)).filter(({ match }) => match === 'exact').map(({ type }) => type)).toContain('order')
  }
  expect((await search(`#${data[0].number}`)).map(({ id }) => id)).toContain(data[0].id)
  expect(await search('#9')).toEqual([])
})

it.for([
  ['wre-12-one', ['product Laurel wreath exact']],
  ['WRE-1', ['product Laurel wreath prefix']],
  ['emile laurent', ['customer Émile Laurent exact', 'ticket My wreath is late other']],
  ['laurentius mayer', ['customer Laurentius Mayer exact']],
  ['nothing like it', []],
] as const)('ranks what it finds for “%s”', async ([q, expected]) => {
  expect(await found(q)).toEqual(expected)
})

it('prefers a prefix to other matches, and newer ones among equals', async () => {
  const results = await search('laurent')
  expect(results.map(({ match }) => match)).toEqual(
    results
      .map(({ match }) => match)
      .toSorted()
      .toReversed(),
  )
  expect(results.map(({ title }) => title)).toContain('Laurentius Mayer')
})

it('looks for orders and customers only by what their index finds', async () => {
  await shop.api.post('/v1/customers', { name: 'Bo Xi --- x' })
  expect(await found('bo xi')).toEqual(['customer Bo Xi --- x prefix'])
  for (const q of ['bo', '---']) expect(await found(q)).toEqual([])
})

it('stays in its environment, and takes what people type', async () => {
  expect(await search('laurent', shop.sandbox)).toEqual([])
  for (const q of ['%', '_', "'", '*', 'a', '\\', '(', '#', '#0', '99999999999']) await search(q)
  expect((await shop.api.get('/v1/search?q=')).status).toBe(400)
})
