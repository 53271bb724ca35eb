import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { emit } from '../../src/events/emit.ts'
import { takeScreenshot, VIEWPORTS } from '../browser.ts'
import { addSimpleProduct } from '../cart-shop.ts'
import { seedShop } from '../checkout-shop.ts'
import { systemCtx } from '../placed-order.ts'
import { fulfillMugs } from '../sample-orders.ts'
import { button, dialogButton, horizontalOverflow, openDashboard, openPage } from './dashboard-page.ts'

const A_DISPUTE = { provider: 'stripe', providerPaymentId: 'pi_1', disputeId: 'dp_1', status: 'needs_response' }

/** Expected rejections, and a product image that does not exist. */
const EXPECTED = /status of (401|409|422)|cdn\.example\.com|ERR_NAME_NOT_RESOLVED/

/** At both widths; on a phone nothing may overflow. A dialog is no wider than the page it covers. */
async function takePageScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS && (await page.getByRole('dialog').count()) > 0) return
  await takeScreenshot(page, name)
  await page.setViewportSize(VIEWPORTS.phone)
  // The menu slides out of view.
  if (process.env.SCREENSHOTS) await page.waitForTimeout(400)
  await takeScreenshot(page, `${name}-phone`)
  await expect.poll(() => horizontalOverflow(page), { message: name }).toBeLessThanOrEqual(0)
  await page.setViewportSize(VIEWPORTS.desktop)
}

it('items are returned, refunded or exchanged once, and a draft becomes a paid order', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context)
  const mugs = { ...shop, mug: await seedShop(shop, 100) }
  await addSimpleProduct(shop, { title: 'Bowl', sku: 'BOWL', price: 1000 })
  const order = await fulfillMugs(mugs, 3)
  const read = async (id = order.id) => (await shop.api.get(`/v1/orders/${id}`)).body

  await openPage(page, 'desktop', 'Orders')
  await page.getByRole('link', { name: `Order #${order.number}`, exact: true }).click()
  await button(page, 'Return items').click()
  await page.getByText('of 3').waitFor()
  await page.getByLabel('Quantity of Mug').fill('2')
  await page.getByRole('combobox', { name: 'Reason' }).fill('Damaged')
  await takePageScreenshot(page, 'return-new')
  // A concurrent return.
  await shop.api.post(`/v1/orders/${order.id}/returns`, { items: [{ itemId: order.items[0].id, quantity: 2 }] })
  await dialogButton(page, 'Create return').click()
  await page.getByText('only 1 of 2 can be returned').waitFor()
  await button(page, 'Reload').click()
  await page.getByText('of 1').waitFor()
  await dialogButton(page, 'Cancel').click()

  await button(page, 'Approve').click()
  await page.getByText('Return approved. Receive the items when they arrive.').waitFor()
  await button(page, 'Receive items').click()
  await page.getByLabel('Quantity of Mug').fill('1')
  await page.getByLabel('Restock Mug').uncheck()
  await takePageScreenshot(page, 'return-receive')
  await dialogButton(page, 'Receive items').click()
  await dialogButton(page, 'Refund €24.99').waitFor()
  await takePageScreenshot(page, 'return-refund')
  await dialogButton(page, 'Refund €24.99').click()
  await page.getByText('€24.99 refunded.').waitFor()
  expect(await read()).toMatchObject({
    refunded: { amount: 2499 },
    items: [{ quantities: { returned: 1, refunded: 1 } }],
  })
  const [back] = (await shop.api.get(`/v1/orders/${order.id}/returns`)).body.data
  expect(back).toMatchObject({ status: 'approved', items: [{ quantity: 2, received: 1, restocked: 0 }] })
  await expect.poll(() => button(page, 'Refund returned items').count()).toBe(0)

  await button(page, 'Exchange items').click()
  await page.getByRole('combobox', { name: 'Add a new item' }).fill('bowl')
  await page.keyboard.press('Enter')
  await page.getByText('Refund due').waitFor()
  await takePageScreenshot(page, 'exchange')
  await dialogButton(page, 'Exchange items').click()
  // The mug was paid with 24.99, of which 10.00 went to the bowl.
  await dialogButton(page, 'Refund €14.99').waitFor()
  await takePageScreenshot(page, 'exchange-refund')
  await dialogButton(page, 'Refund €14.99').click()
  await page.getByText('€14.99 refunded.').waitFor()
  await page.getByText('Credit applied: €10.00').waitFor()
  await takePageScreenshot(page, 'order-returns')

  await openPage(page, 'desktop', 'Orders')
  await page.getByRole('link', { name: 'Create draft order' }).click()
  await page.getByRole('combobox', { name: 'Add a product' }).fill('mug')
  await page.keyboard.press('Enter')
  await page.getByLabel('Quantity of Mug').fill('2')
  await page.getByLabel('Price of Mug').fill('20')
  await button(page, 'Add custom item').click()
  await page.keyboard.type('Engraving')
  await page.getByLabel('Price of Engraving').fill('9')
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper')
  await page.getByLabel('Street address').fill('Ring 1')
  await page.getByLabel('Postal code').fill('1010')
  await page.getByLabel('City').fill('Wien')
  await page.getByRole('combobox', { name: 'Country' }).fill('Austria')
  await page.getByRole('option', { name: 'Austria' }).click()
  await page.getByText('€49.00').waitFor()
  await takePageScreenshot(page, 'draft-new')
  await button(page, 'Save draft').click()
  await button(page, 'Create order').waitFor()
  await page.getByLabel('Quantity of Engraving').fill('2')
  await page.getByLabel('Shipping price').fill('5')
  await page.keyboard.press('Enter')
  await page.getByText('Changes saved', { exact: true }).waitFor()
  await takePageScreenshot(page, 'draft')
  await button(page, 'Create order').click()
  await takePageScreenshot(page, 'draft-complete')
  await dialogButton(page, 'Create order').click()
  await page.getByText('Its stock is committed.').waitFor()
  await button(page, 'Mark as paid').click()
  await page.getByText('€63.00 is due.').waitFor()
  await page.getByLabel('Reference').fill('3 March')
  await takePageScreenshot(page, 'order-payment')
  await page.keyboard.press('Enter')
  await page.getByText('Order marked as paid').waitFor()
  const [draftOrder] = (await shop.api.get('/v1/orders?email=grace@example.com')).body.data
  expect(draftOrder).toMatchObject({
    status: 'open',
    paymentStatus: 'paid',
    shippingAddress: { name: 'Grace Hopper', country: 'AT' },
    items: [
      { unitPrice: { amount: 2000 }, quantities: { ordered: 2 } },
      { title: 'Engraving', requiresShipping: false },
    ],
    payments: [{ kind: 'external', reference: 'Bank transfer, 3 March', captured: { amount: 6300 } }],
  })

  // An external payment is not refunded automatically, and the page does not claim that it was.
  await button(page, 'Refund').click()
  await page.getByLabel('Quantity of Engraving').fill('1')
  await page.getByText('€9.00 was paid outside Storedesk. Refund this amount to the customer yourself').waitFor()
  await takePageScreenshot(page, 'refund-manual')
  await dialogButton(page, 'Record refund of €9.00').click()
  await page.getByText('Refund of €9.00 recorded. Send it to the customer yourself.').waitFor()
  await emit(systemCtx(shop), 'payment.disputed', { ...A_DISPUTE, orderId: draftOrder.id })
  await shop.api.patch(`/v1/orders/${draftOrder.id}`, { tags: ['disputed'] })
  await page.reload()
  await page.getByText('Disputed', { exact: true }).first().waitFor()
  await page.getByText('Refund of €9.00 recorded. Send it to the customer yourself', { exact: true }).waitFor()
  await takePageScreenshot(page, 'order-disputed')
  expect(pageErrors.filter((text) => !EXPECTED.test(text))).toEqual([])
})
