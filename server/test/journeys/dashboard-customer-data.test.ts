import { expect, it } from 'vitest'
import { takeScreenshot } from '../browser.ts'
import { addCustomer } from '../sample-customers.ts'
import { button, dialogButton, openDashboard, openPage } from './dashboard-page.ts'

it('merges a duplicate, undoes it, exports a customer and erases them', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context)
  const ada = await addCustomer(shop, { name: 'Ada Lovelace', emails: [{ address: 'ada@example.com' }] })
  await addCustomer(shop, { name: 'A. King', emails: [{ address: 'king@example.com' }] })
  await openPage(page, 'desktop', 'Customers')
  await page.getByRole('link', { name: 'Ada Lovelace' }).click()
  const choose = async (action: string) => {
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  await choose('Merge customer')
  await page.getByLabel('Find the duplicate').fill('king')
  await page.getByLabel('A. King').check()
  await page.getByText('You can undo the merge for 30 days.').waitFor()
  await takeScreenshot(page, 'customer-merge')
  await dialogButton(page, 'Merge').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('king@example.com').waitFor()
  await takeScreenshot(page, 'customer-merged')
  await button(page, 'Undo').click()
  await page.getByText('king@example.com').waitFor({ state: 'detached' })

  await choose('Export data')
  const download = page.waitForEvent('download')
  await dialogButton(page, 'Download').click()
  expect((await download).suggestedFilename()).toBe(`${ada}.json`)

  await choose('Erase customer')
  await page.getByLabel('Type “Ada Lovelace” to confirm').fill('Ada')
  await dialogButton(page, 'Erase customer').click()
  await page.getByText('Type “Ada Lovelace”', { exact: true }).waitFor()
  expect((await shop.api.get(`/v1/customers/${ada}`)).status).toBe(200)
  await page.getByLabel('Type “Ada Lovelace” to confirm').fill('Ada Lovelace')
  await takeScreenshot(page, 'customer-erase')
  await dialogButton(page, 'Erase customer').click()
  await page.getByRole('link', { name: 'A. King' }).waitFor()
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor({ state: 'detached' })
  expect((await shop.api.get(`/v1/customers/${ada}`)).status).toBe(404)
  expect(pageErrors).toEqual([])
})
