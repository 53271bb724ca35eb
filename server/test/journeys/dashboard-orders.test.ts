import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { takeScreenshot } from '../browser.ts'
import { seedShop } from '../checkout-shop.ts'
import type { Shop } from '../open-shop.ts'
import { placeOrder } from '../placed-order.ts'
import {
  button,
  dialogButton,
  findViolationsInBothSchemes,
  horizontalOverflow,
  openDashboard,
  openPage,
  takeDarkScreenshot,
} from './dashboard-page.ts'

/** Expected rejections, and a product image that does not exist. */
const EXPECTED = /status of (401|400|422)|cdn\.example\.com|ERR_NAME_NOT_RESOLVED/

const openOrder = (page: Page, number: number) => page.getByRole('link', { name: `Order #${number}` }).click()
const history = (page: Page) => page.getByRole('list', { name: 'Timeline, newest first' })

async function sellMugs(shop: Shop) {
  return { ...shop, mug: await seedShop(shop, 100) }
}

it('finds an order, fulfills it with tracking, refunds it after a preview, and adds a note', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context)
  const mugs = await sellMugs(shop)
  const order = await placeOrder(mugs, { quantity: 3 })
  const later = await placeOrder(mugs, { captureMethod: 'manual', paymentMethod: 'pm_card_refund_fails' })
  await openPage(page, 'desktop', 'Orders')
  await page.getByRole('link', { name: `Order #${order.number}` }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(3)
  const table = page.getByRole('table', { name: 'Orders' })
  // Its frame clips what does not fit, so the page itself never overflows.
  expect(await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))).toBe(0)
  await takeScreenshot(page, 'orders')
  await takeDarkScreenshot(page, 'orders-dark')
  await page.getByLabel('Payment', { exact: true }).selectOption('Authorized')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByLabel('Payment', { exact: true }).selectOption('All')
  await page.getByLabel('Search orders').fill(`#${order.number}`)
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await openOrder(page, order.number)
  await page.getByRole('heading', { name: `Order #${order.number}` }).waitFor()
  // In the address, too.
  await page.getByText('Ada Lovelace').first().waitFor()

  await button(page, 'Fulfill items').click()
  await page.getByLabel('Quantity of Mug').fill('2')
  await page.getByLabel('Carrier').fill('Post')
  await page.getByLabel('Tracking number').fill('10345')
  await page.getByLabel('Tracking URL').fill('nowhere')
  await dialogButton(page, 'Mark as fulfilled').click()
  await page.getByText("Couldn't fulfill the items").waitFor()
  await page.getByLabel('Tracking URL').fill('https://post.example.com/10345')
  await takeScreenshot(page, 'order-send')
  await dialogButton(page, 'Mark as fulfilled').click()
  await page.getByText('Items marked as fulfilled').waitFor()
  await page.getByRole('link', { name: 'Post 10345' }).waitFor()
  expect((await shop.api.get(`/v1/orders/${order.id}`)).body).toMatchObject({
    fulfillmentStatus: 'partially_fulfilled',
  })

  await button(page, 'Refund').click()
  expect(await dialogButton(page, 'Refund').isDisabled()).toBe(true)
  await page.getByLabel('Quantity of Mug').fill('1')
  await page.getByLabel('Shipping in EUR').fill('4,9')
  await page.getByText('Unfulfilled items removed: 1.').waitFor()
  await takeScreenshot(page, 'order-refund')
  await dialogButton(page, 'Refund €29.89').click()
  await page.getByText('€29.89 refunded.').waitFor()
  expect((await shop.api.get(`/v1/orders/${order.id}`)).body).toMatchObject({
    refunded: { amount: 2989 },
    status: 'archived',
    items: [{ quantities: { current: 2, fulfilled: 2, refunded: 1 } }],
  })
  await button(page, 'Refund').click()
  await page.getByLabel('Custom amount in EUR').fill('500')
  await page.getByText('This can’t be refunded').or(page.getByText("This can't be refunded")).waitFor()
  expect(await dialogButton(page, 'Refund').isDisabled()).toBe(true)
  await dialogButton(page, 'Cancel').click()

  await page.getByLabel('Note', { exact: true }).fill('Called twice')
  await page.getByRole('combobox', { name: 'Tags' }).fill('vip')
  await page.keyboard.press('Enter')
  await button(page, 'Save').click()
  await page.getByText('Changes saved', { exact: true }).waitFor()
  expect((await shop.api.get(`/v1/orders/${order.id}`)).body).toMatchObject({
    staffNote: 'Called twice',
    tags: ['vip'],
  })
  await button(page, 'Mark as delivered').click()
  await page.getByText('Marked as delivered').waitFor()
  await expect
    .poll(() => history(page).innerText())
    .toMatch(/delivered[\s\S]*€29\.89 refunded[\s\S]*Items fulfilled[\s\S]*Order placed/)
  await takeScreenshot(page, 'order')
  await takeDarkScreenshot(page, 'order-dark')

  await openPage(page, 'desktop', 'Orders')
  await openOrder(page, later.number)
  await button(page, 'Capture payment').click()
  await takeScreenshot(page, 'order-capture')
  await dialogButton(page, 'Capture payment').click()
  await page.getByText('Payment captured').waitFor()
  await button(page, 'Refund').click()
  await button(page, 'Select all items').click()
  await dialogButton(page, 'Refund €29.89').click()
  await page.getByText('The payment provider declined the refund.').waitFor()
  await dialogButton(page, 'Cancel').click()
  await button(page, 'Cancel order').click()
  await takeScreenshot(page, 'order-cancel')
  await dialogButton(page, 'Cancel order').click()
  await page.getByText('Order canceled').waitFor()
  expect((await shop.api.get(`/v1/orders/${later.id}`)).body).toMatchObject({
    status: 'canceled',
    paymentStatus: 'paid',
  })
  // The confirmation appears before the order is reloaded.
  await expect.poll(() => button(page, /^(Fulfill items|Capture payment|Cancel order)$/).count()).toBe(0)
  await openPage(page, 'desktop', 'Emails')
  await page.getByRole('link', { name: 'Edit: Shipping confirmation' }).click()
  await page.frameLocator('iframe').getByText('Your order is on the way').waitFor()
  await takeScreenshot(page, 'mail-template')
  await takeDarkScreenshot(page, 'mail-template-dark')
  expect(pageErrors.filter((text) => !EXPECTED.test(text))).toEqual([])
})

it('edits emails on a phone, previews them before saving, finds them in the outbox and sends them again', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context, { size: 'phone' })
  const order = await placeOrder(await sellMugs(shop))
  await shop.api.post('/v1/emails', { kind: 'order_confirmation', orderId: order.id })
  await openPage(page, 'phone', 'Emails')
  await takeScreenshot(page, 'emails-phone')
  await page.getByRole('link', { name: 'Edit: Order confirmation' }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByText('Thank you for your order').waitFor()
  await takeScreenshot(page, 'mail-template-phone')
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello {{byerName}}')
  await page.getByText('must not contain {{byerName}}').waitFor()
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello ')
  await button(page, /^Insert customerName/).click()
  await frame.getByText('Hello Ada Lovelace').waitFor()
  await button(page, 'Save').click()
  await page.getByText('Email template saved').waitFor()
  expect((await shop.api.get('/v1/email-templates')).body.data[0]).toMatchObject({ body: 'Hello {{customerName}}' })
  await button(page, 'Reset to default').click()
  await dialogButton(page, 'Reset').click()
  await page.getByText('Email template reset').waitFor()
  await frame.getByText('Thank you for your order').waitFor()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)

  await openPage(page, 'phone', 'Outbox')
  await page.getByRole('link', { name: `Order #${order.number} confirmed` }).waitFor()
  await takeScreenshot(page, 'outbox-phone')
  await page.getByRole('link', { name: `Order #${order.number} confirmed` }).click()
  await frame.getByText('1 × Mug').waitFor()
  await button(page, 'Resend').click()
  await page.getByText('Email queued').waitFor()
  await takeScreenshot(page, 'mail-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'View order', exact: true }).click()
  await page.getByText('Ada Lovelace').first().waitFor()
  await takeScreenshot(page, 'order-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: '← Orders' }).click()
  await page.getByRole('link', { name: `Order #${order.number}` }).waitFor()
  await takeScreenshot(page, 'orders-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect(pageErrors.filter((text) => !EXPECTED.test(text))).toEqual([])
})

it('changes many orders at once, shows failures in their rows, and edits, comments on and prints one', async (context) => {
  const { page, shop, pageErrors, member } = await openDashboard(context)
  const mugs = await sellMugs(shop)
  const order = await placeOrder(mugs, { quantity: 1 })
  const { number } = await placeOrder(mugs, { quantity: 2 })
  const read = async () => (await shop.api.get(`/v1/orders/${order.id}`)).body
  await openPage(page, 'desktop', 'Orders')
  await expect.poll(() => page.getByRole('row').count()).toBe(3)
  await button(page, 'Total').click()
  await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain(`#${number}`)
  await button(page, 'Total').click()
  await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain(`#${order.number}`)
  expect(page.url()).toContain('sort=total')
  await page.getByLabel('Select all').check()
  await page.getByText('2 selected').waitFor()
  await page.getByLabel(`Select order #${number}`).uncheck()
  await page.getByText('1 selected').waitFor()
  await takeScreenshot(page, 'orders-selected')
  await button(page, 'Mark as fulfilled').click()
  await dialogButton(page, 'Mark as fulfilled').click()
  await page.getByText('1 order fulfilled').waitFor()
  expect((await read()).fulfillmentStatus).toBe('fulfilled')
  // Fulfilled already: the other one succeeds, this one stays selected and says why.
  await page.getByLabel('Select all').check()
  await button(page, 'Mark as fulfilled').click()
  await dialogButton(page, 'Mark as fulfilled').click()
  await page.getByText('1 failed. Its row says why.').waitFor()
  await page.getByText('1 selected').waitFor()
  expect(await page.getByLabel(`Select order #${order.number}`).isChecked()).toBe(true)
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  await button(page, 'Clear selection').click()
  const download = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  expect((await download).suggestedFilename()).toBe('orders.csv')

  const draft = await shop.api.post('/v1/orders', {
    kind: 'import',
    placedAt: '2026-01-05T10:00:00.000Z',
    email: 'grace@example.com',
    currency: 'EUR',
    items: [{ title: 'Jug', quantity: 1, unitPrice: { amount: 1500, currency: 'EUR' } }],
    shippingAddress: { name: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3), country: 'AT' },
  })
  await page.getByLabel('Sort by').selectOption('Newest')
  await page.setViewportSize({ width: 390, height: 844 })
  await openOrder(page, draft.body.number)
  await page.getByRole('heading', { name: `Order #${draft.body.number}` }).waitFor()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await takeScreenshot(page, 'order-long-name-phone')
  await page.setViewportSize({ width: 1280, height: 900 })
  await button(page, 'Edit contact information').click()
  await page.getByRole('dialog').getByLabel('Email').fill('hopper@example.com')
  const shipping = page.getByRole('group', { name: 'Shipping address' })
  await shipping.getByLabel('Name', { exact: true }).fill('Grace Hopper')
  await dialogButton(page, 'Save').click()
  await page.getByText('Contact information saved').waitFor()
  await history(page).getByText('Updated: email, shipping address').waitFor()
  await page.getByLabel('Comment', { exact: true }).fill('Call before delivery')
  await button(page, 'Add comment').click()
  await history(page).getByText('Call before delivery').waitFor()
  await history(page).getByText(`by ${member.name}`).first().waitFor()
  const changed = (await shop.api.get(`/v1/orders/${draft.body.id}`)).body
  expect(changed).toMatchObject({
    email: 'hopper@example.com',
    shippingAddress: { name: 'Grace Hopper', country: 'AT' },
  })
  const invoice = page.waitForEvent('download')
  await button(page, 'Print').click()
  await page.getByRole('menuitem', { name: 'Invoice' }).click()
  expect((await invoice).suggestedFilename()).toBe(`invoice-${changed.number}.pdf`)
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  expect(pageErrors.filter((text) => !EXPECTED.test(text) && !text.includes('status of 409'))).toEqual([])
})
