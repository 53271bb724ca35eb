import { expect, it } from 'vitest'
import { takeScreenshot, VIEWPORTS } from '../browser.ts'
import { addCustomer } from '../sample-customers.ts'
import { button, dialogButton, horizontalOverflow, openDashboard, openPage } from './dashboard-page.ts'

it('merges a duplicate, undoes it, exports a customer and erases them', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context)
  const ada = await addCustomer(shop, { name: 'Ada Lovelace', emails: [{ address: 'ada@example.com' }] })
  await addCustomer(shop, { name: 'A. King', emails: [{ address: 'king@example.com' }] })
  await openPage(page, 'desktop', 'Customers')
  const sorted = () => page.locator('th[aria-sort=ascending], th[aria-sort=descending]').allTextContents()
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor()
  expect(await sorted()).toEqual([])
  await button(page, 'Amount spent').click()
  await expect.poll(sorted).toEqual(['Amount spent ↓'])
  await button(page, 'Amount spent').click()
  await expect.poll(sorted).toEqual([])

  await page.getByLabel('Select Ada Lovelace').check()
  // After the row was loaded: both tags stay.
  await shop.api.patch(`/v1/customers/${ada}`, { tags: ['vip'] })
  await button(page, 'Add tags').click()
  await page.getByRole('dialog').getByLabel('Tags').fill('press')
  await dialogButton(page, 'Add tags').click()
  await page.getByText('1 customer tagged').waitFor()
  expect((await shop.api.get(`/v1/customers/${ada}`)).body.tags).toEqual(['vip', 'press'])
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

it('finds a lead by its score, works on it, saves a view, and converts it on a phone', async (context) => {
  const { page, shop, member, pageErrors } = await openDashboard(context)
  const send = (lead: object) => shop.api.post('/v1/leads', { source: 'contact_form', ...lead })
  await send({ email: 'grace@gmail.com', name: 'Grace Hopper' })
  await send({
    email: 'ada@engines.example',
    phone: '+431234567',
    name: 'Ada Lovelace',
    company: 'Engines Ltd.',
    message: 'We need two hundred mugs with our logo by May.\nWhat would that cost?',
    page: 'https://shop.example/mugs',
    utm: { source: 'google', medium: 'cpc', campaign: 'mugs' },
    consent: [{ channel: 'email', granted: true, text: 'Send me news about mugs.' }],
  })
  await send({ email: 'ada@engines.example', source: 'newsletter', message: 'Did you get my message?' })
  await send({ email: 'bot@engines.example', name: 'Bot', website: 'https://cheap.example' })
  await openPage(page, 'desktop', 'Leads')
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await link('Grace Hopper').waitFor()
  expect(await link('Bot').count()).toBe(0)
  await page.getByLabel('Score', { exact: true }).selectOption('50 or more')
  await link('Grace Hopper').waitFor({ state: 'detached' })
  await button(page, 'Save view').click()
  await page.getByLabel('Name', { exact: true }).fill('Hot')
  await dialogButton(page, 'Save view').click()
  await link('Hot').waitFor()
  await takeScreenshot(page, 'leads')

  await link('Ada Lovelace').click()
  await page.getByText('Did you get my message?').waitFor()
  await page.getByText('Came from a paid ad').waitFor()
  await page.getByText('UTM campaign: mugs').waitFor()
  await page.getByText('“Send me news about mugs.”').waitFor()
  await takeScreenshot(page, 'lead')
  await page.getByLabel('Status').selectOption('Qualified')
  await page.getByLabel('Assignee').selectOption(member.userId)
  await page.getByLabel('Note').fill('Wants a sample first')
  await button(page, 'Save').click()
  await page.getByText('Changes saved').waitFor()
  const [lead] = (await shop.api.get('/v1/leads?status=qualified')).body.data
  expect(lead).toMatchObject({ name: 'Ada Lovelace', assigneeId: member.userId, staffNote: 'Wants a sample first' })

  await page.setViewportSize(VIEWPORTS.phone)
  expect(await horizontalOverflow(page)).toBe(0)
  await takeScreenshot(page, 'lead-phone')
  await button(page, 'Convert').click()
  await page.getByLabel('Value (optional)').fill('2400')
  await takeScreenshot(page, 'lead-convert-phone')
  await dialogButton(page, 'Convert').click()
  await page.getByText('€2,400.00').waitFor()
  await page.getByRole('link', { name: '← Leads' }).click()
  await button(page, 'Filters').click()
  await page.getByLabel('Status').selectOption('Spam')
  await link('Bot').waitFor()
  expect(await horizontalOverflow(page)).toBe(0)
  await takeScreenshot(page, 'leads-phone')
  expect(pageErrors).toEqual([])
})
