import { describe, expect, it } from 'vitest'
import { ADDRESS, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { openIsolatedShop, openShop } from '../../../test/open-shop.ts'
import { errorOf, importJugs, orderMugs } from '../../../test/sample-orders.ts'

describe('PATCH /v1/orders/:id', () => {
  it('updates details, the search index and the timeline with its actor', async () => {
    const shop = await openCheckoutShop()
    const { id, version, totals } = await orderMugs(shop, 1)
    const shippingAddress = { ...ADDRESS, name: 'Charles Babbage', company: 'Ørsted 100%' }
    const changes = { email: 'charles@example.com', shippingAddress, tags: ['gift'], staffNote: 'Call', note: 'Ring' }
    const response = await shop.api.send('PATCH', `/v1/orders/${id}`, changes, { 'if-match': `"${version}"` })
    expect([response.status, response.body]).toMatchObject([200, { ...changes, totals, version: version + 1 }])
    expect(response.headers.get('etag')).toBe(`"${version + 1}"`)
    const search = async (q: string) => (await shop.api.get(`/v1/orders?q=${encodeURIComponent(q)}`)).body.data
    for (const q of ['babbage', 'charles@', ' MUG ', 'ØRSTED', '100%']) expect(await search(q)).toMatchObject([{ id }])
    // Fewer than three letters begin a word.
    for (const q of ['ba', 'C', 'ex', '@ex']) expect(await search(q)).toMatchObject([{ id }])
    for (const q of ['ab', 'a+', '*', '(']) expect(await search(q)).toEqual([])
    for (const q of ['lovelace', 'b_bbage', 'bab%age', 'babbage\\']) expect(await search(q)).toEqual([])
    const [event] = (await shop.api.get(`/v1/orders/${id}/timeline`)).body.data
    expect([event.type, event.data]).toEqual([
      'order.updated',
      { orderId: id, fields: Object.keys(changes), actor: expect.stringMatching(/^key:key_/) },
    ])
  })

  it('rejects a stale version, an address change after fulfillment, and another workspace', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    const { id, version } = await importJugs(shop.api)
    const stale = await shop.api.send('PATCH', `/v1/orders/${id}`, { tags: ['x'] }, { 'if-match': `"${version - 1}"` })
    expect(errorOf(stale)).toEqual([412, 'precondition_failed'])
    expect(errorOf(await shop.api.patch(`/v1/orders/${id}`, { shippingAddress: ADDRESS }))).toEqual([409, 'conflict'])
    expect((await shop.api.patch(`/v1/orders/${id}`, { staffNote: 'Late' })).status).toBe(200)
    expect((await other.api.patch(`/v1/orders/${id}`, { tags: ['x'] })).status).toBe(404)
    const canceled = await importJugs(shop.api, { fulfilled: false, canceledAt: '2026-01-06T10:00:00.000Z' })
    const note = await shop.api.patch(`/v1/orders/${canceled.id}`, { staffNote: 'Moved away', tags: ['x'] })
    expect([note.status, note.body]).toMatchObject([200, { status: 'canceled', staffNote: 'Moved away', tags: ['x'] }])
    const more = await shop.api.patch(`/v1/orders/${canceled.id}`, { staffNote: 'x', email: 'x@example.com' })
    expect(errorOf(more)).toEqual([409, 'conflict'])
    expect((await other.api.get(`/v1/orders/${id}/timeline`)).status).toBe(404)
  })
})

it('keeps addresses editable while something is left to send', async () => {
  const shop = await openShop()
  const jugs = { title: 'Jug', quantity: 2, unitPrice: { amount: 1500, currency: 'EUR' } }
  // Never sent, so it keeps nothing open.
  const manual = { ...jugs, title: 'Manual (PDF)', requiresShipping: false }
  const { id, items } = await importJugs(shop.api, { fulfilled: false, items: [jugs, manual] })
  const send = () => shop.api.post(`/v1/orders/${id}/fulfillments`, { items: [{ itemId: items[0].id, quantity: 1 }] })
  const move = () => shop.api.patch(`/v1/orders/${id}`, { shippingAddress: ADDRESS })
  expect([(await send()).status, (await move()).status]).toEqual([201, 200])
  expect([(await send()).status, errorOf(await move())]).toEqual([201, [409, 'conflict']])
  const email = await shop.api.patch(`/v1/orders/${id}`, { email: 'new@example.com' })
  expect([email.status, email.body.email]).toEqual([200, 'new@example.com'])
})

describe('POST /v1/orders/:id/comments', () => {
  it('adds a comment of staff to the timeline, and an erasure empties it', async () => {
    const shop = await openIsolatedShop()
    const other = await openShop(shop.server)
    const payments = [{ kind: 'external', amount: { amount: 3000, currency: 'EUR' }, status: 'paid' }]
    const { id, customerId } = await importJugs(shop.api, { payments })
    const path = `/v1/orders/${id}/comments`
    const { status, body } = await shop.api.post(path, { text: 'Grace called' })
    const comment = { orderId: id, staffNote: 'Grace called', actor: expect.stringMatching(/^key:/) }
    expect([status, body.type, body.data]).toEqual([201, 'order.commented', comment])
    const newest = async () => (await shop.api.get(`/v1/orders/${id}/timeline?limit=1`)).body.data[0]
    expect(await newest()).toEqual(body)
    expect(errorOf(await shop.api.post(path, { text: ' ' }))[0]).toBe(400)
    expect((await shop.api.post(path, { text: 'Card 4242 4242 4242 4242' })).status).not.toBe(201)
    expect((await other.api.post(path, { text: 'x' })).status).toBe(404)
    await shop.server.startWorker()
    expect((await shop.api.post(`/v1/customers/${customerId}/erasure`)).status).toBe(202)
    await expect.poll(async () => (await newest()).data.staffNote, { timeout: 30_000 }).toBeNull()
    const { data } = (await shop.api.get('/v1/events?type=order.commented')).body
    expect(data.map((event: { data: object }) => event.data)).toEqual([{ ...comment, staffNote: null }])
  })
})

describe('GET /v1/orders/export', () => {
  it('exports what the list shows, one row per item, without formulas', async () => {
    const shop = await openShop()
    const item = { title: '=cmd()', sku: 'A-1', quantity: 2, unitPrice: { amount: 1050, currency: 'EUR' } }
    const cup = { title: 'Cup, blue', quantity: 1, unitPrice: { amount: 5, currency: 'EUR' } }
    const order = await importJugs(shop.api, { items: [item, cup], tags: ['gift'], shippingAddress: ADDRESS })
    await importJugs(shop.api, { email: 'other@example.com' })
    const { status, headers, body } = await shop.api.get('/v1/orders/export?q=grace')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const [head, first, second, ...others] = String(body).trimEnd().split('\r\n')
    expect(head).toMatch(/^Name,Email,Placed at,Status,Payment status,Fulfillment status,Currency,Subtotal,/)
    expect(first).toMatch(new RegExp(`^#${order.number},grace@example.com,.*,EUR,21.05,.*,2,'=cmd\\(\\),A-1,10.50,`))
    expect(second).toMatch(new RegExp(`^#${order.number},,.*,1,"Cup, blue",,0.05,`))
    expect(others).toEqual([])
  })
})

describe('GET /v1/orders/:id/timeline', () => {
  it('lists the events of this order only, newest first, with pagination', async () => {
    const shop = await openShop()
    const [order, other] = [await importJugs(shop.api), await importJugs(shop.api)]
    for (const staffNote of ['One', 'Two']) await shop.api.patch(`/v1/orders/${order.id}`, { staffNote })
    await shop.api.patch(`/v1/orders/${other.id}`, { staffNote: 'Other' })
    const path = `/v1/orders/${order.id}/timeline?limit=2`
    const first = (await shop.api.get(path)).body
    const second = (await shop.api.get(`${path}&cursor=${first.nextCursor}`)).body
    expect([...first.data, ...second.data].map(({ type }) => type)).toEqual([
      'order.updated',
      'order.updated',
      'order.imported',
    ])
    expect(second.nextCursor).toBeNull()
  })
})

describe('GET /v1/orders?sort', () => {
  const priced = (amount: number) => [{ title: 'Jug', quantity: 1, unitPrice: { amount, currency: 'EUR' } }]

  it('sorts by time and total, across pages, with filters', async () => {
    const shop = await openShop()
    const orders = [
      await importJugs(shop.api, { placedAt: '2026-01-03T10:00:00.000Z', items: priced(500) }),
      await importJugs(shop.api, { placedAt: '2026-01-01T10:00:00.000Z', items: priced(700) }),
      await importJugs(shop.api, { placedAt: '2026-01-02T10:00:00.000Z', items: priced(500), tags: ['gift'] }),
    ]
    const names = new Map(orders.map(({ id }, index) => [id, 'abc'[index]]))
    const sorted = async (sort: string, filter = '') => {
      let [found, cursor] = ['', '']
      do {
        const { body } = await shop.api.get(`/v1/orders?limit=1&sort=${sort}${filter}${cursor && `&cursor=${cursor}`}`)
        for (const { id } of body.data) found += names.get(id)
        cursor = body.nextCursor ?? ''
      } while (cursor)
      return found
    }
    expect(await Promise.all(['newest', 'oldest', '-total', 'total'].map((sort) => sorted(sort)))).toEqual([
      'acb',
      'bca',
      'bca',
      'acb',
    ])
    expect(await sorted('total', '&tag=gift')).toBe('c')
    // Few match: they are looked up first, and then sorted.
    expect(
      await Promise.all([
        sorted('-total', '&source=import'),
        sorted('newest', '&q=grace'),
        sorted('oldest', '&q=jug&status=open'),
        sorted('total', '&source=staff'),
      ]),
    ).toEqual(['bca', 'acb', 'bca', ''])
    const wrong = Buffer.from(`${orders[0].id} nonsense`).toString('base64url')
    for (const sort of ['oldest', 'total']) {
      expect((await shop.api.get(`/v1/orders?sort=${sort}&cursor=${wrong}`)).status).toBe(400)
    }
    expect((await shop.api.get('/v1/orders?sort=total&updatedFrom=2026-01-01T00:00:00.000Z')).status).toBe(400)
  })
})
