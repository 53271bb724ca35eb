import { expect, it } from 'vitest'
import { openIsolatedCartShop } from '../../../test/cart-shop.ts'
import { openExtraServers } from '../../../test/extra-servers.ts'

/** Visitors must send keys that are hard to guess. */
const keyed = (key: string) => ({ 'idempotency-key': `0f8fad5b-d9cb-469f-a165-${key}` })
const many = <Result>(length: number, work: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length }, (_, n) => work(n)))

it('applies concurrent retries on three servers once per key', async () => {
  const shop = await openIsolatedCartShop()
  const sellers = await openExtraServers(shop, 3)
  const created = await many(30, (n) => (sellers[n % 3] ?? sellers[0]).post('/v1/carts', {}, keyed('new')))
  expect(new Set(created.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  const path = `/v1/carts/${created[0]?.body.id}`
  // Ten keys, each sent six times, while other requests add without a key.
  const responses = await many(90, (n) => {
    const headers = n < 60 ? keyed(`k${n % 10}`) : {}
    return (sellers[n % 3] ?? sellers[0]).post(`${path}/items`, { sku: 'SHIRT-S' }, headers)
  })
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  for (let key = 0; key < 10; key++) {
    const same = responses.filter((_, n) => n < 60 && n % 10 === key)
    expect(new Set(same.map(({ body }) => body.version)).size).toBe(1)
  }
  expect((await shop.storefront.get(path)).body).toMatchObject({ version: 41, items: [{ quantity: 40 }] })
})
