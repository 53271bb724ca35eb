import { describe, expect, it } from 'vitest'
import { createAgent, createReadySession, paymentWith } from '../../../test/agent.ts'
import { openBrowser, takeScreenshot, visit } from '../../../test/browser.ts'
import { type CheckoutShop, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { openServer } from '../../../test/open-server.ts'
import { openShop } from '../../../test/open-shop.ts'

/** Links use the public URL, but the test server listens on another address. */
const at = ({ server }: Pick<CheckoutShop, 'server'>, url: string) => server.url + new URL(url).pathname

async function buyOne(shop: CheckoutShop, more: object = {}) {
  const agent = createAgent(shop.api)
  const { id } = await createReadySession(agent, more)
  return (await agent.post(`/${id}/complete`, paymentWith('spt_test_visa'))).body.order
}

describe('GET /orders/:id/:token', () => {
  it('shows the items and delivery status but no personal data of the buyer', async () => {
    const shop = await openCheckoutShop()
    const order = await buyOne(shop, { locale: 'de-AT' })
    const read = async () => (await fetch(at(shop, order.permalink_url))).text()
    const response = await fetch(at(shop, order.permalink_url))
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
    const [one, other] = [await buyOne(shop), await buyOne(shop)]
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
  it('open from the links of an agent session and fit desktop and phone', async (context) => {
    const browser = await openBrowser(context)
    const shop = await openCheckoutShop()
    const text = '## When\n\nWithin **30 days**.\n\n|a|b|\n|-|-|\n|1|2|\n\n<script>alert(1)</script>'
    await shop.api.send('PUT', '/v1/policies/refund', { title: 'Returns & refunds', body: text })
    const { body: article } = await shop.api.post('/v1/articles', {
      title: 'Where is it?',
      body: text,
      category: 'A & B',
    })
    await shop.api.post(`/v1/articles/${article.id}/publish`)
    const help = `${shop.server.url}/help/${shop.live.environmentId}`
    const session = await createReadySession(createAgent(shop.api))
    const [link] = session.links
    expect(link).toMatchObject({ type: 'return_policy', title: 'Returns & refunds' })
    const order = await buyOne(shop)
    await shop.api.post(`/v1/orders/${order.id}/fulfillments`, {
      tracking: { carrier: 'Post', number: '1034', url: 'https://post.example.com/1034' },
    })
    const back = `${shop.server.url}/payment-return/${shop.live.environmentId}`
    for (const size of ['desktop', 'phone'] as const) {
      for (const [name, url, heading] of [
        ['policy', at(shop, link.url), 'Returns & refunds'],
        ['order', at(shop, order.permalink_url), 'Order #1001'],
        ['payment-return', back, 'Thank you'],
        ['help', help, 'Help'],
        ['article', `${help}/where-is-it`, 'Where is it?'],
      ] as const) {
        const { page, pageErrors } = await visit(browser, url, size)
        expect([name, await page.locator('h1').innerText(), pageErrors]).toEqual([name, heading, []])
        const width = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        expect([name, size, width]).toEqual([name, size, 0])
        await takeScreenshot(page, `buyer-${name}-${size}`)
        await page.close()
      }
    }
  })

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
