import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { transaction } from '../../src/ctx.ts'
import { newId } from '../../src/kit/ids.ts'
import { confirmUses, reserveUses } from '../../src/modules/promotions/uses/uses.ts'
import { takeScreenshot } from '../browser.ts'
import { addSimpleProduct, openCart } from '../cart-shop.ts'
import type { Shop } from '../open-shop.ts'
import { addCollection } from '../sample-collections.ts'
import { addCodes, addPromotion, checkoutCtx } from '../sample-promotions.ts'
import {
  button,
  dialogButton,
  horizontalOverflow,
  openDashboard,
  openPage,
  takeDarkScreenshot,
} from './dashboard-page.ts'

const ownPage = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true, level: 1 })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const saved = (page: Page) => page.getByText('Changes saved', { exact: true }).waitFor()

async function takeFullScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return
  const { width = 1280, height = 900 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width, height: 2600 })
  await takeScreenshot(page, name)
  await page.setViewportSize({ width, height })
}

const discountOf = async (shop: Shop, variantId: string, quantity: number, codes: string[] = []) => {
  const { id } = await openCart(shop, { items: [{ variantId, quantity }] })
  for (const code of codes) await shop.storefront.post(`/v1/carts/${id}/promotions`, { code })
  return (await shop.storefront.get(`/v1/carts/${id}`)).body.totals.discount.amount
}

it('creates a promotion, shows it in carts, changes it without losing fields the form does not show, and deletes it', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context)
  const shirt = await addSimpleProduct(shop, { title: 'Shirt', sku: 'SHIRT', price: 2000 })
  await addCollection(shop.api, { title: 'Summer things' })
  const [{ id: variantId }] = shirt.variants
  await openPage(page, 'desktop', 'Discounts')
  await page.getByText('No discounts yet').waitFor()
  await page.getByRole('link', { name: 'Create discount' }).click()
  await page.getByText('Enter a title.').waitFor()
  await field(page, 'Title').fill('Shirt days')
  await field(page, 'Percentage').fill('101')
  await page.getByText('Enter a number up to 100').waitFor()
  await field(page, 'Percentage').fill('10')
  await field(page, 'Applies to').selectOption('Eligible products')
  await field(page, 'Specific products').check()
  await page.getByText('Select eligible products').waitFor()
  await page.getByRole('combobox', { name: 'Products', exact: true }).fill('shi')
  await page.getByRole('option', { name: 'Shirt' }).click()
  await page.getByRole('combobox', { name: 'Collections', exact: true }).fill('summ')
  await page.getByRole('option', { name: 'Summer things' }).click()
  await field(page, 'Minimum amount').fill('40')
  await field(page, 'Start date').fill('2031-01-02T10:00')
  await field(page, 'End date').fill('2031-01-01T10:00')
  await takeFullScreenshot(page, 'promotion-new')
  await button(page, 'Create').click()
  // The server's error, at its field.
  await page.getByText('Must be later than the start.').waitFor()
  await page.getByText('End date: must be later than the start').waitFor()
  await takeFullScreenshot(page, 'promotion-refused')
  await field(page, 'Start date').fill('')
  await button(page, 'Create').click()
  await ownPage(page, 'Shirt days').waitFor()
  await page.getByText('10% off eligible products.').waitFor()
  expect(await discountOf(shop, variantId, 1)).toBe(0)
  expect(await discountOf(shop, variantId, 2)).toBe(400)

  const [promotion] = (await shop.api.get('/v1/promotions')).body.data
  expect(promotion.items).toMatchObject({ productIds: [shirt.id], collectionIds: [expect.any(String)] })
  await shop.api.patch(`/v1/promotions/${promotion.id}`, {
    conditions: { minAmounts: [...promotion.conditions.minAmounts, { amount: 5000, currency: 'USD' }], minQuantity: 2 },
    items: { ...promotion.items, exclude: { tags: ['old'] } },
    budgets: [{ amount: 90_000, currency: 'EUR' }],
  })
  await page.reload()
  await page.getByText('Amounts in USD stay unchanged.').waitFor()
  await page.getByText('Some products are excluded.').waitFor()
  await page.getByText('Summer things').waitFor()
  await field(page, 'Discount type').selectOption('Volume discount')
  await field(page, 'Minimum of tier 1').fill('2')
  await field(page, 'Discount of tier 1').fill('5')
  await button(page, 'Add tier').click()
  await page.getByText('Complete every tier.').waitFor()
  await field(page, 'Minimum of tier 2').fill('3')
  await field(page, 'Discount of tier 2').fill('50')
  await field(page, 'Minimum amount').fill('')
  await page.getByText('does not apply to carts in EUR').waitFor()
  await field(page, 'Minimum amount').fill('60')
  await takeFullScreenshot(page, 'promotion-tiers')
  await button(page, 'Save').click()
  await saved(page)
  expect(await discountOf(shop, variantId, 3)).toBe(3000)
  expect((await shop.api.get(`/v1/promotions/${promotion.id}`)).body).toMatchObject({
    conditions: {
      minAmounts: [
        { amount: 6000, currency: 'EUR' },
        { amount: 5000, currency: 'USD' },
      ],
      minQuantity: 2,
    },
    items: { exclude: { tags: ['old'] }, productIds: [shirt.id] },
    budgets: [{ amount: 90_000, currency: 'EUR' }],
    endsAt: promotion.endsAt,
  })

  await addPromotion(shop.api, { title: 'Not now', active: false })
  await addPromotion(shop.api, {
    benefit: { kind: 'buy_x_get_y', buy: { quantity: 2 }, get: { quantity: 1 } },
    title: 'Trio',
  })
  await page.getByRole('link', { name: '← Discounts' }).click()
  await page.getByText('Buy 2, get 1 free').waitFor()
  await takeScreenshot(page, 'promotions')
  await takeDarkScreenshot(page, 'promotions-dark')
  await field(page, 'Status').selectOption('Inactive')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('link', { name: 'Not now' }).waitFor()
  await field(page, 'Status').selectOption('All')
  await field(page, 'Search discounts').fill('shirt d')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('link', { name: 'Shirt days' }).click()
  await button(page, 'Delete discount').click()
  await page.getByText('Existing orders keep it.').waitFor()
  await dialogButton(page, 'Delete').click()
  await ownPage(page, 'Discounts').waitFor()
  expect((await shop.api.get(`/v1/promotions/${promotion.id}`)).status).toBe(404)
  expect(await discountOf(shop, variantId, 3)).toBe(0)
  expect(pageErrors.filter((text) => !/status of 40[01]/.test(text))).toEqual([])
})

it('adds, generates, downloads, deactivates and tracks codes on a phone', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context, { size: 'phone', role: 'agent' })
  const shirt = await addSimpleProduct(shop, { title: 'Shirt', sku: 'SHIRT', price: 2000 })
  const [{ id: variantId }] = shirt.variants
  const other = await addPromotion(shop.api, { title: 'Other' })
  await addCodes(shop.api, other.id, { codes: ['TAKEN'] })
  await openPage(page, 'phone', 'Discounts')
  await page.getByRole('link', { name: 'Other' }).waitFor()
  await takeScreenshot(page, 'promotions-phone')
  await page.getByRole('link', { name: 'Create discount' }).click()
  await field(page, 'Title').fill('Five off')
  await field(page, 'Discount code').check()
  await field(page, 'Discount type').selectOption('Gift')
  await page.getByRole('combobox', { name: 'Gift' }).fill('shirt')
  await page.getByRole('option', { name: 'Shirt, One' }).click()
  expect(await page.getByRole('combobox', { name: 'Gift' }).inputValue()).toBe('Shirt, One')
  await takeFullScreenshot(page, 'promotion-gift-phone')
  await field(page, 'Discount type').selectOption('Volume discount')
  await takeFullScreenshot(page, 'promotion-tiers-phone')
  await field(page, 'Discount type').selectOption('Buy X, get Y')
  await takeFullScreenshot(page, 'promotion-deal-phone')
  await field(page, 'Discount type').selectOption('Amount off')
  await field(page, 'Amount').fill('5,5')
  await takeFullScreenshot(page, 'promotion-new-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await button(page, 'Create').click()
  await page.getByText('No codes yet.').waitFor()
  await button(page, 'Add codes').click()
  await page.getByRole('textbox', { name: 'Codes' }).fill('five\ntaken')
  await dialogButton(page, 'Add 2 codes').click()
  await page.getByText("Couldn't add codes: TAKEN is already in use.").waitFor()
  await page.getByRole('textbox', { name: 'Codes' }).fill('five')
  await dialogButton(page, 'Add').click()
  await page.getByText('Code FIVE added').waitFor()
  expect(await discountOf(shop, variantId, 1, ['Five'])).toBe(550)

  await button(page, 'Generate codes').click()
  await field(page, 'Quantity').fill('60')
  await field(page, 'Prefix').fill('vip-')
  await takeScreenshot(page, 'promotion-generate-phone')
  await dialogButton(page, 'Generate').click()
  const generated = (await page.getByRole('textbox', { name: 'Codes' }).inputValue()).split('\n')
  expect(generated).toHaveLength(60)
  expect(generated.every((code) => /^VIP-[2-9A-Z]{10}$/.test(code))).toBe(true)
  await takeScreenshot(page, 'promotion-made-codes-phone')
  const [download] = await Promise.all([page.waitForEvent('download'), dialogButton(page, 'Download').click()])
  expect(readFileSync(await download.path(), 'utf8')).toBe(`${generated.join('\n')}\n`)
  await dialogButton(page, 'Done').click()
  const codes = page.getByRole('list', { name: 'Codes' }).getByRole('listitem')
  await expect.poll(() => codes.count()).toBe(50)
  await button(page, 'Load more codes').click()
  await expect.poll(() => codes.count()).toBe(61)

  const { id } = (await shop.api.get('/v1/promotions?q=FIVE')).body.data[0]
  const use = { promotionId: id, code: 'FIVE', customerKey: null, currency: 'EUR', amount: 550 }
  const orderId = newId('ord')
  await transaction(checkoutCtx(shop), async (ctx) => {
    await reserveUses(ctx, orderId, [use], new Date(Date.now() + 60_000))
    await confirmUses(ctx, orderId)
  })
  await page.reload()
  await page.getByText('Used once, €5.50 discounted in total.').waitFor()
  expect(await page.getByRole('table', { name: 'Uses' }).innerText()).toMatch(
    new RegExp(`${orderId}\\s+FIVE\\s+Ordered\\s+€5\\.50`),
  )
  await button(page, 'Deactivate FIVE').click()
  await dialogButton(page, 'Deactivate').click()
  await page.getByText('Code FIVE deactivated').waitFor()
  await expect.poll(() => codes.first().innerText()).toMatch(/FIVE\s+used 1\s+Inactive/)
  expect(await discountOf(shop, variantId, 1, ['five'])).toBe(0)
  await takeFullScreenshot(page, 'promotion-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)

  // Concurrent edits: neither text is lost.
  await field(page, 'Title').fill('Mine')
  await shop.api.patch(`/v1/promotions/${id}`, { title: 'Theirs' })
  await button(page, 'Save').click()
  await page.getByText('Someone else changed this discount').waitFor()
  await button(page, 'Keep my changes').click()
  await button(page, 'Save').click()
  await saved(page)
  expect((await shop.api.get(`/v1/promotions/${id}`)).body.title).toBe('Mine')
  expect(pageErrors.filter((text) => !/status of 4(01|09|12)/.test(text))).toEqual([])
})

it('a viewer sees promotions and codes, and no controls that change them', async (context) => {
  const { page, shop } = await openDashboard(context, { role: 'viewer' })
  const shirt = await addSimpleProduct(shop, {
    title: 'Shirt',
    sku: 'SHIRT',
    price: 2000,
    sizes: ['S', 'M'],
    more: { stock: 3, trackStock: true },
  })
  const gift = { kind: 'gift' as const, variantId: shirt.variants[1].id }
  const { id } = await addPromotion(shop.api, { title: 'A shirt for you', benefit: gift, usageLimit: 5 })
  await addCodes(shop.api, id, { codes: ['SHIRT'] })
  await openPage(page, 'desktop', 'Discounts')
  const link = page.getByRole('link', { name: 'A shirt for you' })
  await link.waitFor()
  expect(await page.getByRole('row').last().innerText()).toMatch(/Code\s+Active\s+0 of 5/)
  expect(await page.getByRole('link', { name: 'Create discount' }).count()).toBe(0)
  await link.click()
  await page.getByText('You can view this page but not make changes').waitFor()
  await page.getByRole('list', { name: 'Codes' }).getByText('SHIRT', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('combobox', { name: 'Gift' }).inputValue()).toBe('Shirt, M')
  expect(await button(page, /^(Save|Delete|Deactivate|Add|Generate|Discard)/).count()).toBe(0)
  expect(await field(page, 'Title').isEditable()).toBe(false)
  expect(await page.getByRole('switch').count()).toBe(0)
  await takeFullScreenshot(page, 'promotion-viewer')
})
