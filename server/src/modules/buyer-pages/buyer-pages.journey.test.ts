import { expect, it } from 'vitest'
import { createAgent, createReadySession, orderByAgent } from '../../../test/agent.ts'
import { openBrowser, takeScreenshot, visit } from '../../../test/browser.ts'
import { openCheckoutShop } from '../../../test/checkout-shop.ts'

it('buyer pages open from the links of an agent session and fit desktop and phone', async (context) => {
  const browser = await openBrowser(context)
  const shop = await openCheckoutShop()
  /** Links use the public URL, but the test server listens on another address. */
  const at = (url: string) => shop.server.url + new URL(url).pathname
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
  const order = await orderByAgent(shop.api)
  await shop.api.post(`/v1/orders/${order.id}/fulfillments`, {
    tracking: { carrier: 'Post', number: '1034', url: 'https://post.example.com/1034' },
  })
  const back = `${shop.server.url}/payment-return/${shop.live.environmentId}`
  for (const size of ['desktop', 'phone'] as const) {
    for (const [name, url, heading] of [
      ['policy', at(link.url), 'Returns & refunds'],
      ['order', at(order.permalink_url), 'Order #1001'],
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
