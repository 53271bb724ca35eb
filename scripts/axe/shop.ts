import type { Page } from 'playwright-core'
import type { DemoServer } from '../../server/test/demo-server.ts'
import { openApi } from './samples.ts'
import type { Visitor, Window } from './visitor.ts'

const PATHS = [
  '/',
  '/collections',
  '/collections/clothing',
  '/collections/clothing?type=Knitwear',
  '/search?q=mug',
  '/search?q=zzzzzz',
  '/products/merino-sweater-fjord',
  '/products/linen-shirt-solveig',
  '/cart',
  '/checkout',
  '/account',
  ...['shipping', 'refund', 'privacy', 'terms', 'cookies', 'legal_notice'].map((kind) => `/policies/${kind}`),
  '/help',
  '/contact?order=1001',
  '/payment-return',
  '/nowhere',
]

/** All pages as a visitor finds them, then what a buyer sees on the way to an order and after it. */
export async function visitShop(visitor: Visitor, server: DemoServer): Promise<void> {
  await visitor.inBothSizes(async (window) => {
    const { context, page, size, attempt } = window
    // Each size as another visitor, because a visitor may call the checkout only five times.
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': size === 'phone' ? '10.2.0.1' : '10.2.0.2' })
    const open = async (path: string) => {
      await page.goto(`${server.url}/shop${path}`, { waitUntil: 'networkidle' })
      await window.checkStill(`/shop${path}`)
    }
    for (const path of PATHS) {
      await attempt(`/shop${path}`, async () => {
        await open(path)
        await window.check(page, `/shop${path}`)
      })
    }
    await attempt('/shop/ › widgets', () => visitWidgets(window, open))
    await attempt('/shop/checkout › order', async () => {
      await visitCheckout(window, open)
      await visitOrder(window, server)
      // The code to sign in is shown only to visitors without a proxy.
      await context.setExtraHTTPHeaders({})
      await visitAccount(window, open)
    })
  })
}

type Open = (path: string) => Promise<unknown>

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

async function firstPath(page: Page, prefix: string): Promise<string> {
  const href = await page.locator(`main a[href^="${prefix}"]`).first().getAttribute('href')
  return (href ?? '').replace('/shop', '')
}

async function visitWidgets({ page, check }: Window, open: Open): Promise<void> {
  await open('/help')
  await open(await firstPath(page, '/shop/help/'))
  await check(page, '/shop/help/:handle')

  await open('/')
  await page.getByLabel('Search products').first().fill('merino')
  await page.locator('.suggestions a').first().waitFor()
  await check(page, '/shop/ › suggestions')

  await open('/')
  if (await button(page, 'Menu').isVisible()) {
    await button(page, 'Menu').click()
    await check(page, '/shop/ › menu')
  }

  await open('/collections/clothing')
  const filters = page.locator('details.filters')
  if ((await filters.getAttribute('open')) === null) await filters.locator('summary').first().click()
  await check(page, '/shop/collections/clothing › filters')

  await open('/')
  await button(page, 'Chat with us').click()
  await page.getByLabel('Your message').waitFor()
  await check(page, '/shop/ › chat')
  await page.getByLabel('Your message').fill('Do you have a merino sweater, and what does delivery cost?')
  await button(page, 'Send').click()
  await button(page, 'Stop').waitFor({ state: 'hidden' })
  await page.waitForLoadState('networkidle')
  await check(page, '/shop/ › chat with an answer')
  await button(page, 'Close chat').click()

  await open('/contact')
  await button(page, /^Send/).click()
  await check(page, '/shop/contact › errors')
}

async function visitCheckout({ page, size, check }: Window, open: Open): Promise<void> {
  await open('/products/merino-sweater-fjord')
  await button(page, 'Add to cart').click()
  const drawer = page.getByRole('dialog', { name: /Cart/ })
  await drawer.getByRole('link', { name: 'Merino sweater Fjord' }).waitFor()
  await drawer.getByText('Add a discount code or gift card').click()
  await drawer.getByLabel('Discount code or gift card').fill('welcome10')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await drawer.getByRole('button', { name: 'Remove code WELCOME10' }).waitFor()
  await check(page, '/shop/ › cart drawer')
  await open('/cart')
  await check(page, '/shop/cart › with items')
  await open('/checkout')
  await page.getByText('Standard delivery').waitFor()
  await check(page, '/shop/checkout › with items')
  await button(page, /^Pay/).click()
  await page.getByText('Enter the street and house number.').waitFor()
  await check(page, '/shop/checkout › errors')

  await page.getByLabel('Email').fill(`${size}@example.com`)
  await page.getByLabel('Full name').fill('Grace Hopper')
  await page.getByLabel('Street and house number').fill('Hauptstraße 1')
  await page.getByLabel('Postal code').fill('10115')
  await page.getByLabel('City').fill('Berlin')
  await page.getByRole('radio', { name: /declined/ }).check()
  await button(page, /^Pay/).click()
  await page
    .getByText(/declined/i)
    .nth(1)
    .waitFor()
  await page.waitForLoadState('networkidle')
  await check(page, '/shop/checkout › declined')
  await page.getByRole('radio', { name: /3-D Secure/ }).check()
  await button(page, /^Pay/).click()
  await page.waitForURL('**/simulator/3ds/**')
  await check(page, '/simulator/3ds')
  await button(page, 'Decline').click()
  await page.getByRole('heading', { name: 'The payment was not completed' }).waitFor()
  await check(page, '/shop/checkout/:id › failed')
  await page.getByRole('link', { name: 'Back to checkout' }).click()
  await button(page, /^Pay/).click()
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor()
  await check(page, '/shop/checkout/:id')
}

/** The order is shipped meanwhile, so that it can be returned. */
async function visitOrder({ page, check }: Window, { url, demo }: DemoServer): Promise<void> {
  await page.getByRole('link', { name: 'View order status' }).click()
  await page.getByRole('heading', { name: /^Order #/ }).waitFor()
  await check(page, '/shop/orders/:id')
  const [, orderId] = /orders\/(ord_\w+)/.exec(page.url()) ?? []
  const tracking = { carrier: 'Post', number: '1034' }
  await openApi(url, demo.liveKey)('POST', `/v1/orders/${orderId}/fulfillments`, { tracking })
  await page.reload({ waitUntil: 'networkidle' })
  await button(page, 'Start a return').click()
  await button(page, 'Request return').click()
  await check(page, '/shop/orders/:id › return')
  await button(page, 'Return Merino sweater Fjord: one more').click()
  await button(page, 'Request return').click()
  await page.getByText('Requested: we reply by email').waitFor()
  await check(page, '/shop/orders/:id › returned')
}

async function visitAccount({ page, size, check }: Window, open: Open): Promise<void> {
  await open('/account')
  await page.getByLabel('Email').fill(`${size}@example.com`)
  await button(page, 'Send code').click()
  const code = await page.locator('.demo-code').innerText()
  await check(page, '/shop/account › code')
  await page.getByLabel('Code', { exact: true }).fill(code)
  await button(page, 'Sign in').click()
  await page
    .getByRole('link', { name: /^Order #/ })
    .first()
    .waitFor()
  await check(page, '/shop/account › signed in')
}
