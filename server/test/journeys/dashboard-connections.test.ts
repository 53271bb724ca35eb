import { expect, it } from 'vitest'
import { takeScreenshot, VIEWPORTS } from '../browser.ts'
import { seedShop } from '../checkout-shop.ts'
import { fastClock } from '../fast-clock.ts'
import { openServer } from '../open-server.ts'
import { placeOrder } from '../placed-order.ts'
import { CONNECTION, LIVE_KEY } from '../stripe/keys.ts'
import { openStripe } from '../stripe-server.ts'
import {
  button,
  dialogButton,
  horizontalOverflow,
  openDashboard,
  openPage,
  takeDarkScreenshot,
} from './dashboard-page.ts'

const CONNECTION_PATH = '/v1/payments/connection'
const NOTICE = "This shop doesn't accept real payments yet"

it('a shop sells with test methods and says so, until Stripe is connected; then changes its key and disconnects', async (context) => {
  const stripe = await openStripe()
  const server = await openServer({ limitClock: fastClock(), stripe: { apiBase: stripe.url } })
  const { page, shop, pageErrors } = await openDashboard(context, { server })
  const mugs = { ...shop, mug: await seedShop(shop, 10) }
  const connection = async () => (await shop.api.get(CONNECTION_PATH)).body
  await placeOrder(mugs)
  await openPage(page, 'desktop', 'Orders')
  await page.getByText(NOTICE).waitFor()
  await page.getByText('Test payment', { exact: true }).waitFor()
  await takeScreenshot(page, 'orders-no-real-money')
  await page.getByRole('link', { name: 'Connect Stripe' }).click()
  await page.getByRole('cell', { name: 'pm_card_insufficient_funds' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()).toBe((await connection()).webhookUrl)
  await takeScreenshot(page, 'payments-simulated')

  await page.getByLabel('Secret key').fill('not a key')
  await button(page, 'Connect Stripe').click()
  await page.getByText('Must be a Stripe key that starts with sk_ or rk_.').waitFor()
  await takeScreenshot(page, 'payments-refused')
  await page.getByLabel('Secret key').fill('sk_test_of_somebody_else')
  await button(page, 'Connect Stripe').click()
  await page.getByText('Stripe does not accept this key.').waitFor()
  await page.getByLabel('Secret key').fill(CONNECTION.secretKey)
  await page.getByLabel('Publishable key').fill(CONNECTION.publishableKey)
  await page.getByLabel('Signing secret').fill(CONNECTION.webhookSecret)
  await button(page, 'Connect Stripe').click()
  await page.getByText('Stripe connected', { exact: true }).waitFor()
  await page.getByText('Test mode: no real money').waitFor()
  await page.getByText('No webhooks received from Stripe yet.').waitFor()
  await takeScreenshot(page, 'payments-connected')
  expect(await page.content()).not.toContain(CONNECTION.secretKey)
  expect(await page.getByLabel('Secret key').inputValue()).toBe('')

  await placeOrder(mugs, { captureMethod: 'manual' })
  await page.setViewportSize(VIEWPORTS.phone)
  await page.getByLabel('Secret key').fill(LIVE_KEY)
  await button(page, 'Update keys').click()
  await page.getByText('Authorized payments must be settled first (1 pending)').waitFor()
  await page.getByLabel(/abandon its payments in progress/).check()
  await takeScreenshot(page, 'payments-under-way-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect((await connection()).keyMode).toBe('test')
  await button(page, 'Update keys').click()
  await page.getByText('Live: real money').waitFor()
  expect(await page.getByText(NOTICE).count()).toBe(0)
  expect(await connection()).toMatchObject({ livePayments: true, account: 'acct_ours' })
  await takeScreenshot(page, 'payments-phone')
  await page.setViewportSize(VIEWPORTS.desktop)
  await takeScreenshot(page, 'payments')
  await takeDarkScreenshot(page, 'payments-dark')

  await button(page, 'Disconnect').click()
  await takeScreenshot(page, 'payments-disconnect')
  await dialogButton(page, 'Disconnect').click()
  await page.getByText('Stripe disconnected.').waitFor()
  await page.getByText(NOTICE).waitFor()
  expect((await connection()).provider).toBe('simulator')
  expect(pageErrors.filter((text) => !/status of 4(00|01|09)/.test(text))).toEqual([])
})

it('viewers see the payment provider on a phone, and no form', async (context) => {
  const at = { path: '/settings/payments', heading: 'Payments' }
  const { page } = await openDashboard(context, { size: 'phone', role: 'viewer', at })
  await page.getByText('Only owners and admins can change these settings.').waitFor()
  await page.getByRole('cell', { name: 'pm_card_visa' }).waitFor()
  expect(await button(page, /Connect|Disconnect|Update/).count()).toBe(0)
  await takeScreenshot(page, 'payments-viewer-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
})
