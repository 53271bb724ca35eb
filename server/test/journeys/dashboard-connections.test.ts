import { expect, it, onTestFinished } from 'vitest'
import { trackingModule } from '../../src/modules/tracking/module.ts'
import { takeScreenshot, VIEWPORTS } from '../browser.ts'
import { seedShop } from '../checkout-shop.ts'
import { openExternalServer } from '../external-server.ts'
import { fastClock } from '../fast-clock.ts'
import { handleEvent } from '../inbound-events.ts'
import { openServer } from '../open-server.ts'
import { placeOrder, systemCtx } from '../placed-order.ts'
import { requireShopifySchema } from '../shopify/schema.ts'
import { openShopifyServer, SHOPIFY_CLIENT_SECRET, SHOPIFY_DOMAIN, SHOPIFY_TOKEN } from '../shopify-server.ts'
import { CONNECTION, LIVE_KEY } from '../stripe/keys.ts'
import { openStripe } from '../stripe-server.ts'
import {
  button,
  dialogButton,
  findViolations,
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

it('previews and syncs the sample store in the sandbox, sends events to an endpoint, then connects a live store', async (context) => {
  requireShopifySchema(context)
  const remote = await openShopifyServer({ products: 3, variantsPerProduct: 2, customers: 1, orders: 1 })
  onTestFinished(remote.close)
  const shopify = { baseUrl: remote.url }
  const server = await openServer({ limitClock: fastClock(), allowWebhookLoopback: true, shopify })
  await server.startWorker()
  let status = 500
  const receiver = await openExternalServer((response) => {
    response.statusCode = status
    response.end('no capacity')
  })
  const at = { path: '/settings/connections', heading: 'Connections' }
  const { page, shop, pageErrors } = await openDashboard(context, { server, role: 'admin', at })
  const products = async () => (await shop.sandbox.get('/v1/catalog/products')).body.data
  await page.getByText('Sandbox', { exact: true }).click()
  await page.getByRole('heading', { name: 'EasyPost' }).waitFor()
  await takeScreenshot(page, 'connections')
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'Shopify', exact: true }).click()
  await page.getByText('built-in sample store').waitFor()
  await button(page, 'Dry run').click()
  await page.getByRole('heading', { name: 'Dry run of a full sync' }).waitFor()
  await page.getByText('This was a dry run: nothing was written.').waitFor()
  await page.getByRole('list', { name: 'Changes' }).getByText('To add').first().waitFor()
  expect(await products()).toEqual([])
  await takeScreenshot(page, 'shopify-dry-run')
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('link', { name: '← Shopify' }).click()
  await button(page, 'Sync now').click()
  await page.getByRole('heading', { name: 'Full sync' }).waitFor()
  await page.getByRole('progressbar').waitFor()
  await takeScreenshot(page, 'shopify-running')
  await page.getByText('Completed', { exact: true }).waitFor()
  await page.getByRole('list', { name: 'Changes' }).getByText('Added').first().waitFor()
  const [first] = await products()
  await openPage(page, 'desktop', 'Products')
  await page.getByRole('link', { name: first.title }).waitFor()

  await openPage(page, 'desktop', 'Webhooks')
  await button(page, 'Add endpoint').click()
  await page.getByLabel('Endpoint URL').fill('http://10.0.0.1/hooks')
  await dialogButton(page, 'Add endpoint').click()
  await page.getByText("Couldn't add the endpoint").waitFor()
  await page.getByLabel('Endpoint URL').fill(receiver.url)
  await page.getByLabel('Description').fill('Warehouse')
  await page.getByLabel('Selected events').check()
  await page.getByRole('combobox', { name: 'Event types' }).fill('order.cre')
  await page.getByRole('option', { name: 'order.created' }).click()
  await page.keyboard.press('Escape')
  await dialogButton(page, 'Add endpoint').click()
  const secret = await page.getByLabel('Signing secret', { exact: true }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  await takeScreenshot(page, 'webhook-secret')
  await page.getByLabel('I saved this secret').check()
  await dialogButton(page, 'Done').click()
  expect(await page.content()).not.toContain(secret)

  await page.getByRole('link', { name: receiver.url }).click()
  await button(page, 'Send test event').click()
  await page.getByText('HTTP 500').waitFor()
  await page.getByText('Retrying').waitFor()
  await takeScreenshot(page, 'webhook-endpoint')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'webhook_endpoint.test' }).click()
  await page.getByText('no capacity').first().waitFor()
  status = 204
  await button(page, 'Resend').click()
  await page.getByText('HTTP 204').first().waitFor()
  await page.getByText('Delivered', { exact: true }).waitFor()
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
  await takeScreenshot(page, 'webhook-delivery')
  expect(await findViolations(page)).toEqual([])

  await openPage(page, 'desktop', 'Webhooks')
  await page.getByRole('link', { name: receiver.url }).click()
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Rotate signing secret…' }).click()
  await dialogButton(page, 'Rotate secret').click()
  const rotated = await page.getByLabel('Signing secret', { exact: true }).inputValue()
  expect(rotated).toMatch(/^whsec_/)
  expect(rotated).not.toBe(secret)
  await takeScreenshot(page, 'webhook-rotated')
  await page.getByLabel('I saved this secret').check()
  await dialogButton(page, 'Done').click()
  status = 410
  await button(page, 'Send test event').click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('The webhook endpoint Warehouse responded that it is gone and was disabled.').waitFor()
  await takeScreenshot(page, 'webhook-disabled')
  expect(await findViolations(page)).toEqual([])

  await page.getByText('Live', { exact: true }).click()
  await openPage(page, 'desktop', 'Connections')
  await page.getByRole('link', { name: 'Shopify', exact: true }).click()
  await page.getByLabel('Store domain').fill(SHOPIFY_DOMAIN)
  await page.getByLabel('Admin API access token').fill('shpat_wrong')
  await page.getByLabel('Client secret').fill(SHOPIFY_CLIENT_SECRET)
  await button(page, 'Connect store').click()
  await page.getByText("Couldn't connect the store").waitFor()
  await page.getByLabel('Admin API access token').fill(SHOPIFY_TOKEN)
  await button(page, 'Connect store').click()
  await page.getByText(SHOPIFY_DOMAIN, { exact: true }).waitFor()
  await takeScreenshot(page, 'shopify-connected')
  expect(await findViolations(page)).toEqual([])
  await button(page, 'Sync now').click()
  await page.getByRole('heading', { name: 'Full sync' }).waitFor()
  await page.getByText('Completed', { exact: true }).waitFor()
  await takeScreenshot(page, 'shopify-live-sync')
  expect((await shop.api.get('/v1/catalog/products')).body.data).toHaveLength(3)

  await page.setViewportSize(VIEWPORTS.phone)
  for (const name of ['Connections', 'Inbound events', 'Webhooks', 'Reviews']) {
    await openPage(page, 'phone', name)
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await expect.poll(() => page.getByText(/^Loading .*…$/).count()).toBe(0)
    expect([name, await horizontalOverflow(page)]).toEqual([name, 0])
    await takeScreenshot(page, `phone-${name.toLowerCase().replaceAll(' ', '-')}`)
  }
  // The public URL of a test server has no port, so that synced images don't load.
  const isExpected = (text: string) => /status of 400|ERR_CONNECTION_REFUSED|127\.0\.0\.1\/files\//.test(text)
  expect(pageErrors.filter((text) => !isExpected(text))).toEqual([])
})

it('agents see connections and logs, and cannot change them', async (context) => {
  const at = { path: '/settings/connections/judgeme', heading: 'Judge.me' }
  const { page, shop, pageErrors } = await openDashboard(context, { role: 'agent', at })
  await page.getByText('Only owners and admins can change connections.').waitFor()
  await page.getByText('Not connected', { exact: true }).waitFor()
  expect(await page.getByLabel('Webhook URL').count()).toBe(0)

  const { body: connection } = await shop.api.send('PUT', '/v1/connections/judgeme', { secret: 'topsecret' })
  const { pathname } = new URL(connection.webhookUrl)
  const forged = await fetch(shop.server.url + pathname, { method: 'POST', body: '{"review":{"id":1}}' })
  expect(forged.status).toBe(401)
  await page.getByRole('link', { name: 'View events' }).click()
  await page.getByRole('table').getByText('Rejected').waitFor()
  await page.getByRole('table').getByRole('link').click()
  await page.getByText('The body of a rejected request is not stored.').or(page.getByText('Only owners')).waitFor()
  expect(await button(page, 'Process again').count()).toBe(0)
  await openPage(page, 'desktop', 'Webhooks')
  await page.getByText('Only owners and admins can view webhook endpoints.').waitFor()
  expect(await button(page, 'Add endpoint').count()).toBe(0)
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await page.getByText('No deliveries yet').waitFor()

  const order = await placeOrder({ ...shop, mug: await seedShop(shop, 10) })
  const tracking = { carrier: 'UPS', number: '1Z999' }
  expect((await shop.api.post(`/v1/orders/${order.id}/fulfillments`, { tracking })).status).toBe(201)
  const tracker = {
    tracking_code: '1Z999',
    carrier: 'UPS',
    status: 'out_for_delivery',
    updated_at: new Date().toISOString(),
  }
  const result = {
    ...tracker,
    tracking_details: [{ status: 'in_transit', message: 'Left Graz', datetime: '2026-01-02T03:04:05Z' }],
  }
  await handleEvent(systemCtx(shop), trackingModule.inboundHandlers, 'easypost', { id: 'evt_1', result })
  await page.goto(`${shop.server.url}/dashboard/#/sales/orders/${order.id}`)
  await page.getByText(/^Tracking history \(\d\)$/).click()
  await page.getByText('Left Graz').waitFor()
  await takeScreenshot(page, 'tracking-history')
  expect(await findViolations(page)).toEqual([])
  // The product's image is on another machine.
  expect(pageErrors.filter((text) => !text.includes('cdn.example.com'))).toEqual([])
})
