import { expect, it } from 'vitest'
import { loadStaff } from '../../src/demo/staff.ts'
import { loadTickets } from '../../src/demo/tickets.ts'
import { takeScreenshot } from '../browser.ts'
import { systemCtx } from '../placed-order.ts'
import { horizontalOverflow, openDashboard, openPage } from './dashboard-page.ts'

it('reports tickets per day and by agent, tag and channel, on a desktop and on a phone', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context)
  await openPage(page, 'desktop', 'Reports')
  await page.getByText('No tickets in this period').waitFor()

  const ctx = systemCtx(shop)
  await ctx.db.transaction(async (db) => loadTickets({ ...ctx, db }, await loadStaff({ ...ctx, db })))
  await page.reload()
  const figure = (label: string) => page.getByRole('definition').filter({ has: page.getByText(label) })
  await page.getByText('24 created').first().waitFor()
  expect(await page.getByRole('img', { name: /^Chart of tickets\. 24 created/ }).count()).toBe(1)
  expect(await page.getByRole('img', { name: /^Chart of the time to the first response/ }).count()).toBe(1)
  expect(await figure('Not resolved at the end').innerText()).toContain('13')
  await page.getByRole('rowheader', { name: 'Unassigned' }).waitFor()
  await page.getByRole('rowheader', { name: 'Mara' }).waitFor()
  await page.getByText('Tag', { exact: true }).click()
  await page.getByRole('rowheader', { name: 'shipping' }).waitFor()
  await takeScreenshot(page, 'reports-desktop')
  await page.setViewportSize({ width: 390, height: 844 })
  // The charts follow the width of the window after it has changed.
  await expect.poll(() => horizontalOverflow(page)).toBe(0)
  await takeScreenshot(page, 'reports-phone')
  await page.getByText('By agent, tag and channel').evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
  await takeScreenshot(page, 'reports-phone-groups')
  await page.getByLabel('Period', { exact: true }).selectOption('365')
  await page.getByText('24 created').first().waitFor()
  expect(pageErrors).toEqual([])
})
