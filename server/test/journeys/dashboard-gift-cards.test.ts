import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { takeScreenshot } from '../browser.ts'
import { debitCard, issueCard, restoreCard } from '../sample-gift-cards.ts'
import {
  button,
  dialogButton,
  horizontalOverflow,
  openDashboard,
  openPage,
  takeDarkScreenshot,
} from './dashboard-page.ts'

const entries = (page: Page) => page.getByRole('list', { name: 'Balance history, newest first' }).getByRole('listitem')
const owed = (page: Page) => page.getByRole('list', { name: 'Outstanding balance by currency' }).innerText()

it('issues a gift card, shows its code once, credits, tracks and deactivates it', async (context) => {
  const { page, shop, pageErrors, member } = await openDashboard(context)
  await openPage(page, 'desktop', 'Gift cards')
  await page.getByText('No gift cards yet').waitFor()
  await button(page, 'Issue gift card').click()
  await page.getByLabel('Amount', { exact: true }).fill('0')
  await page.getByText('Enter an amount such as 12.00.').waitFor()
  await page.getByLabel('Amount', { exact: true }).fill('1000000000.01')
  await page.getByText('A gift card can hold at most €1,000,000,000.00.').waitFor()
  await page.getByLabel('Amount', { exact: true }).fill('50')
  await page.getByLabel('Recipient name', { exact: true }).fill('Kim Berg')
  await page.getByLabel('Recipient email').fill('kim@example.com')
  await takeScreenshot(page, 'gift-card-issue')
  await page.getByLabel('Expiration date').fill('2020-01-01T10:00')
  await dialogButton(page, 'Issue').click()
  await page.getByText('Expiration date: must be in the future').waitFor()
  await takeScreenshot(page, 'gift-card-issue-refused')
  await page.getByLabel('Expiration date').fill('')
  await dialogButton(page, 'Issue').click()
  const code = await page.getByLabel('Code', { exact: true }).inputValue()
  expect(code).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/)
  await takeScreenshot(page, 'gift-card-code')
  // The dialog stays open until the user confirms that they have the code.
  expect(await dialogButton(page, 'Done').isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByLabel('I saved the code').check()
  await dialogButton(page, 'Done').click()
  const card = page.getByRole('link', { name: `Gift card •••• ${code.slice(-4)}` })
  await card.waitFor()
  expect(await page.content()).not.toContain(code)
  expect(await owed(page)).toContain('€50.00')

  const other = await issueCard(shop, 2000, { staffNote: 'Prize' })
  await shop.api.post('/v1/gift-cards', { amount: { amount: 5000, currency: 'JPY' } })
  await shop.api.post(`/v1/gift-cards/${other.id}/deactivation`)
  await page.getByLabel('Status').selectOption('Deactivated')
  await page.getByRole('link', { name: `Gift card •••• ${other.last4}` }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByLabel('Status').selectOption('All')
  await expect.poll(() => page.getByRole('row').count()).toBe(4)
  await takeScreenshot(page, 'gift-cards')
  await takeDarkScreenshot(page, 'gift-cards-dark')
  await page.getByLabel('Search gift cards').fill('kim b')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await card.click()

  await button(page, 'Add to balance').click()
  await page.getByLabel('Amount in EUR').fill('999999999.99')
  await page.getByText('A gift card can hold at most €1,000,000,000.00.').waitFor()
  await takeScreenshot(page, 'gift-card-credit-refused')
  await page.getByLabel('Amount in EUR').fill('5,5')
  await page.getByLabel('Reason').fill('Late parcel')
  await page.getByText('Balance: €50.00 → €55.50').waitFor()
  await takeScreenshot(page, 'gift-card-credit')
  await dialogButton(page, 'Add to balance').click()
  await page.getByText('Balance updated to €55.50').waitFor()
  await page.getByLabel('Staff note').fill('Asked for by phone')
  await button(page, 'Save').click()
  await page.getByText('Changes saved', { exact: true }).waitFor()
  const { data } = (await shop.api.get('/v1/gift-cards?q=kim')).body
  expect(data[0]).toMatchObject({ staffNote: 'Asked for by phone', balance: { amount: 5550 }, expiresAt: null })
  await debitCard(shop, 'ord_1', [{ giftCardId: data[0].id, amount: 1050, currency: 'EUR' }])
  await page.reload()
  await page.getByText('Balance €45.00').waitFor()
  await page.getByText(`by ${member.name}`).first().waitFor()
  await expect
    .poll(() => entries(page).allInnerTexts())
    .toMatchObject([
      expect.stringMatching(/−€10\.50[\s\S]*Redeemed · View order[\s\S]*Balance €45\.00/),
      expect.stringMatching(new RegExp(`\\+€5\\.50[\\s\\S]*Late parcel[\\s\\S]*by ${member.name}`)),
      expect.stringContaining('Issued'),
    ])
  await takeScreenshot(page, 'gift-card')
  await takeDarkScreenshot(page, 'gift-card-dark')

  await button(page, 'Deactivate').click()
  await page.getByText('the remaining balance of €45.00 is written off').waitFor()
  await takeScreenshot(page, 'gift-card-deactivate')
  await dialogButton(page, 'Deactivate').click()
  await page.getByText('Gift card deactivated').waitFor()
  expect((await shop.api.get(`/v1/gift-cards/${data[0].id}`)).body).toMatchObject({
    status: 'deactivated',
    balance: { amount: 0 },
  })
  await expect.poll(() => button(page, 'Deactivate').count()).toBe(0)
  expect(await button(page, 'Add to balance').count()).toBe(0)
  expect(pageErrors.filter((text) => !/status of 40[01]/.test(text))).toEqual([])
})

it('finds a card by its full code, which no URL contains; agents can view and add notes', async (context) => {
  const { page, shop } = await openDashboard(context, { size: 'phone', role: 'agent' })
  const { id, code, last4 } = await issueCard(shop, 2500, { recipient: { email: 'a.very.long.name@mail.example.com' } })
  await debitCard(shop, 'ord_1', [{ giftCardId: id, amount: 2500, currency: 'EUR' }])
  await shop.api.post(`/v1/gift-cards/${id}/deactivation`)
  await restoreCard(shop, { holder: 'ord_1', reference: 'ref_1' }, [{ giftCardId: id, amount: 2500 }])
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await openPage(page, 'phone', 'Gift cards')
  await page.getByRole('link', { name: `Gift card •••• ${last4}` }).waitFor()
  await takeScreenshot(page, 'gift-cards-phone')
  expect(await button(page, 'Issue gift card').count()).toBe(0)
  await page.getByLabel('Search gift cards').fill(`${code.slice(0, -1)}${code.endsWith('2') ? '3' : '2'}`)
  await page.getByText('No gift card has this code.').waitFor()
  await page.getByLabel('Search gift cards').fill(code.toLowerCase().replaceAll('-', ' '))
  await page.getByText('A refund was added to this gift card').waitFor()
  await takeScreenshot(page, 'gift-card-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect(await button(page, 'Deactivate').count()).toBe(0)

  // Concurrent edits: neither text is lost.
  await page.getByLabel('Staff note').fill('Mine')
  await shop.api.patch(`/v1/gift-cards/${id}`, { staffNote: 'Theirs' })
  await button(page, 'Save').click()
  await page.getByText('Someone else changed this gift card').waitFor()
  await button(page, 'Keep my changes').click()
  await button(page, 'Save').click()
  await page.getByText('Changes saved', { exact: true }).waitFor()
  expect((await shop.api.get(`/v1/gift-cards/${id}`)).body.staffNote).toBe('Mine')
  expect(addresses.filter((url) => /check$/.test(url))).toHaveLength(2)
  const typed = code.replaceAll('-', '').toUpperCase()
  const bare = addresses.map((url) => decodeURIComponent(url).replace(/[-+ ]/g, '').toUpperCase())
  expect(bare.filter((url) => url.includes(typed.slice(0, 12)))).toEqual([])
})
