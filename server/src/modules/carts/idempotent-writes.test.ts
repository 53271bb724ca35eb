import { describe, expect, it } from 'vitest'
import { openCart, openCartShop, openIsolatedCartShop } from '../../../test/cart-shop.ts'
import { TEN_PERCENT } from '../../../test/sample-promotions.ts'

/** Visitors must send keys that are hard to guess. */
const keyed = (key: string) => ({ 'idempotency-key': `0f8fad5b-d9cb-469f-a165-${key}` })
const many = <Result>(length: number, work: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length }, (_, n) => work(n)))

describe('retrying a cart change', () => {
  it('applies it once and replays the first response', async () => {
    const shop = await openCartShop()
    const create = () => shop.storefront.post('/v1/carts', { items: [{ sku: 'SHIRT-S' }] }, keyed('new'))
    const [created, again] = [await create(), await create()]
    expect([created.status, again.status, again.body]).toEqual([201, 201, created.body])
    const path = `/v1/carts/${created.body.id}`
    const add = () => shop.storefront.post(`${path}/items`, { sku: 'SHIRT-S', quantity: 2 }, keyed('add'))
    const [first, second] = [await add(), await add()]
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
    for (const name of ['etag', 'content-type']) expect(second.headers.get(name)).toBe(first.headers.get(name))
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    expect((await shop.storefront.get(path)).body).toMatchObject({ version: 2, items: [{ quantity: 3 }] })
    const other = await shop.storefront.post(`${path}/items`, { sku: 'SHIRT-M' }, keyed('add'))
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused'])
  })

  it('recognizes the request with fields in another order, but not with an extra field, even if null', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop)
    const add = (body: object) => shop.storefront.post(`/v1/carts/${id}/items`, body, keyed('add'))
    const first = await add({ items: [{ sku: 'SHIRT-S', quantity: 2, properties: { text: 'A', color: 'red' } }] })
    const second = await add({ items: [{ properties: { color: 'red', text: 'A' }, quantity: 2, sku: 'SHIRT-S' }] })
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(second.body).toEqual(first.body)
    const create = (body: object) => shop.storefront.post('/v1/carts', body, keyed('new'))
    expect([(await create({ note: null })).status, (await create({})).status]).toEqual([201, 422])
  })

  it('replays a rejection even if the request would succeed now', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop)
    const add = (key: string) =>
      shop.storefront.post(`/v1/carts/${id}/items`, { variantId: shop.small, quantity: 9000 }, keyed(key))
    expect((await add('one')).status).toBe(200)
    const first = await add('two')
    expect([first.status, first.body.error.code]).toEqual([422, 'cart_full'])
    const { body: cart } = await shop.storefront.get(`/v1/carts/${id}`)
    await shop.storefront.send('DELETE', `/v1/carts/${id}/items/${cart.items[0].id}`)
    const second = await add('two')
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([422, 'true'])
    expect(second.body.error.requestId).toBe(second.headers.get('x-request-id'))
    // Validation errors are stored too, as a different request.
    const unreadable = await shop.storefront.post(`/v1/carts/${id}/items`, {}, keyed('one'))
    expect([unreadable.status, unreadable.body.error.code]).toEqual([422, 'idempotency_key_reused'])
  })

  it('treats the request as new after a day', async () => {
    let now = new Date('2026-11-15T12:00:00Z')
    const shop = await openIsolatedCartShop({ clock: () => now })
    const { id } = await openCart(shop)
    const add = async () =>
      (await shop.storefront.post(`/v1/carts/${id}/items`, { sku: 'SHIRT-S' }, keyed('add'))).body.items[0].quantity
    expect([await add(), await add()]).toEqual([1, 1])
    now = new Date('2026-11-16T12:00:01Z')
    expect([await add(), await add()]).toEqual([2, 2])
  })

  it('treats the request as different with another If-Match', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop, { items: [{ sku: 'SHIRT-S' }] })
    await shop.storefront.patch(`/v1/carts/${id}`, { note: 'x' })
    const add = (ifMatch: string) =>
      shop.storefront.post(`/v1/carts/${id}/items`, { sku: 'SHIRT-S' }, { ...keyed('k'), 'if-match': ifMatch })
    const codes = [await add('"1"'), await add('"1"'), await add('"2"')].map(({ body }) => body.error?.code)
    expect(codes).toEqual(['precondition_failed', 'precondition_failed', 'idempotency_key_reused'])
  })

  it('returns 409 while another request holds the key, and takes over when that claim expires', async () => {
    let now = new Date('2026-11-15T12:00:00Z')
    const shop = await openIsolatedCartShop({ clock: () => now })
    const path = `/v1/carts/${(await openCart(shop)).id}`
    const add = (sku = 'SHIRT-S') => shop.api.post(`${path}/items`, { sku }, { 'idempotency-key': 'add' })
    await shop.server.db.pool.query(
      "insert into idempotency_keys (environment_id, key, fingerprint, headers, body, created_at, claimed_until) values ($1, 'add', '', '{}', '', $2, $3)",
      [shop.live.environmentId, now, new Date('2026-11-15T12:00:20Z')],
    )
    const early = await add()
    expect([early.status, early.body.error.code]).toEqual([409, 'idempotency_key_in_use'])
    expect((await shop.api.get(path)).body.version).toBe(1)
    now = new Date('2026-11-15T12:00:20Z')
    const [first, second, other] = [await add(), await add(), await add('SHIRT-M')]
    expect([first, second, other].map(({ status }) => status)).toEqual([200, 200, 422])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  it('keeps requests apart that use the same key', async () => {
    const shop = await openCartShop()
    await many(20, async (n) => {
      const responses = await Promise.all([
        shop.api.post('/v1/carts', {}, keyed(`${n}`)),
        shop.api.post('/v1/promotions', TEN_PERCENT, keyed(`${n}`)),
      ])
      const outcomes = responses.map(({ status, body }) => body.error?.code ?? status)
      expect(outcomes.filter((one) => one === 201)).toHaveLength(1)
      expect(['idempotency_key_reused', 'idempotency_key_in_use']).toContain(outcomes.find((one) => one !== 201))
    })
  })
})
