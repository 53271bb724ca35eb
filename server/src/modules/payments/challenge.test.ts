import { describe, expect, it, vi } from 'vitest'
import { createReadyCart, openCheckoutShop } from '../../../test/checkout-shop.ts'

const RETURN_URL = 'https://shop.example.com/thanks?from=bank'

type Shop = Awaited<ReturnType<typeof openCheckoutShop>>

async function payAt(shop: Shop, more: object = {}) {
  const cart = await createReadyCart(shop)
  const body = { cartId: cart.id, paymentMethod: 'pm_card_3ds', ...more }
  const { status, body: checkout } = await shop.storefront.post('/v1/checkout/card', body)
  expect([status, checkout.status, checkout.order]).toEqual([201, 'requires_action', null])
  const { pathname, search } = new URL(checkout.payment.nextAction.url)
  return { id: checkout.id as string, page: `${shop.server.url}${pathname}${search}` }
}

const submit = (page: string, answer: string) =>
  fetch(page, { method: 'POST', body: new URLSearchParams({ answer }), redirect: 'manual' })

const statusOf = async (shop: Shop, id: string) =>
  (await shop.storefront.post(`/v1/checkout/${id}/retrieve`)).body.status

const levelOf = async (shop: Shop) => {
  const [{ onHand, reserved }] = (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data
  return { onHand, reserved }
}

const waitForStatus = (shop: Shop, id: string, status: string) =>
  vi.waitFor(async () => expect(await statusOf(shop, id)).toBe(status), { timeout: 120_000, interval: 50 })

describe('simulated bank page', () => {
  it('shows the payment without scripts, and places the order on approval even if the buyer never returns', async () => {
    const shop = await openCheckoutShop({ onHand: 5, isolated: true })
    await shop.api.patch('/v1/workspace', { name: 'Mugs & <b>more</b>' })
    const { id, page } = await payAt(shop, { returnUrl: RETURN_URL })
    const response = await fetch(page)
    const html = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(html).toContain('29.89 EUR')
    expect(html).toContain('Mugs &amp; &lt;b&gt;more&lt;/b&gt;')
    expect(html).toContain('No real money moves')
    expect(html).not.toContain('<script')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(policy).toContain("form-action 'self' https://shop.example.com;")

    const approved = await submit(page, 'approve')
    expect([approved.status, approved.headers.get('location')]).toEqual([303, RETURN_URL])
    expect(await levelOf(shop)).toEqual({ onHand: 5, reserved: 1 })
    await shop.server.startWorker()
    await waitForStatus(shop, id, 'completed')

    for (const again of ['approve', 'decline']) expect((await submit(page, again)).status).toBe(303)
    expect(await (await fetch(page)).text()).toContain('Payment approved')
    expect(await statusOf(shop, id)).toBe('completed')
    expect((await shop.api.get('/v1/orders')).body.data).toHaveLength(1)
    const events = (await shop.api.get('/v1/events?type=payment.updated')).body.data
    expect(events).toHaveLength(1)
    expect(await levelOf(shop)).toEqual({ onHand: 4, reserved: 0 })
  })

  it('declines the payment and releases the stock when the buyer declines', async () => {
    const shop = await openCheckoutShop({ onHand: 1, isolated: true })
    const { id, page } = await payAt(shop)
    const rejected = await submit(page, 'decline')
    expect([rejected.status, await rejected.text()]).toEqual([200, expect.stringContaining('You can close this page')])
    await shop.server.startWorker()
    await waitForStatus(shop, id, 'declined')
    expect(await levelOf(shop)).toEqual({ onHand: 1, reserved: 0 })
    await submit(page, 'approve')
    expect(await statusOf(shop, id)).toBe('declined')
    expect((await shop.api.get('/v1/orders')).body.data).toEqual([])
  })

  it('opens only with its own signed URL, and accepts only approve or decline', async () => {
    const [shop, other] = [await openCheckoutShop(), await openCheckoutShop()]
    const [own, foreign] = [await payAt(shop), await payAt(other)]
    const token = new URL(own.page).searchParams.get('token') ?? ''
    const [, secret] = token.split('.')
    const bare = foreign.page.split('?')[0]
    const wrong = [
      '',
      '?token=',
      `?token=${token}`,
      `?token=${other.live.environmentId}.${secret}`,
      `?token=${token}&token=${token}`,
      `?token=${'x'.repeat(2000)}`,
    ]
    for (const query of wrong) {
      expect([query, (await fetch(bare + query)).status]).toEqual([query, 404])
      expect([query, (await submit(bare + query, 'approve')).status]).toEqual([query, 404])
    }
    expect((await submit(foreign.page, 'maybe')).status).toBe(400)
    const json = { method: 'POST', body: '{"answer":"approve"}', headers: { 'content-type': 'application/json' } }
    expect((await fetch(foreign.page, json)).status).toBe(415)
    expect(await statusOf(other, foreign.id)).toBe('requires_action')
    expect((await other.api.get('/v1/events?type=payment.updated')).body.data).toEqual([])
  })
})
