import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openBrowser, takeScreenshot, VIEWPORTS, visit } from '../browser.ts'
import { openFilledDemoShop } from '../demo-shop.ts'
import { fastClock } from '../fast-clock.ts'
import { freePort } from '../free-port.ts'
import { openServer } from '../open-server.ts'
import { issueCard } from '../sample-gift-cards.ts'

/** axe, and no horizontal scrolling, at both sizes. */
async function checkPage(page: Page, name: string): Promise<void> {
  await page.evaluate(axe.source)
  for (const size of ['phone', 'desktop'] as const) {
    await page.setViewportSize(VIEWPORTS[size])
    await takeScreenshot(page, `shop-${name}-${size}`)
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    expect([name, size, overflow]).toEqual([name, size, 0])
    const violations = await page.evaluate<string[]>(
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200)))`,
    )
    expect([name, size, violations]).toEqual([name, size, []])
  }
}

it('a shopper buys with a discount code and a gift card, confirms at the bank, returns an item and signs in', async (context) => {
  const browser = await openBrowser(context)
  const shop = await openFilledDemoShop(await openServer({ port: await freePort(), limitClock: fastClock() }))
  const giftCard = await issueCard(shop, 1000)
  const { page, pageErrors } = await visit(browser, `${shop.server.url}/shop/`, 'desktop')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string | RegExp) => page.getByRole('link', { name })
  const heading = (name: string | RegExp) => page.getByRole('heading', { name })

  await heading('Good things for every day').waitFor()
  await checkPage(page, 'home')
  await link('Clothing').first().click()
  await heading('Clothing').waitFor()
  await page.getByRole('checkbox', { name: /Knitwear/ }).check()
  await button('Remove filter Knitwear').waitFor()
  expect(page.url()).toContain('type=Knitwear')
  await checkPage(page, 'collection')

  await page.getByLabel('Search products').fill('merino swea')
  await page
    .locator('.suggestions')
    .getByRole('link', { name: /Merino sweater Fjord/ })
    .click()
  await heading('Merino sweater Fjord').waitFor()
  await page.getByText('Reviews', { exact: true }).waitFor()
  expect(await page.getByText('(sold out)').count()).toBeGreaterThan(0)
  await page.getByRole('radio', { name: 'Navy' }).check({ force: true })
  await page
    .getByRole('radio', { name: /^(S|M|L|XL)$/ })
    .last()
    .check({ force: true })
  expect(page.url()).toMatch(/\?variant=var_/)
  await page.reload({ waitUntil: 'networkidle' })
  expect(await page.getByRole('radio', { name: 'Navy' }).isChecked()).toBe(true)
  await checkPage(page, 'product')
  // Within a page, the browser scrolls.
  await page.locator('a[href="#reviews"]').click()
  await expect.poll(() => page.evaluate<number>('window.scrollY')).toBeGreaterThan(200)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate<number>('window.scrollY')).toBeGreaterThan(200)

  await button('Add to cart').click()
  const drawer = page.getByRole('dialog', { name: /Cart/ })
  await drawer.getByText('You’ve unlocked free shipping').waitFor()
  await drawer.getByText('Add a discount code or gift card').click()
  await drawer.getByLabel('Discount code or gift card').fill('NONSENSE')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await drawer.getByText('No such code').waitFor()
  await drawer.getByLabel('Discount code or gift card').fill('welcome10')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await drawer.getByRole('button', { name: 'Remove code WELCOME10' }).waitFor()
  await checkPage(page, 'cart-drawer')
  await page.keyboard.press('Escape')
  await expect.poll(() => button('Add to cart').evaluate((node) => node === document.activeElement)).toBe(true)
  await page.goto(`${shop.server.url}/shop/cart`, { waitUntil: 'networkidle' })
  await checkPage(page, 'cart')

  await link('Check out').click()
  await page.getByText('Standard delivery').waitFor()
  await button(/^Pay/).click()
  await page.getByText('Enter the street and house number.').waitFor()
  await expect.poll(() => page.getByLabel('Email').evaluate((node) => node === document.activeElement)).toBe(true)
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByLabel('Full name').fill('Grace Hopper')
  await page.getByLabel('Street and house number').fill('Hauptstraße 1')
  await page.getByLabel('Postal code').fill('1011')
  await page.getByLabel('City').fill('Berlin')
  await page.getByText('Add a discount code or gift card').click()
  await page.getByLabel('Discount code or gift card').fill(giftCard.code)
  await button('Apply').click()
  await page.getByText(`Gift card …${giftCard.last4}`).waitFor()
  await page.getByRole('radio', { name: /3-D Secure/ }).check()
  await button(/^Pay/).click()
  // The API knows that German postal codes have five digits.
  await page.locator('#field-postalCode-error').waitFor()
  await checkPage(page, 'checkout')
  await page.getByLabel('Postal code').fill('10115')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByLabel('City').focus()
  await saved
  // The card would be charged another amount than the button says.
  const credit = { amount: { amount: 500, currency: 'EUR' }, reason: 'Goodwill' }
  expect((await shop.api.post(`/v1/gift-cards/${giftCard.id}/credits`, credit)).status).toBe(201)
  await button(/^Pay/).click()
  await page.getByText('Your cart has changed').waitFor()
  // The response is lost, so the next attempt asks for it again.
  const attemptKeys: (string | undefined)[] = []
  let cartId = ''
  await page.route('**/v1/checkout/card', async (route) => {
    cartId = route.request().postDataJSON().cartId
    attemptKeys.push(route.request().headers()['idempotency-key'])
    const response = await route.fetch()
    if (attemptKeys.length > 1) await route.fulfill({ response })
    else await route.fulfill({ status: 502, body: 'Bad gateway' })
  })
  await button(/^Pay/).click()
  await page.getByText('The shop could not do this just now.').waitFor()
  await button(/^Pay/).click()
  await page.waitForURL('**/simulator/3ds/**')
  expect(attemptKeys).toEqual([attemptKeys[0], attemptKeys[0]])
  await button('Decline').click()
  await heading('The payment was not completed').waitFor()
  await link('Back to checkout').click()
  await page.getByRole('radio', { name: /3-D Secure/ }).check()
  await button(/^Pay/).click()
  await page.waitForURL('**/simulator/3ds/**')
  await button('Approve').click()

  await heading('Thank you for your order').waitFor()
  await page.getByText('We send the details to grace@example.com.').waitFor()
  await checkPage(page, 'confirmation')
  await link('View order status').click()
  await heading(/^Order #/).waitFor()
  await page.getByText('We have your order and are packing it.').waitFor()
  expect(await page.getByText('Hopper').count()).toBe(0)
  const [order] = (await shop.api.get('/v1/orders?limit=1')).body.data
  expect(order).toMatchObject({ email: 'grace@example.com', paymentStatus: 'paid', source: 'storefront' })
  expect(order.totals.giftCards.amount).toBe(1500)
  expect(order.promotions.map(({ code }: { code: string | null }) => code)).toContain('WELCOME10')

  // How a browser that never got the response finds the order.
  const byCart = await fetch(`${shop.server.url}/shop/api/checkouts/${cartId}`)
  expect(await byCart.json()).toMatchObject({ status: 'completed', order: { id: order.id } })

  await shop.api.post(`/v1/orders/${order.id}/fulfillments`, { tracking: { carrier: 'Post', number: '1034' } })
  await page.reload({ waitUntil: 'networkidle' })
  await page.getByText('Your order is on its way.').waitFor()
  await button('Start a return').click()
  await button('Return Merino sweater Fjord: one more').click()
  await button('Request return').click()
  await page.getByText('Requested: we reply by email').waitFor()
  expect((await shop.api.get(`/v1/orders/${order.id}/returns`)).body.data).toMatchObject([{ status: 'requested' }])
  await checkPage(page, 'order')

  await link('Sign in').click()
  await page.getByLabel('Email').fill('grace@example.com')
  await button('Send code').click()
  const code = await page.locator('.demo-code').innerText()
  await page.getByLabel('Code', { exact: true }).fill(code)
  await button('Sign in').click()
  await link(`Order #${order.number}`).waitFor()
  await page.reload({ waitUntil: 'networkidle' })
  await link(`Order #${order.number}`).waitFor()
  await checkPage(page, 'account')
  expect(await page.evaluate('document.cookie')).not.toContain('shop_session')
  // Not knowing who is signed in is no reason to forget their cart.
  await page.goto(`${shop.server.url}/shop/products/merino-sweater-fjord`, { waitUntil: 'networkidle' })
  await button('Add to cart').click()
  await drawer.getByRole('link', { name: 'Merino sweater Fjord' }).waitFor()
  let failures = 0
  await page.route('**/shop/api/session', (route) =>
    failures++ === 0 ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
  )
  await page.goto(`${shop.server.url}/shop/cart`)
  await page.locator('main .cart-line-title').first().waitFor()
  expect(failures).toBeGreaterThan(1)
  await page.goto(`${shop.server.url}/shop/account`, { waitUntil: 'networkidle' })
  await button('Sign out').click()
  await button('Send code').waitFor()

  for (const [path, name, status] of [
    ['search?q=mug', 'search', 200],
    ['collections', 'collections', 200],
    ['policies/refund', 'policy', 200],
    ['help', 'help', 200],
    ['contact?order=1001', 'contact', 200],
    ['nowhere', 'not-found', 404],
  ] as const) {
    const response = await page.goto(`${shop.server.url}/shop/${path}`, { waitUntil: 'networkidle' })
    expect([path, response?.status()]).toEqual([path, status])
    await checkPage(page, name)
  }
  expect(pageErrors.filter((error) => !/status of (400|404|422|502|503)/.test(error))).toEqual([])
})
