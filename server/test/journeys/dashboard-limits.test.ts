import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addRequestCounts, type RequestCount } from '../../src/modules/limits/queries.ts'
import { takeScreenshot } from '../browser.ts'
import { openServer, type TestServer } from '../open-server.ts'
import type { ApiClient } from '../open-shop.ts'
import { button, horizontalOverflow, openDashboard, openPage } from './dashboard-page.ts'

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }
type Size = keyof typeof SIZES

const sendRequests = (api: ApiClient, times: number) =>
  Promise.all(Array.from({ length: times }, () => api.get('/v1/workspace')))
const banner = (page: Page) => page.getByRole('region', { name: 'Rate limit warning' })
const meter = (page: Page) => page.getByRole('meter', { name: 'Usage of All other endpoints' })

/** Its windows end in more than ten minutes, however slow the machine is. */
function openServerWithLongWindows() {
  const aheadMs = Date.now() + WINDOWS_LAST_MS
  return openServer({ limitClock: () => aheadMs })
}

const WINDOWS_LAST_MS = 600_000

/** Longer than the page waits between requests. */
const refetch = (page: Page) => page.clock.fastForward(20_000)

/** The server writes what it has counted every few seconds. */
const waitForCounts = ({ db }: TestServer, total: number) =>
  expect
    .poll(async () => {
      const { rows } = await db.pool.query('select sum(accepted + rejected)::integer as total from request_counts')
      return rows[0].total
    })
    .toBe(total)

/** Captures every part of the page, since a screenshot shows only one viewport. */
async function takeScreenshots(page: Page, name: string): Promise<void> {
  await takeScreenshot(page, name)
  await page.getByText('Show as table').evaluate((summary) => summary.scrollIntoView({ block: 'center' }))
  await takeScreenshot(page, `${name}-chart`)
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await takeScreenshot(page, `${name}-end`)
  await page.evaluate('scrollTo(0, 0)')
}

const BUCKET_MS = 15 * 60_000

/**
 * A day with a morning, an evening and some rejections. Complete even when a new quarter of an hour begins during the
 * test.
 */
function countsOfDay(environmentId: string): RequestCount[] {
  const nowMs = Math.floor(Date.now() / BUCKET_MS) * BUCKET_MS
  return Array.from({ length: 95 }, (_, index) => {
    const startsAt = new Date(nowMs - (index + 1) * BUCKET_MS)
    const accepted = Math.round(220 + 200 * Math.sin(index / 9))
    return [
      { environmentId, quota: 'chat', startsAt, accepted, rejected: accepted > 350 ? accepted - 350 : 0 },
      { environmentId, quota: 'storefront-read', startsAt, accepted: 10, rejected: 0 },
    ]
  }).flat()
}

describe('Settings > Limits in a real browser', () => {
  it.for(Object.keys(SIZES) as Size[])(
    'D2 on a %s: shows an unused, nearly used up, used up and exceeded quota in the bar, the banner and the chart',
    async (size, context) => {
      const server = await openServerWithLongWindows()
      const { page, shop, pageErrors } = await openDashboard(context, { size, server, controlsClock: true })
      await page.setViewportSize(SIZES[size])
      await openPage(page, size, 'Limits')
      await page.getByText('No requests in the last 24 hours').waitFor()
      await page.getByText('10 per hour').waitFor()
      await page.getByText('5 every 5 minutes').waitFor()
      expect(await meter(page).getAttribute('aria-valuetext')).toBe('0 of 100')
      expect(await banner(page).count()).toBe(0)
      await takeScreenshot(page, `limits-empty-${size}`)

      await sendRequests(shop.api, 85)
      await refetch(page)
      await page.getByText(/^85 of 100, resets in \d+ s$/).waitFor()
      await page.getByText('Near limit', { exact: true }).waitFor()
      expect(await meter(page).getAttribute('aria-valuenow')).toBe('85')
      await takeScreenshot(page, `limits-near-${size}`)

      await openPage(page, size, 'Members')
      await page.getByRole('heading', { name: 'Members' }).waitFor()
      await banner(page).getByText('Live: “All other endpoints” is near its limit (85 of 100).').waitFor()
      await page.getByRole('status').getByText('80% or more of 100 requests').waitFor({ state: 'attached' })
      await takeScreenshot(page, `limit-banner-${size}`)

      expect((await sendRequests(shop.api, 40)).filter(({ status }) => status === 429)).toHaveLength(25)
      await banner(page).getByRole('link', { name: 'View limits' }).click()
      await refetch(page)
      await page.getByText('Limit reached', { exact: true }).waitFor()
      await banner(page).getByText('has reached its limit (100 of 100). Further requests are rejected for').waitFor()

      await waitForCounts(server, 125)
      await refetch(page)
      await page.getByText(/^100 accepted and 25 rejected in the last 24 hours/).waitFor()
      await page.getByRole('img', { name: '100 accepted and 25 rejected' }).waitFor()
      await takeScreenshots(page, `limits-full-${size}`)
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      await takeScreenshots(page, `limits-dark-${size}`)
      await page.emulateMedia({ colorScheme: 'light' })

      await page.getByText('Show as table').click()
      await page.getByRole('row', { name: / 25$/ }).waitFor()
      await page.getByRole('combobox', { name: 'Requests' }).selectOption('Chat')
      await page.getByText('No requests of this kind in the last 24 hours').waitFor()
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
      // The browser logs every response that is not 2xx: the one before sign-in.
      expect(pageErrors.filter((text) => !/status of 401/.test(text))).toEqual([])
    },
  )

  it.for(Object.keys(SIZES) as Size[])(
    'C3 on a %s: the sandbox shows its own half and its own day, and nothing of the live environment',
    async (size, context) => {
      const server = await openServerWithLongWindows()
      const { page, shop } = await openDashboard(context, { role: 'viewer', size, server, controlsClock: true })
      await page.setViewportSize(SIZES[size])
      await addRequestCounts(shop.server.db, countsOfDay(shop.test.environmentId))
      await sendRequests(shop.api, 85)
      await sendRequests(shop.sandbox, 3)
      await openPage(page, size, 'Limits')
      await refetch(page)
      await banner(page).waitFor()
      await page.getByText('Sandbox', { exact: true }).first().click()
      await page.getByText(/^3 of 50, resets in \d+ s$/).waitFor()
      expect(await banner(page).count()).toBe(0)
      await takeScreenshots(page, `limits-sandbox-${size}`)

      await page.getByRole('combobox', { name: 'Requests' }).selectOption('Storefront reads')
      await page.getByText(/^950 accepted and none rejected/).waitFor()
      await page.getByRole('combobox', { name: 'Requests' }).selectOption('Chat')
      const chart = page.getByRole('img', { name: /^Chart of the last 24 hours/ })
      await chart.scrollIntoViewIfNeeded()
      await chart.hover()
      await page.getByText(/^\d+ rejected$/).waitFor()
      await takeScreenshot(page, `limits-tooltip-${size}`)
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      await takeScreenshots(page, `limits-sandbox-dark-${size}`)
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    },
  )

  it('D2 reports a server that does not respond, and retries', async (context) => {
    const { page } = await openDashboard(context)
    await page.route('**/v1/limits?*', (route) =>
      route.fulfill({ status: 403, json: { error: { code: 'x', message: 'Not now.' } } }),
    )
    await page.reload()
    await openPage(page, 'desktop', 'Limits')
    await page.getByRole('alert').getByText('Not now.').waitFor()
    await takeScreenshot(page, 'limits-failed')
    await page.unroute('**/v1/limits?*')
    await button(page, 'Try again').click()
    await page.getByText('60 per minute').waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })

  it('D5 the banner disappears when the window ends by the server’s clock, even when the server does not respond', async (context) => {
    const server = await openServerWithLongWindows()
    const { page, shop } = await openDashboard(context, { server, controlsClock: true })
    const wrongMs = Date.now() + 10 * WINDOWS_LAST_MS
    await page.clock.setFixedTime(wrongMs)
    await sendRequests(shop.api, 85)
    await openPage(page, 'desktop', 'Limits')
    await page.clock.runFor(20_000)
    await banner(page).getByText('85 of 100). It resets in 60 s').waitFor()
    await page.route('**/v1/limits?*', (route) => route.abort())
    // A response still on its way would be measured against the clock set below.
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('history=false'))
    await refetch(page)
    await failed
    await page.clock.setFixedTime(wrongMs + WINDOWS_LAST_MS + 61_000)
    await banner(page).waitFor({ state: 'detached' })
    // All other endpoints, and those of agents.
    await expect.poll(() => page.getByText('0 of 100', { exact: true }).count()).toBe(2)
  })

  it('D2 a hidden tab sends no requests', async (context) => {
    const { page } = await openDashboard(context, { controlsClock: true })
    await openPage(page, 'desktop', 'Limits')
    await page.getByText('60 per minute').waitFor()
    await page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      dispatchEvent(new Event('visibilitychange'))`)
    let requestCount = 0
    page.on('request', (request) => {
      if (request.url().includes('/v1/limits')) requestCount += 1
    })
    await page.clock.runFor(60_000)
    expect(requestCount).toBe(0)
    await page.evaluate(`
      delete document.visibilityState
      dispatchEvent(new Event('visibilitychange'))`)
    await page.clock.runFor(60_000)
    await expect.poll(() => requestCount).toBeGreaterThan(0)
  })
})
