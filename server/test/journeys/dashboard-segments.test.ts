import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { takeScreenshot } from '../browser.ts'
import { addSimpleProduct } from '../cart-shop.ts'
import { addCustomer } from '../sample-customers.ts'
import { addPromotion } from '../sample-promotions.ts'
import {
  button,
  dialogButton,
  horizontalOverflow,
  openDashboard,
  openPage,
  takeDarkScreenshot,
} from './dashboard-page.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const title = (page: Page, text: string) => page.getByRole('heading', { name: text, exact: true, level: 1 })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const text = (page: Page, words: string) => page.getByText(words, { exact: true })
const addTag = async (page: Page, label: string, tag: string) => {
  const input = page.getByRole('combobox', { name: label, exact: true })
  await input.fill(tag)
  await input.press('Enter')
}
const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })

it('creates a segment with a live count, exports its members, and uses it in a promotion', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context)
  const ada = await addCustomer(shop, { tags: ['vip'] })
  await addCustomer(shop, { name: 'Ben', tags: ['press'] })
  await addCustomer(shop, { name: 'Cleo' })
  await addSimpleProduct(shop, { title: 'Shirt', sku: 'SHIRT', price: 2000, sizes: ['S', 'M'] })
  await openPage(page, 'desktop', 'Segments')
  await page.getByText('No segments yet').waitFor()
  await link(page, 'Create segment').click()
  await field(page, 'Template').selectOption({ label: 'Champions: bought recently, often and for a lot' })
  await text(page, '0 customers match.').waitFor()
  await field(page, 'Template').selectOption('None')
  await page.getByText('Enter a name.').waitFor()
  await field(page, 'Name').fill('VIPs')
  await field(page, 'Field of condition 1').selectOption('Tags')
  await addTag(page, 'Value of condition 1', 'vip')
  await text(page, '1 customer matches.').waitFor()
  await text(page, 'Ada Lovelace').waitFor()
  await button(page, 'Add condition').click()
  await page.getByText('Complete all conditions.').waitFor()
  await field(page, 'Field of condition 2').selectOption('Amount spent')
  await field(page, 'Value of condition 2').fill('100')
  await text(page, '0 customers match.').waitFor()
  await takeScreenshot(page, 'segment-new')
  for (const [bought, option] of [
    ['Bought product', 'Shirt'],
    ['Bought variant', 'Shirt, M'],
  ] as const) {
    await field(page, 'Field of condition 2').selectOption(bought)
    await field(page, 'Comparison of condition 2').selectOption('none of')
    await page.getByRole('combobox', { name: 'Value of condition 2', exact: true }).fill('shirt')
    await page.getByRole('option', { name: option, exact: true }).click()
    await field(page, 'Days of condition 2').fill('30')
    await text(page, '1 customer matches.').waitFor()
  }
  await takeScreenshot(page, 'segment-purchase')
  await field(page, 'Field of condition 2').selectOption('Last order')
  await field(page, 'Comparison of condition 2').selectOption('before')
  await field(page, 'Value of condition 2').fill('2031-01-02T10:00')
  await text(page, '0 customers match.').waitFor()
  await button(page, 'Remove condition 2').click()
  await text(page, '1 customer matches.').waitFor()
  await button(page, 'Create').click()
  await title(page, 'VIPs').waitFor()
  await text(page, '1 member').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()])
  expect(download.suggestedFilename()).toBe('VIPs.csv')
  expect(readFileSync(await download.path(), 'utf8')).toMatch(new RegExp(`^Customer ID,.*\r?\n${ada},Ada Lovelace,`))

  await text(page, 'Any condition').click()
  await button(page, 'Add group').click()
  await field(page, 'Field of condition 1 of group 1').selectOption('Tags')
  await addTag(page, 'Value of condition 1 of group 1', 'press')
  await text(page, '2 customers match.').waitFor()
  await takeScreenshot(page, 'segment')
  await takeDarkScreenshot(page, 'segment-dark')
  await button(page, 'Save').click()
  await text(page, 'Changes saved').waitFor()
  await text(page, '2 members').waitFor()
  await link(page, 'Ben').waitFor()
  const [segment] = (await shop.api.get('/v1/segments')).body.data
  expect(segment).toMatchObject({
    name: 'VIPs',
    memberCount: 2,
    filter: {
      match: 'any',
      conditions: [{ field: 'tags', operator: 'any_of', value: ['vip'] }],
      groups: [{ match: 'all', conditions: [{ field: 'tags', operator: 'any_of', value: ['press'] }] }],
    },
  })

  await openPage(page, 'desktop', 'Discounts')
  await link(page, 'Create discount').click()
  await field(page, 'Title').fill('VIP days')
  await field(page, 'Percentage').fill('10')
  await page.getByRole('combobox', { name: 'Customer segments' }).click()
  await page.getByRole('option', { name: 'VIPs' }).click()
  await page.keyboard.press('Escape')
  await button(page, 'Create').click()
  await text(page, '10% off the order, for VIPs.').waitFor()
  const [promotion] = (await shop.api.get('/v1/promotions')).body.data
  expect(promotion.conditions).toEqual({ customer: { segmentIds: [segment.id] } })
  await link(page, '← Discounts').click()
  await text(page, '10% off the order, for VIPs').waitFor()

  await openPage(page, 'desktop', 'Segments')
  await field(page, 'Search segments').fill('champ')
  await page.getByText('No results').waitFor()
  await field(page, 'Search segments').fill('vip')
  await link(page, 'VIPs').click()
  await button(page, 'Delete segment').click()
  await dialogButton(page, 'Delete').click()
  await page.getByText('Promotions use this segment: “VIP days”.').waitFor()
  await takeScreenshot(page, 'segment-in-use')
  await shop.api.send('DELETE', `/v1/promotions/${promotion.id}`)
  await dialogButton(page, 'Delete').click()
  await page.getByText('No segments yet').waitFor()
  expect((await shop.api.get('/v1/segments')).body.data).toEqual([])
  expect(pageErrors.filter((message) => !/status of 4(04|09)/.test(message))).toEqual([])
})

it('saves a view of the customers, and records a consent, on a phone', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context, { size: 'phone', role: 'agent' })
  const ada = await addCustomer(shop)
  await addCustomer(shop, { name: 'Ben' })
  await openPage(page, 'phone', 'Customers')
  await link(page, 'Ada Lovelace').click()
  await button(page, 'Record consent').click()
  await field(page, 'Channel').selectOption('Email')
  await field(page, 'Decision').selectOption('Subscribed')
  await field(page, 'Source').fill('Phone call')
  await field(page, 'Text shown').fill('May we send you news once a month?')
  await takeScreenshot(page, 'consent-phone')
  await dialogButton(page, 'Record consent').click()
  await closed(page)
  const history = page.getByRole('list', { name: 'Consents, newest first' }).getByRole('listitem')
  await history.getByText('“May we send you news once a month?”').waitFor()
  await expect
    .poll(() => history.first().innerText())
    .toMatch(/^Email: Subscribed\s+“May .*”\s+Phone call, recorded by Robin \w+, /)
  await button(page, 'Record consent').click()
  await field(page, 'Channel').selectOption('SMS')
  await field(page, 'Decision').selectOption('Unsubscribed')
  await field(page, 'Source').fill('Text message')
  await dialogButton(page, 'Record consent').click()
  await closed(page)
  await expect.poll(() => history.count()).toBe(2)
  await takeScreenshot(page, 'customer-consents-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect((await shop.api.get(`/v1/customers/${ada}`)).body.marketing).toEqual({
    email: 'subscribed',
    sms: 'unsubscribed',
    phone: null,
  })

  await link(page, '← Customers').click()
  await link(page, 'Ben').waitFor()
  expect(await button(page, 'Save view').count()).toBe(0)
  await button(page, 'Filters').click()
  await field(page, 'Email marketing').selectOption('Subscribed')
  await link(page, 'Ben').waitFor({ state: 'detached' })
  await button(page, 'Save view').click()
  await field(page, 'Name').fill('News readers')
  await dialogButton(page, 'Save view').click()
  await closed(page)
  const view = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'News readers' })
  await expect.poll(() => view.getAttribute('aria-current')).toBe('page')
  await takeScreenshot(page, 'customers-view-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await link(page, 'All').click()
  await link(page, 'Ben').waitFor()
  await page.reload()
  await view.click()
  await link(page, 'Ben').waitFor({ state: 'detached' })
  await button(page, 'Filters (1)').click()
  expect(await field(page, 'Email marketing').inputValue()).toBe('subscribed')

  const choose = async (action: string) => {
    await button(page, /^Actions for the view/).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Rename view')
  await field(page, 'Name').fill('Readers')
  await dialogButton(page, 'Rename view').click()
  await closed(page)
  await link(page, 'Readers').waitFor()
  await choose('Delete view')
  await dialogButton(page, 'Delete').click()
  await link(page, 'Readers').waitFor({ state: 'detached' })
  await button(page, 'Save view').waitFor()
  expect(pageErrors).toEqual([])
})

it('a viewer sees a segment on a phone, with its count and no controls that change it', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context, { size: 'phone', role: 'viewer' })
  await addCustomer(shop, { tags: ['vip'] })
  const filter = { match: 'all', conditions: [{ field: 'tags', operator: 'any_of', value: ['vip'] }] }
  const { id } = (await shop.api.post('/v1/segments', { name: 'VIPs', filter })).body
  await addPromotion(shop.api, { title: 'Days', conditions: { customer: { segmentIds: [id] } } })
  await openPage(page, 'phone', 'Segments')
  await link(page, 'VIPs').waitFor()
  expect(await link(page, 'Create segment').count()).toBe(0)
  await takeScreenshot(page, 'segments-phone')
  await link(page, 'VIPs').click()
  await page.getByText('You can view this page but not make changes').waitFor()
  await text(page, '1 customer matches.').waitFor()
  await link(page, 'Ada Lovelace').waitFor()
  expect(await button(page, /^(Save|Delete|Add|Remove|Discard)/).count()).toBe(0)
  expect(await field(page, 'Name').isEditable()).toBe(false)
  await takeScreenshot(page, 'segment-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await openPage(page, 'phone', 'Discounts')
  await page.getByText('10% off the order, for VIPs').waitFor()
  expect(pageErrors).toEqual([])
})
