import { expect, it } from 'vitest'
import { createReadyCart, openCheckoutShop } from '../../../../test/checkout-shop.ts'
import { placeOrder } from '../../../../test/placed-order.ts'
import { createProgram, grantPoints } from '../../../../test/sample-points.ts'

/** A job writes the confirmation at any time. */
const withoutEmails = (entries: { kind: string }[]) => entries.filter(({ kind }) => kind !== 'email')

it('lists orders, carts, points, tickets, consents and notes newest first, in pages, for this customer only', async () => {
  const shop = await openCheckoutShop()
  await createProgram(shop)
  const order = await placeOrder(shop)
  const path = `/v1/customers/${order.customerId}`
  await grantPoints(shop, order.customerId, 50)
  await shop.api.post(`${path}/consents`, { channel: 'email', state: 'subscribed', source: 'checkout' })
  await shop.api.post(`${path}/notes`, { body: 'Calls on Mondays' })
  const { body: ticket } = await shop.api.post('/v1/tickets', { subject: 'A chip', customerId: order.customerId })
  const cart = await createReadyCart(shop)
  await createReadyCart(shop, { email: 'somebody-else@example.com' })

  const all = (await shop.api.get(`${path}/timeline?limit=100`)).body
  expect(withoutEmails(all.data)).toMatchObject([
    { kind: 'cart', cartId: cart.id, status: 'open', items: 1 },
    { kind: 'ticket', ticketId: ticket.id, number: 1001, subject: 'A chip', status: 'open' },
    { kind: 'note', body: 'Calls on Mondays' },
    { kind: 'consent', channel: 'email', state: 'subscribed' },
    { kind: 'points', change: 50, balanceAfter: 50, reason: 'A gift' },
    { kind: 'order', orderId: order.id, number: order.number, total: order.totals.total, at: order.placedAt },
  ])
  expect(all.nextCursor).toBeNull()

  const paged: { kind: string }[] = []
  let cursor = ''
  do {
    const { data, nextCursor } = (await shop.api.get(`${path}/timeline?limit=2${cursor}`)).body
    paged.push(...data)
    cursor = nextCursor && `&cursor=${nextCursor}`
  } while (cursor)
  expect(withoutEmails(paged)).toEqual(withoutEmails(all.data))
  const invalid = await shop.api.get(
    `${path}/timeline?cursor=${Buffer.from('2026-02-30T10:00:00.000Z x').toString('base64url')}`,
  )
  expect(invalid.status).toBe(400)
  expect((await shop.sandbox.get(`${path}/timeline`)).status).toBe(404)
})
