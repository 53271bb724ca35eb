import { describe, expect, it } from 'vitest'
import { orderByAgent } from '../../../test/agent.ts'
import { openCheckoutShop } from '../../../test/checkout-shop.ts'
import { openServer } from '../../../test/open-server.ts'
import { openShop } from '../../../test/open-shop.ts'

describe('GET /orders/:id/:token', () => {
  it('shows the items and delivery status but no personal data of the buyer', async () => {
    const shop = await openCheckoutShop()
    const order = await orderByAgent(shop.api, { locale: 'de-AT' })
    const read = async () => (await fetch(shop.server.url + new URL(order.permalink_url).pathname)).text()
    const response = await fetch(shop.server.url + new URL(order.permalink_url).pathname)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = response.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-/)
    expect([response.headers.get('cache-control'), response.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ])
    const page = await response.text()
    expect(page).toContain('<html lang="de">')
    expect(page).toMatch(/<title>Bestellung #1001 – .*<\/title>/)
    for (const text of ['1 × Mug', '29,89', 'Bestätigt', 'Testbestellung']) expect(page).toContain(text)
    for (const hidden of ['ada@example.com', 'Lovelace', 'Stephansplatz', '1010', 'acps_']) {
      expect([hidden, page.includes(hidden)]).toEqual([hidden, false])
    }
    const url = 'https://post.example.com/1034?a=1&b=2'
    const path = `/v1/orders/${order.id}/fulfillments`
    const { body } = await shop.api.post(path, { tracking: { carrier: '<b>Post</b>', number: '1034', url } })
    const sent = await read()
    expect(sent).toContain('Versendet')
    expect(sent).toContain('&lt;b&gt;Post&lt;/b&gt; 1034')
    expect(sent).not.toContain('<b>Post')
    await shop.api.patch(`${path}/${body.id}`, { status: 'delivered' })
    expect(await read()).toContain('Zugestellt')
  })

  it('returns 404 for any link but the exact one', async () => {
    const shop = await openCheckoutShop()
    const [one, other] = [await orderByAgent(shop.api), await orderByAgent(shop.api)]
    const path = new URL(one.permalink_url).pathname
    for (const wrong of [
      path.slice(0, -1),
      path.replace(one.id, other.id),
      `/orders/${one.id}/${shop.live.environmentId}`,
      `/orders/${one.id}/x`,
    ]) {
      const response = await fetch(shop.server.url + wrong, { headers: { 'accept-language': 'fr-FR,en' } })
      const page = await response.text()
      expect([wrong, response.status, page.includes('Page introuvable'), page.includes('Mug')]).toEqual([
        wrong,
        404,
        true,
        false,
      ])
    }
  })

  it('is rate-limited per IP address', async () => {
    const { server } = await openShop(await openServer({ limitClock: () => 0 }))
    const statuses = []
    for (let time = 0; time < 121; time++) statuses.push((await fetch(`${server.url}/orders/a/b`)).status)
    expect([new Set(statuses.slice(0, 120)), statuses.at(-1)]).toEqual([new Set([404]), 429])
  })
})

describe('buyer pages', () => {
  it('return 404 for unpublished policies and unknown shops', async () => {
    const shop = await openCheckoutShop()
    const { environmentId } = shop.live
    const nobody = '00000000-0000-4000-8000-000000000000'
    await shop.api.post('/v1/articles', { title: 'Draft', body: 'Not yet' })
    for (const path of [
      `/policies/${environmentId}/terms`,
      `/policies/${environmentId}/constructor`,
      `/policies/${nobody}/terms`,
      '/policies/x/terms',
      `/payment-return/${nobody}`,
      `/help/${nobody}`,
      `/help/${environmentId}/draft`,
    ]) {
      expect([path, (await fetch(shop.server.url + path)).status]).toEqual([path, 404])
    }
  })
})
