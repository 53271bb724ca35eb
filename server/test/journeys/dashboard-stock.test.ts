import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newEvaluationLimits, updateProductsJob } from '../../src/modules/collections/memberships/rule-changes.ts'
import { takeScreenshot, VIEWPORTS } from '../browser.ts'
import { systemCtxAt } from '../event-runner.ts'
import { fastClock } from '../fast-clock.ts'
import { openServer } from '../open-server.ts'
import type { Shop } from '../open-shop.ts'
import { addCollection, listProductIds } from '../sample-collections.ts'
import { addProduct } from '../sample-products.ts'
import {
  button,
  dialogButton,
  horizontalOverflow,
  openDashboard,
  openPage,
  takeDarkScreenshot,
} from './dashboard-page.ts'

const rows = (page: Page, label: string) => page.getByRole('list', { name: label }).getByRole('listitem')
const collections = async ({ api }: Shop) => (await api.get('/v1/catalog/collections')).body.data
const levels = async ({ api }: Shop, query = '') => (await api.get(`/v1/inventory${query}`)).body.data
const adjust = (shop: Shop, ...changes: object[]) =>
  shop.api.post('/v1/inventory/adjustments', { reason: 'count', changes })

const addProducts = async ({ api }: Shop, ...titles: string[]) => {
  for (const title of titles) await addProduct(api, { title })
}

it('creates a manual collection, fills, sorts and deletes it', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context)
  await addProducts(shop, 'Linen shirt', 'Straw hat')
  await addProduct(shop.api, { title: 'Wool scarf', vendor: 'Skagen' })
  await openPage(page, 'desktop', 'Collections')
  await page.getByRole('link', { name: 'Create collection' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Summer')
  await button(page, 'Create').click()
  await page.getByText('No products in this collection yet').waitFor()
  // The server finds them by any of their fields.
  for (const [words, title] of [
    ['stra', 'Straw hat'],
    ['linen shi', 'Linen shirt'],
    ['skag', 'Wool scarf'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Add a product' }).fill(words)
    await page.getByRole('option', { name: title }).click()
    await page.getByText(`${title} added`).waitFor()
  }
  await button(page, 'Move Wool scarf up').click()
  await page.getByText('Wool scarf moved to position 2').waitFor()
  await button(page, 'Move Straw hat down').click()
  await page.getByText('Straw hat moved to position 2').waitFor()
  await takeScreenshot(page, 'collection-by-hand')
  await button(page, 'Remove Linen shirt').click()
  await page.getByText('Linen shirt removed').waitFor()
  await expect
    .poll(() => rows(page, 'Products in order').allInnerTexts())
    .toMatchObject([expect.stringContaining('Wool scarf'), expect.stringContaining('Straw hat')])
  const [{ id }] = await collections(shop)
  expect(await listProductIds(shop.api, id)).toHaveLength(2)

  // Adding products has changed the version, which must not reject a new title.
  await page.getByLabel('Title', { exact: true }).fill('High summer')
  await button(page, 'Save').click()
  await page.getByText('Changes saved', { exact: true }).waitFor()
  expect((await collections(shop))[0]).toMatchObject({ title: 'High summer', handle: 'summer', productCount: 2 })
  await button(page, 'Delete collection').click()
  await dialogButton(page, 'Delete').click()
  await page.getByText('No collections yet').waitFor()
  expect(await collections(shop)).toEqual([])
  expect(pageErrors.filter((text) => !/status of 401/.test(text))).toEqual([])
})

it('rules preview their products before saving; concurrent edits are not overwritten', async (context) => {
  const { page, shop } = await openDashboard(context, { size: 'phone' })
  await addProducts(shop, 'Linen shirt', 'Linen trousers')
  await addProduct(shop.api, { title: 'Wool scarf', tags: ['winter'] })
  const { id } = await addCollection(shop.api, {
    title: 'All of linen',
    kind: 'rules',
    sort: 'newest',
    rules: [{ field: 'tag', relation: 'has', value: 'summer' }],
  })
  await openPage(page, 'phone', 'Collections')
  await page.getByText('2 products').waitFor()
  await takeScreenshot(page, 'collections-phone')
  await page.getByRole('link', { name: 'All of linen' }).click()
  await page.getByText('2 products match these rules.').waitFor()
  await page.getByLabel('Field of rule 1').selectOption('Title')
  await page.getByLabel('Relation of rule 1').selectOption('contains')
  await page.getByLabel('Value of rule 1').fill('trousers')
  await page.getByText('1 product matches these rules.').waitFor()
  await button(page, 'Add rule').click()
  await page.getByText('Complete rule 2 to see which products match.').waitFor()
  await page.getByLabel('Field of rule 2').selectOption('Price')
  await page.getByLabel('Value of rule 2').fill('49.00')
  await takeScreenshot(page, 'collection-rules-phone')
  expect(await listProductIds(shop.api, id)).toHaveLength(2)

  await shop.api.patch(`/v1/catalog/collections/${id}`, { title: 'Theirs' })
  await button(page, 'Save').click()
  await page.getByText('Someone else changed this collection').waitFor()
  await button(page, 'Keep my changes').click()
  await button(page, 'Save').click()
  await page.getByText('Changes saved', { exact: true }).waitFor()
  expect((await shop.api.get(`/v1/catalog/collections/${id}`)).body).toMatchObject({
    title: 'All of linen',
    rules: [
      { field: 'title', relation: 'contains', value: 'trousers' },
      { field: 'price', relation: 'is', value: { amount: 4900, currency: 'EUR' } },
    ],
    productCount: 1,
  })
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
})

it('adds, finds and adjusts stock and shows it in the ledger; a concurrent sale is not overwritten', async (context) => {
  const { page, shop, pageErrors, member } = await openDashboard(context)
  await addProducts(shop, 'Linen shirt')
  await openPage(page, 'desktop', 'Inventory')
  await page.getByText('No inventory yet').waitFor()
  await button(page, 'Add stock').click()
  await page.getByRole('dialog').getByLabel('SKU').fill('no such')
  await page.getByLabel('Quantity').fill('12')
  await dialogButton(page, 'Add stock').click()
  await page.getByRole('alert').getByText('No such variant. Nothing was changed.').waitFor()
  await page.getByRole('dialog').getByLabel('SKU').fill('LS-M-Sky')
  await dialogButton(page, 'Add stock').click()
  await page.getByText('LS-M-Sky: 12 on hand').waitFor()
  await adjust(
    shop,
    { sku: 'LS-S-White', onHand: 3, lowStockThreshold: 5 },
    { sku: 'LS-S-Sky', onHand: 0, lowStockThreshold: 1 },
  )

  await page.getByLabel('Low stock only').check()
  await page.getByRole('row', { name: /LS-S-White .* Low/ }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(3)
  await page.getByLabel('Low stock only').uncheck()
  await page.getByRole('row', { name: /LS-M-Sky/ }).waitFor()
  await takeScreenshot(page, 'stock')
  await takeDarkScreenshot(page, 'stock-dark')

  await button(page, 'Adjust Linen shirt, M / Sky at Main location').click()
  await page.getByText('Set to', { exact: true }).click()
  await page.getByLabel('New quantity', { exact: true }).fill('10')
  await page.getByText('On hand: 12 → 10').waitFor()
  await adjust(shop, { sku: 'LS-M-Sky', onHandChange: -5 })
  await dialogButton(page, 'Adjust').click()
  await page.getByText('On hand was 12 when you opened this and is 7 now.').waitFor()
  expect((await levels(shop, '?sku=LS-M-Sky'))[0].onHand).toBe(7)
  await takeScreenshot(page, 'stock-moved')
  await button(page, 'Continue from 7').click()
  await page.getByText('On hand: 7 → 10').waitFor()
  await dialogButton(page, 'Adjust').click()
  await page.getByText('Linen shirt, M / Sky: 10 on hand at Main location, 10 available.').waitFor()
  expect((await levels(shop, '?sku=LS-M-Sky'))[0].onHand).toBe(10)

  await page.getByLabel('Search inventory').fill('m-sKy')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('link', { name: 'Linen shirt, M / Sky' }).click()
  await page.getByText('+3 on hand').waitFor()
  await expect
    .poll(() => rows(page, 'Movements, newest first').allInnerTexts())
    .toMatchObject([
      expect.stringContaining(`by ${member.name}`),
      expect.stringContaining('by an API key'),
      expect.stringContaining('Received · Main location'),
    ])
  await takeScreenshot(page, 'stock-ledger')
  await page.getByRole('link', { name: '← Inventory' }).click()
  await button(page, 'Check ledger').click()
  await page.getByText('3 levels checked. Each matches the sum of its movements.').waitFor()
  await takeScreenshot(page, 'stock-audit')
  expect(pageErrors.filter((text) => !/status of 40[149]/.test(text))).toEqual([])
})

it('adds, renames and closes locations, but not while they hold stock', async (context) => {
  const { page, shop } = await openDashboard(context, { size: 'phone' })
  await addProducts(shop, 'Linen shirt')
  await adjust(shop, { sku: 'LS-M-Sky', onHand: 5, incoming: 40 }, { sku: 'LS-S-Sky', onHand: 0 })
  await openPage(page, 'phone', 'Locations')
  await page.getByLabel('New location').fill('Berlin')
  await button(page, 'Add').click()
  await page.getByText('Berlin added').waitFor()
  await button(page, 'Deactivate Main location').click()
  await page.getByText("Couldn't deactivate Main location").waitFor()
  await page.getByText('"Main location" still has stock: one variant has units').waitFor()
  await takeScreenshot(page, 'locations-phone')
  await button(page, 'Rename Berlin').click()
  await page.getByLabel('Name', { exact: true }).fill('Potsdam')
  await dialogButton(page, 'Rename').click()
  await button(page, 'Deactivate Potsdam').click()
  await button(page, 'Reactivate Potsdam').waitFor()
  expect((await shop.api.get('/v1/inventory/locations')).body.data).toMatchObject([
    { name: 'Main location', active: true },
    { name: 'Potsdam', active: false },
  ])
  await openPage(page, 'phone', 'Inventory')
  await page.getByText('LS-M-Sky · Main location').waitFor()
  await takeScreenshot(page, 'stock-phone')
  await button(page, /^Adjust Linen shirt, M/).click()
  await takeScreenshot(page, 'stock-adjust-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
})

it('says that products are still being added to a collection, and then shows them', async (context) => {
  const server = await openServer({ limitClock: fastClock() })
  server.system.perServer(newEvaluationLimits).immediate = 1
  const { page, shop } = await openDashboard(context, { server })
  await addProducts(shop, 'Linen shirt', 'Straw hat')
  await addCollection(shop.api, {
    title: 'All of linen',
    kind: 'rules',
    rules: [{ field: 'title', relation: 'contains', value: 'linen' }],
  })
  await openPage(page, 'desktop', 'Collections')
  await page.getByRole('link', { name: 'All of linen' }).click()
  const hint = page.getByText('Products are being added and removed.')
  await hint.scrollIntoViewIfNeeded()
  expect(await rows(page, 'Products in order').count()).toBe(0)
  await takeScreenshot(page, 'collection-updating')
  await page.setViewportSize(VIEWPORTS.phone)
  await page.reload()
  await hint.scrollIntoViewIfNeeded()
  await takeScreenshot(page, 'collection-updating-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await updateProductsJob.run(systemCtxAt(shop), {})
  await page.getByText('Products that match the saved rules.').waitFor()
  await rows(page, 'Products in order').getByText('Linen shirt').waitFor()
})
