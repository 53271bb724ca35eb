import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { takeScreenshot } from '../browser.ts'
import { addSimpleProduct, openCart } from '../cart-shop.ts'
import type { Shop } from '../open-shop.ts'
import { eur } from '../sample-products.ts'
import {
  button,
  dialogButton,
  horizontalOverflow,
  openDashboard,
  openPage,
  takeDarkScreenshot,
} from './dashboard-page.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const usd = (amount: number) => ({ amount, currency: 'USD' })

async function selectOptions(page: Page, label: string, ...names: string[]): Promise<void> {
  for (const name of names) {
    await dialog(page).getByRole('combobox', { name: label }).fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }
}

const addShirt = async (shop: Shop) =>
  (await addSimpleProduct(shop, { title: 'Shirt', sku: 'SHIRT', price: 2499 })).variants[0].id

const listOfferedRates = async (shop: Shop, items: string, destination: string) =>
  (await shop.storefront.get(`/v1/shipping/rates?items=${items}&${destination}`)).body

it('a shop adds a zone, rates, a pickup and a profile, and offers them to buyers', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context)
  const shirt = await addShirt(shop)
  await shop.api.post('/v1/inventory/locations', { name: 'Vienna shop' })
  await openPage(page, 'desktop', 'Shipping')
  await page.getByText('No shipping zones yet').waitFor()
  await takeScreenshot(page, 'shipping-empty')
  await button(page, 'Add zone').click()
  await page.getByLabel('Name').fill('Austria and Munich')
  await selectOptions(page, 'Countries', 'Austria', 'Germany')
  await page.keyboard.press('Escape')
  await dialog(page).getByLabel('Limit to part of a country').selectOption('Part of Germany')
  const postalCodes = dialog(page).getByLabel('Only these postal codes of Germany')
  await postalCodes.fill('81000-8199,8*1,')
  await dialogButton(page, 'Add zone').click()
  await dialog(page).getByText('"81000-8199" must start and end with codes of equal length').first().waitFor()
  await dialog(page).getByText('"8*1" must be a postal code').first().waitFor()
  await takeScreenshot(page, 'shipping-zone-refused')
  await postalCodes.fill('8'.repeat(26))
  await postalCodes.press('Enter')
  await dialog(page).getByText('“888888888888…” is too long').waitFor()
  await takeScreenshot(page, 'shipping-zone-too-long')
  for (let tags = 3; tags > 0; tags--) await postalCodes.press('Backspace')
  await postalCodes.fill('80*,81000-81999,')
  await takeScreenshot(page, 'shipping-zone')
  await dialogButton(page, 'Add zone').click()
  await page.getByText('Austria, Germany (only postal codes 80*, 81000-81999)').waitFor()
  await page.getByText("No rates yet. Customers in this zone can't choose shipping.").waitFor()

  await button(page, 'Add rate to Austria and Munich').click()
  await dialog(page).getByLabel('Title').fill('Standard delivery')
  await dialog(page).getByLabel('Shipping price').fill('4,9')
  await dialog(page).getByLabel('Free shipping from').fill('50')
  await dialog(page).getByLabel('Minimum days').fill('2')
  await dialog(page).getByLabel('Maximum days').fill('4')
  await dialog(page).getByText('Customers see: Standard delivery, €4.90, free from €50.00, 2–4 days.').waitFor()
  await takeScreenshot(page, 'shipping-rate')
  await dialogButton(page, 'Add rate').click()
  const rates = page.getByRole('list', { name: 'Rates of Austria and Munich' }).getByRole('listitem')
  await rates.first().waitFor()
  expect(await listOfferedRates(shop, `${shirt}:1`, 'country=AT')).toMatchObject({
    data: [{ service: 'standard-delivery', title: 'Standard delivery', amount: eur(490), minDays: 2, maxDays: 4 }],
  })
  expect((await listOfferedRates(shop, `${shirt}:1`, 'country=DE&postalCode=10115')).reason).toBe('no_zone')
  expect((await listOfferedRates(shop, `${shirt}:3`, 'country=DE&postalCode=80331')).data).toMatchObject([
    { amount: eur(0) },
  ])

  // By weight, first with a service that is already in use.
  await button(page, 'Add rate to Austria and Munich').click()
  await dialog(page).getByLabel('Title').fill('By weight')
  await dialog(page).getByLabel('Price', { exact: true }).selectOption('By weight')
  await dialog(page).getByLabel('Limit of tier 1').fill('500')
  await dialog(page).getByLabel('Price of tier 1').fill('3')
  await dialogButton(page, 'Add tier').click()
  await dialog(page).getByLabel('Limit of tier 2').fill('400')
  await dialog(page).getByLabel('Price of tier 2').fill('6')
  await dialogButton(page, 'Add rate').click()
  await dialog(page).getByText('Must be more than 500 g, the end of the previous tier.').waitFor()
  await dialog(page).getByLabel('Limit of tier 2').fill('')
  await dialog(page).getByLabel('Service').fill('standard-delivery')
  await dialogButton(page, 'Add rate').click()
  await dialog(page).getByText('Is already in use by another rate in the same zone and profile.').waitFor()
  await takeScreenshot(page, 'shipping-rate-refused')
  await dialog(page).getByLabel('Service').fill('light')
  await dialogButton(page, 'Add rate').click()
  await rates.getByText('Up to 500 g: €3.00 · above: €6.00').waitFor()

  await button(page, 'Add pickup').click()
  await dialog(page).getByLabel('Title').fill('Fetch it in Vienna')
  await dialog(page).getByLabel('Location').selectOption('Vienna shop')
  await dialog(page).getByLabel('Shipping price').fill('0')
  await dialogButton(page, 'Add pickup').click()
  await page.getByText('At Vienna shop').waitFor()
  await button(page, 'Add profile').click()
  await dialog(page).getByLabel('Name').fill('Bulky goods')
  await dialog(page).getByRole('combobox', { name: 'Tags' }).fill('bulky,')
  await takeScreenshot(page, 'shipping-profile')
  await dialogButton(page, 'Add profile').click()
  await page.getByRole('list', { name: 'Profiles' }).getByText('bulky', { exact: true }).waitFor()
  await takeScreenshot(page, 'shipping')
  await takeDarkScreenshot(page, 'shipping-dark')
  const offered = await listOfferedRates(shop, `${shirt}:4`, 'country=AT')
  expect(offered.data.map(({ title }: { title: string }) => title).sort()).toEqual([
    'By weight',
    'Fetch it in Vienna',
    'Standard delivery',
  ])

  await button(page, 'Delete Austria and Munich').click()
  await dialog(page).getByText('Its 2 rates are deleted too.').waitFor()
  await takeScreenshot(page, 'shipping-zone-delete')
  await dialogButton(page, 'Cancel').click()
  expect((await shop.api.get('/v1/shipping/zones')).body.data).toHaveLength(1)
  await button(page, 'Delete Austria and Munich').click()
  await dialogButton(page, 'Delete').click()
  await page.getByText('No shipping zones yet').waitFor()
  expect((await shop.api.get('/v1/shipping/rate-definitions')).body.data).toHaveLength(1)
  // The browser logs every response that is not 2xx.
  expect(pageErrors.filter((text) => !/status of 4(00|01|09)/.test(text))).toEqual([])
})

it('creates and changes rates on a phone, keeps fields the form does not show, and detects concurrent edits', async (context) => {
  const { page, shop } = await openDashboard(context, { size: 'phone', role: 'admin' })
  const zone = (await shop.api.post('/v1/shipping/zones', { name: 'Everywhere', areas: [{ country: '*' }] })).body
  const rate = async (more: object) =>
    (await shop.api.post('/v1/shipping/rate-definitions', { zoneId: zone.id, ...more })).body.id
  const price = { kind: 'flat', amounts: [eur(490), usd(590)] }
  const post = await rate({ title: 'Post', price, freeFrom: [usd(9000)] })
  const carrier = { kind: 'carrier', carrier: 'parcel-post', service: 'EXPRESS', fallback: [eur(1290)] }
  await shop.api.send('PUT', '/v1/shipping/carriers/parcel-post', { url: 'https://rates.example.com/quote' })
  const express = await rate({ title: 'Express', price: carrier })
  const items = { tags: ['bulky'], vendors: ['Crane'] }
  const bulky = (await shop.api.post('/v1/shipping/profiles', { name: 'Bulky', items })).body
  const savedAs = async (id: string) => (await shop.api.get(`/v1/shipping/rate-definitions/${id}`)).body

  await openPage(page, 'phone', 'Shipping')
  await button(page, 'Edit Post').click()
  await dialog(page).getByText('There are also prices in USD').waitFor()
  await dialog(page).getByLabel('Shipping price').fill('6')
  await takeScreenshot(page, 'shipping-rate-phone')
  await shop.api.patch(`/v1/shipping/rate-definitions/${post}`, { title: 'Snail' })
  await dialogButton(page, 'Save').click()
  await dialog(page).getByText('Someone else changed this rate').waitFor()
  await dialogButton(page, 'Keep my changes').click()
  await dialogButton(page, 'Save').click()
  await page.getByText('Rate “Post” saved').waitFor()
  expect(await savedAs(post)).toMatchObject({
    title: 'Post',
    price: { kind: 'flat', amounts: [eur(600), usd(590)] },
    freeFrom: [usd(9000)],
  })
  await button(page, 'Edit Express').click()
  await dialog(page).getByLabel('Title').fill('Overnight')
  await shop.api.patch(`/v1/shipping/rate-definitions/${express}`, { position: 7 })
  await dialogButton(page, 'Save').click()
  await dialog(page).getByText('that this form does not show. Save again to keep both.').waitFor()
  await dialogButton(page, 'Save').click()
  await page.getByText('Rate “Overnight” saved').waitFor()
  expect(await savedAs(express)).toMatchObject({ title: 'Overnight', price: carrier, position: 7 })
  await button(page, 'Add rate to Everywhere').click()
  await dialog(page).getByLabel('Title').fill('By value')
  await dialog(page).getByLabel('Price', { exact: true }).selectOption('By order price')
  await dialog(page).getByLabel('Limit of tier 1').fill('120')
  await dialog(page).getByLabel('Price of tier 1').fill('99999999999999')
  await dialog(page).getByText('Must be at most €10,000,000,000.00.').waitFor()
  await dialog(page).getByLabel('Price of tier 1').fill('4,9')
  await dialogButton(page, 'Add tier').click()
  await dialog(page).getByLabel('Limit of tier 2').fill('100')
  await dialog(page).getByLabel('Price of tier 2').fill('0')
  await dialogButton(page, 'Add rate').click()
  await dialog(page).getByText('Must be more than 120.00 EUR, the end of the previous tier.').waitFor()
  await dialog(page).getByLabel('Price of tier 2').fill('10000000000,01')
  await dialog(page).getByLabel('Limit of tier 1').scrollIntoViewIfNeeded()
  await takeScreenshot(page, 'shipping-tiers-refused-phone')
  await dialog(page).getByLabel('Price of tier 2').fill('0')
  await dialog(page).getByLabel('Limit of tier 1').fill('50')
  await dialog(page).getByLabel('Limit of tier 2').fill('')
  await dialog(page).getByLabel('Shipping profile').selectOption('Bulky')
  await dialog(page).getByText('Customers see: By value, up to €50.00: €4.90 · above: free.').waitFor()
  await dialog(page).getByLabel('Price of tier 2').scrollIntoViewIfNeeded()
  await takeScreenshot(page, 'shipping-tiers-phone')
  await dialogButton(page, 'Add rate').click()
  await page.getByText('Rate “By value” saved').waitFor()
  const rates = (await shop.api.get(`/v1/shipping/rate-definitions?profileId=${bulky.id}`)).body.data
  expect(rates).toMatchObject([
    {
      service: 'by-value',
      price: {
        tiers: [
          { upTo: [eur(5000)], amounts: [eur(490)] },
          { upTo: null, amounts: [eur(0)] },
        ],
      },
    },
  ])
  await button(page, 'Edit Bulky').click()
  await dialog(page).getByText('This profile also has 1 vendor').waitFor()
  await dialog(page).getByRole('combobox', { name: 'Tags' }).fill('long')
  await dialogButton(page, 'Save').click()
  await page.getByText('Profile “Bulky” saved').waitFor()
  expect((await shop.api.get(`/v1/shipping/profiles/${bulky.id}`)).body.items).toEqual({
    tags: ['bulky', 'long'],
    vendors: ['Crane'],
  })
  await takeScreenshot(page, 'shipping-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)

  await button(page, 'Delete Overnight').click()
  await dialogButton(page, 'Delete').click()
  await page.getByText('Rate “Overnight” deleted').waitFor()
  expect((await shop.api.get(`/v1/shipping/rate-definitions/${express}`)).status).toBe(404)
})

it('sets taxes, shows them in a cart, changes and deletes them', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context)
  const shirt = await addShirt(shop)
  const { id } = await openCart(shop, { items: [{ variantId: shirt }] })
  const totals = async () => (await shop.storefront.get(`/v1/carts/${id}`)).body.totals
  await openPage(page, 'desktop', 'Taxes')
  await page.getByText('No tax regions yet').waitFor()
  await button(page, 'Add region').click()
  await selectOptions(page, 'Country', 'Austria')
  await dialog(page).getByLabel('Name of tax 1').fill('VAT')
  await dialog(page).getByLabel('Percentage of tax 1').fill('20')
  await dialogButton(page, 'Add tax').click()
  await dialog(page).getByLabel('Percentage of tax 2').fill('10,5')
  await takeScreenshot(page, 'tax-region')
  await dialogButton(page, 'Add region').click()
  const regions = page.getByRole('list', { name: 'Tax regions' })
  await regions.getByText('reduced: VAT 10.5%').waitFor()
  // Without an address nothing is taxed until there is a default country.
  expect((await totals()).tax).toEqual(eur(0))
  await page.getByLabel('Your prices').selectOption({ index: 1 })
  await page.getByRole('combobox', { name: 'Default country' }).fill('Austria')
  await page.getByRole('option', { name: 'Austria', exact: true }).click()
  await button(page, 'Save').click()
  await page.getByText('Tax settings saved').waitFor()
  await page.getByText('Tax is added in the cart').waitFor()
  await takeScreenshot(page, 'taxes')
  await takeDarkScreenshot(page, 'taxes-dark')
  expect(await totals()).toMatchObject({ tax: eur(500), total: eur(2999) })

  await button(page, 'Add region').click()
  await selectOptions(page, 'Country', 'Austria')
  await dialog(page).getByLabel('Name of tax 1').fill('VAT')
  await dialog(page).getByLabel('Percentage of tax 1').fill('19')
  await dialogButton(page, 'Add region').click()
  await dialog(page).getByText('Austria already has a tax region').waitFor()
  await dialog(page).getByLabel('Percentage of tax 1').fill('19.00001')
  await dialog(page).getByText('Enter a number from 0 to 100').waitFor()
  await takeScreenshot(page, 'tax-region-refused')
  await dialog(page).getByLabel('Percentage of tax 1').fill('19')
  await dialogButton(page, 'Limit to part of Austria').click()
  const postalCodes = dialog(page).getByLabel('Only these postal codes of Austria')
  await postalCodes.fill('6691,')
  await dialogButton(page, 'Add region').click()
  await regions.getByText('Austria (only postal codes 6691)').waitFor()
  await button(page, 'Edit Austria (only postal codes 6691)').click()
  await dialog(page).getByLabel('Percentage of tax 1').fill('12.5')
  await dialogButton(page, 'Save').click()
  await regions.getByText('Standard: VAT 12.5%').waitFor()
  await button(page, 'Delete Austria (only postal codes 6691)').click()
  await dialogButton(page, 'Delete').click()
  await page.getByText('Tax region “Austria (only postal codes 6691)” deleted').waitFor()
  expect((await shop.api.get('/v1/taxes/regions')).body.data).toHaveLength(1)
  expect(pageErrors.filter((text) => !/status of 4(01|09)/.test(text))).toEqual([])
})

it('viewers see the settings and no buttons', async (context) => {
  const { page, shop } = await openDashboard(context, { size: 'phone', role: 'viewer' })
  const zone = (await shop.api.post('/v1/shipping/zones', { name: 'Home', areas: [{ country: 'AT' }] })).body
  const price = { kind: 'flat', amounts: [eur(490)] }
  await shop.api.post('/v1/shipping/rate-definitions', { zoneId: zone.id, title: 'Post', price })
  const rates = [{ class: 'standard', name: 'VAT', percentage: 20 }]
  await shop.api.post('/v1/taxes/regions', { area: { country: 'AT' }, rates })
  const actions = button(page, /^(Edit|Delete|Add|Save)/)
  await openPage(page, 'phone', 'Shipping')
  await page.getByText('€4.90').waitFor()
  expect(await actions.count()).toBe(0)
  await openPage(page, 'phone', 'Taxes')
  await page.getByText('Standard: VAT 20%').waitFor()
  await page.getByLabel('Your prices').waitFor()
  expect(await actions.count()).toBe(0)
  expect(await page.getByLabel('Your prices').isDisabled()).toBe(true)
  await takeScreenshot(page, 'taxes-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
})
