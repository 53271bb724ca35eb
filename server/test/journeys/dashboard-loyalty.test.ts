import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { takeScreenshot } from '../browser.ts'
import { seedShop } from '../checkout-shop.ts'
import { placeOrder } from '../placed-order.ts'
import { addCustomer } from '../sample-customers.ts'
import { createProgram, earnPointsNow, grantPoints } from '../sample-points.ts'
import {
  button,
  dialogButton,
  horizontalOverflow,
  openDashboard,
  openPage,
  takeDarkScreenshot,
} from './dashboard-page.ts'

const PROGRAM = '/v1/loyalty/program'
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })

async function openTab(page: Page, name: string, title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Loyalty' }).getByRole('link', { name, exact: true }).click()
  await heading(page, title).waitFor()
}

it('sets up a program, previews an order, and shows who earned its points', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context)
  const mug = await seedShop(shop, 100)
  await openPage(page, 'desktop', 'Loyalty')
  await heading(page, 'Loyalty program').waitFor()
  await field(page, 'Name').fill('Ac\torns')
  await page.getByRole('switch', { name: 'Active' }).press('Space')
  await button(page, 'Add earning rate').click()
  await page.getByText('Complete every earning rate.').waitFor()
  expect(await button(page, 'Save').isDisabled()).toBe(true)
  await field(page, 'Points of earning rate 1').fill('1')
  await field(page, 'Amount of earning rate 1').fill('1')
  await page.getByText('1 point for every €1.00.').waitFor()
  await field(page, 'Points stay pending for').fill('0')
  await button(page, 'Add product rule').click()
  await page.getByRole('combobox', { name: 'Products of rule 1' }).fill('mug')
  await page.getByRole('option', { name: 'Mug' }).click()
  await page.keyboard.press('Escape')
  await button(page, 'Add tier').click()
  await field(page, 'Name of tier 1').fill('Gold')
  await field(page, 'Threshold of tier 1').fill('90')
  await field(page, 'Multiplier of tier 1').fill('1,5')
  await page.getByRole('combobox', { name: 'Perks of tier 1' }).fill('Free shipping, always')
  await page.keyboard.press('Enter')
  await page.getByText('From 90 points on, Gold customers earn 1.5× points.').waitFor()
  await button(page, 'Add point value').click()
  await field(page, 'Points of point value 1').fill('100')
  await field(page, 'Amount of point value 1').fill('1.00')
  await page.getByText('100 points are worth €1.00.').waitFor()
  await takeScreenshot(page, 'loyalty-program')
  await button(page, 'Save').click()
  // The server's error, at its field and next to the button.
  await page.getByRole('alert').getByText('Name:').waitFor()
  await takeScreenshot(page, 'loyalty-program-refused')
  await field(page, 'Name').fill('Acorns')
  await button(page, 'Save').click()
  await page.getByText('Loyalty program saved').waitFor()
  const [product] = (await shop.api.get('/v1/catalog/products')).body.data
  expect((await shop.api.get(PROGRAM)).body).toMatchObject({
    name: 'Acorns',
    active: true,
    earning: [{ currency: 'EUR', points: 1, amount: 100 }],
    productRules: [{ productId: product.id, multiplierPercent: 200 }],
    tiers: [{ key: 'gold', name: 'Gold', threshold: 90, multiplierPercent: 150, perks: ['Free shipping, always'] }],
    pendingDays: 0,
    expiresAfterDays: null,
    pointValues: [{ currency: 'EUR', points: 100, amount: 100 }],
  })
  await takeDarkScreenshot(page, 'loyalty-program-dark')

  await openTab(page, 'Members', 'Loyalty members')
  await page.getByText('No members yet').waitFor()
  await openTab(page, 'Preview', 'Points preview')
  const findMug = async () => {
    await page.getByRole('combobox', { name: 'Add a product' }).fill('mug')
    await page.getByRole('option', { name: /^Mug/ }).click()
  }
  await findMug()
  await field(page, 'Quantity of Mug').fill('2')
  // 49.98, doubled by the rule.
  await page.getByText('2× points').waitFor()
  await expect.poll(() => page.getByText('99 points').count()).toBe(2)
  await takeScreenshot(page, 'loyalty-preview')
  const order = await placeOrder({ ...shop, mug }, { quantity: 2 })
  await earnPointsNow(shop, order.id)

  await openTab(page, 'Members', 'Loyalty members')
  const member = page.getByRole('link', { name: 'Ada Lovelace' })
  await member.waitFor()
  expect(await page.getByRole('row').last().innerText()).toMatch(/ada@example\.com\s+Gold\s+99\s+0\s+99/)
  await takeScreenshot(page, 'loyalty-members')
  await page.getByLabel('Search members').fill('nobody')
  await page.getByText('No results').waitFor()
  await page.getByLabel('Search members').fill('ada')
  await page.getByLabel('Tier').selectOption('Gold')
  await member.click()

  await page.getByText('99 points', { exact: true }).waitFor()
  await page.getByText('Worth €0.99').waitFor()
  await button(page, 'Adjust points').click()
  const points = page.getByRole('dialog').getByLabel('Points', { exact: true })
  await points.fill('-100')
  await field(page, 'Reason').fill('Counted twice')
  await dialogButton(page, 'Adjust points').click()
  await page.getByText('the balance is 99').first().waitFor()
  await points.fill('51')
  await page.getByText('Points: 99 → 150').waitFor()
  await takeScreenshot(page, 'customer-points-adjust')
  await dialogButton(page, 'Adjust points').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('150 points', { exact: true }).waitFor()
  await page.getByText('+51 points').waitFor()
  await takeScreenshot(page, 'customer-points')
  await page.getByRole('link', { name: 'View entries' }).click()
  await heading(page, 'Points ledger').waitFor()
  await page.getByText('Only entries of Ada Lovelace.').waitFor()
  expect(await page.getByRole('row').allInnerTexts()).toMatchObject([
    expect.stringContaining('Customer'),
    expect.stringMatching(/Ada Lovelace\s+Adjusted · Counted twice[\s\S]*\+51\s+150/),
    expect.stringMatching(/Ada Lovelace\s+Earned · View order[\s\S]*\+99\s+99/),
  ])
  const other = await addCustomer(shop, { name: 'Kim Berg' })
  await grantPoints(shop, other, 5)
  await button(page, 'Show all').click()
  await page.getByRole('link', { name: 'Kim Berg' }).waitFor()
  await takeScreenshot(page, 'loyalty-ledger')
  await page.getByLabel('Type').selectOption('Earned')
  await page.getByRole('link', { name: 'Kim Berg' }).waitFor({ state: 'detached' })

  // The tier of a customer multiplies what they earn.
  await openTab(page, 'Preview', 'Points preview')
  await findMug()
  await page.getByText('49 points').first().waitFor()
  await page.getByRole('combobox', { name: 'Customer' }).fill('lovelace')
  await page.getByRole('option', { name: /Ada Lovelace/ }).click()
  await page.getByText('Gold, 1.5× points').waitFor()
  await page.getByText('74 points').first().waitFor()
  expect(pageErrors.filter((text) => !/status of 4(00|22)/.test(text))).toEqual([])
})

it('fits on a phone; agents can read the program but not change it, nor adjust points', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context, { size: 'phone', role: 'agent' })
  const mug = await seedShop(shop, 100)
  await createProgram(shop, {
    earning: [{ currency: 'EUR', points: 1, amount: 100 }],
    tiers: [{ key: 'gold', name: 'Gold', threshold: 500, multiplierPercent: 150, perks: ['Free shipping'] }],
  })
  const order = await placeOrder({ ...shop, mug })
  await earnPointsNow(shop, order.id)
  await openPage(page, 'phone', 'Loyalty')
  await page.getByText('Only owners and admins can change the program. Your role is agent.').waitFor()
  await page.getByText('The program is active.').waitFor()
  await page.getByText('1 point for every €1.00.').waitFor()
  expect(await field(page, 'Name').isEditable()).toBe(false)
  expect(await button(page, /^(Save|Add|Remove|Discard)/).count()).toBe(0)
  expect(await page.getByRole('switch').count()).toBe(0)
  const expectToFit = async (name: string) => {
    await takeScreenshot(page, `loyalty-${name}-phone`)
    expect([name, await horizontalOverflow(page)]).toEqual([name, expect.toSatisfy((pixels) => pixels <= 0)])
  }
  await expectToFit('program')
  await openTab(page, 'Preview', 'Points preview')
  await page.getByRole('combobox', { name: 'Add a product' }).fill('mug')
  await page.getByRole('option', { name: /^Mug/ }).click()
  await expect.poll(() => page.getByText('24 points').count()).toBe(2)
  await page.getByText('14 days after payment').waitFor()
  await expectToFit('preview')
  await openTab(page, 'Ledger', 'Points ledger')
  // Pending points are not in the ledger.
  await page.getByText('No entries yet').waitFor()
  await grantPoints(shop, order.customerId, 100)
  await page.reload()
  await page.getByText('Adjusted · A gift').waitFor()
  await expectToFit('ledger')
  await openTab(page, 'Members', 'Loyalty members')
  await page.getByText('100 points').waitFor()
  await expectToFit('members')
  await page.getByRole('link', { name: 'Ada Lovelace' }).click()
  await page.getByText('24 points', { exact: true }).waitFor()
  await page.getByText('Gold, 500 points to go').waitFor()
  await expectToFit('customer')
  expect(await button(page, 'Adjust points').count()).toBe(0)
  expect(pageErrors).toEqual([])
})
